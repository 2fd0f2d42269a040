/** Banner for commands that wait although the server is reachable, with a link to them. */
import { CloudOff, RefreshCw } from 'lucide-react'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import type { OutboxState } from '../../boot/outbox/outbox.ts'
import { waitingWords } from '../../shared/waiting-words.ts'

/** Hidden while commands are only on their way. */
export function OutboxNotice({ state, onShow }: { state: OutboxState; onShow: () => void }) {
  const { unsent, refused, files, refusedFiles, trouble, closed } = state
  const actions = (
    <Button size="sm" onClick={onShow}>
      Show
    </Button>
  )
  if (refused + refusedFiles > 0)
    return (
      <Banner kind="blocked" icon={<CloudOff aria-hidden />} actions={actions}>
        <b>{waitingWords(refused, refusedFiles)} could not be saved.</b> Kept on this device until you decide.
      </Banner>
    )
  if (unsent + files > 0 && (trouble !== null || Object.keys(closed).length > 0))
    return (
      <Banner icon={<RefreshCw aria-hidden />} actions={actions}>
        <b>{waitingWords(unsent, files)} not sent yet.</b> Saved on this device. Retrying automatically.
      </Banner>
    )
  return null
}
