import { MonitorSmartphone } from 'lucide-react'
import type { ReactNode } from 'react'
import { EmptyState } from '../../ui/empty-state.tsx'
import { useIsNarrow } from './narrow.ts'

/** Replaces a page that needs room by a notice where the window is narrow; dialogs of the page close with it. */
export function WideOnly({ noun, children }: { noun: string; children: ReactNode }) {
  if (!useIsNarrow()) return children
  return (
    <EmptyState level={1} icon={<MonitorSmartphone aria-hidden />} title={`${noun} need a wider screen`}>
      Turn the device, or open this page on a tablet or a computer.
    </EmptyState>
  )
}
