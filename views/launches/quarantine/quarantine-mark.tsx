import { ShieldMinus } from 'lucide-react'
import type { QuarantineMark as Mark } from '../../../contract/launches/quarantine.ts'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'

const wordsOf = ({ reason, until }: Mark): string => `Quarantined${until === null ? '' : ` until ${until}`}: ${reason}`

/** The sign of a test whose failures do not count. */
export const QuarantineSign = ({ mark, className }: { mark: Mark; className?: string | undefined }) => (
  <span className={className} data-tip={wordsOf(mark)}>
    <ShieldMinus aria-hidden />
    <VisuallyHidden>{wordsOf(mark)}</VisuallyHidden>
  </span>
)
