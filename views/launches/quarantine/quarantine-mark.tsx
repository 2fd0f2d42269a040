import { ShieldMinus } from 'lucide-react'
import type { QuarantineMark as Mark } from '../../../contract/launches/quarantine.ts'
import { VisuallyHidden } from '../../ui/layout/visually-hidden.tsx'

const textOf = (mark: Mark | undefined): string =>
  mark === undefined ? 'Quarantined' : `Quarantined${mark.until === null ? '' : ` until ${mark.until}`}: ${mark.reason}`

/** Icon of a quarantined test. Reason and end follow once loaded. */
export const QuarantineSign = ({ mark, className }: { mark: Mark | undefined; className?: string | undefined }) => (
  <span className={className} data-tip={textOf(mark)}>
    <ShieldMinus aria-hidden />
    <VisuallyHidden>{textOf(mark)}</VisuallyHidden>
  </span>
)
