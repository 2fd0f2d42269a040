import { useState, type ReactNode } from 'react'
import { openDrafts } from '../forms/form-drafts.ts'
import type { EndedPageProps } from './ended-page.tsx'
import { Later, later } from '../../ui/layout/later.tsx'

const EndedPage = later(() => import('./ended-page.tsx').then((m) => m.EndedPage))

interface EndedProps extends Omit<EndedPageProps, 'drafts'> {
  /** Shown when nothing was typed that could be copied; by default the reason alone. */
  otherwise?: ReactNode
}

/** Takes the place of an open page, see `EndedPage`. */
export function Ended({ otherwise, ...props }: EndedProps) {
  // Read while the forms of the page that this one replaces are still there.
  const [drafts] = useState(openDrafts)
  if (otherwise !== undefined && drafts.length === 0) return otherwise
  return (
    <Later fallback={<output>{props.reason}</output>}>
      <EndedPage {...props} drafts={drafts} />
    </Later>
  )
}
