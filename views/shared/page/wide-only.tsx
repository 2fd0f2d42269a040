import { MonitorSmartphone } from 'lucide-react'
import { useSyncExternalStore, type ReactNode } from 'react'
import { EmptyState } from '../../ui/empty-state.tsx'

const NARROW = '(max-width: 600px)'

const subscribe = (changed: () => void) => {
  const query = matchMedia(NARROW)
  query.addEventListener('change', changed)
  return () => query.removeEventListener('change', changed)
}

/** Replaces a page that needs room by a notice where the window is narrow; dialogs of the page close with it. */
export function WideOnly({ noun, children }: { noun: string; children: ReactNode }) {
  const isNarrow = useSyncExternalStore(
    subscribe,
    () => matchMedia(NARROW).matches,
    () => false,
  )
  if (!isNarrow) return children
  return (
    <EmptyState level={1} icon={<MonitorSmartphone aria-hidden />} title={`${noun} need a wider screen`}>
      Turn the device, or open this page on a tablet or a computer.
    </EmptyState>
  )
}
