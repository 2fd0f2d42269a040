import { MonitorSmartphone } from 'lucide-react'
import type { ReactNode } from 'react'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { useIsNarrow } from './narrow.ts'

/** Replaces a page that needs width by a notice on narrow windows, and closes its dialogs. */
export function WideOnly({ noun, children }: { noun: string; children: ReactNode }) {
  if (!useIsNarrow()) return children
  return (
    <EmptyState level={1} icon={<MonitorSmartphone aria-hidden />} title={`${noun} need a wider screen`}>
      Turn the device, or open this page on a tablet or a computer.
    </EmptyState>
  )
}
