import { ShieldMinus } from 'lucide-react'
import type { QuarantineMark as Mark } from '../../../contract/launches/quarantine.ts'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'

const wordsOf = (mark: Mark | undefined): string =>
  mark === undefined ? 'Quarantined' : `Quarantined${mark.until === null ? '' : ` until ${mark.until}`}: ${mark.reason}`

/** The sign of a test whose failures do not count. Why and until when follows once it is known. */
export const QuarantineSign = ({ mark, className }: { mark: Mark | undefined; className?: string | undefined }) => (
  <span className={className} data-tip={wordsOf(mark)}>
    <ShieldMinus aria-hidden />
    <VisuallyHidden>{wordsOf(mark)}</VisuallyHidden>
  </span>
)
