import { useState } from 'react'
import { openDrafts } from '../shared/forms/form-drafts.ts'
import type { EndedPageProps } from '../shared/page/ended-page.tsx'
import { Later, later } from '../ui/later.tsx'

const EndedPage = later(() => import('../shared/page/ended-page.tsx').then((m) => m.EndedPage))

/** Takes the place of an open page, see `EndedPage`. */
export function Ended(props: Omit<EndedPageProps, 'drafts'>) {
  // Read while the forms of the page that this one replaces are still there.
  const [drafts] = useState(openDrafts)
  return (
    <Later fallback={<output>{props.reason}</output>}>
      <EndedPage {...props} drafts={drafts} />
    </Later>
  )
}
