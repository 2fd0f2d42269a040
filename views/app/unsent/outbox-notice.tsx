/** What waits on this device although the server is there; and the way to look at it, wherever it is spoken of. */
import { CloudOff, RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import type { OutboxState } from '../outbox.ts'
import { waitingWords } from '../waiting-words.ts'
import { OutboxPanel } from './outbox-panel.tsx'

/** Nothing while it is only on its way. */
export function OutboxNotice({ state }: { state: OutboxState }) {
  const { unsent, refused, files, refusedFiles, trouble, closed } = state
  if (refused + refusedFiles > 0)
    return (
      <Banner kind="blocked" icon={<CloudOff aria-hidden />} actions={<ShowUnsent />}>
        <b>{waitingWords(refused, refusedFiles)} could not be taken.</b> Kept on this device until you decide.
      </Banner>
    )
  if (unsent + files > 0 && (trouble !== null || Object.keys(closed).length > 0))
    return (
      <Banner icon={<RefreshCw aria-hidden />} actions={<ShowUnsent />}>
        <b>{waitingWords(unsent, files)} not sent yet.</b> Kept on this device, and tried again by itself.
      </Banner>
    )
  return null
}

export function ShowUnsent() {
  const [isShown, setShown] = useState(false)
  return (
    <>
      <Button size="sm" onClick={() => setShown(true)}>
        Show
      </Button>
      {isShown && <OutboxPanel onClose={() => setShown(false)} />}
    </>
  )
}
