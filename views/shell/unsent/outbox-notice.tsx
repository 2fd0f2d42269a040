/** Banner for commands that wait although the server is reachable, with a link to them. */
import { CloudOff, RefreshCw } from 'lucide-react'
import { Banner } from '../../ui/layout/banner.tsx'
import { Button } from '../../ui/controls/button.tsx'
import type { OutboxState } from '../../application/outbox/outbox.ts'
import { outboxNoticeText } from './outbox-text.ts'

/** Hidden while commands are only on their way. */
export function OutboxNotice({ state, onShow }: { state: OutboxState; onShow: () => void }) {
  const notice = outboxNoticeText(state)
  if (notice === null) return null
  const look =
    notice.kind === 'blocked'
      ? ({ kind: 'blocked', icon: <CloudOff aria-hidden /> } as const)
      : { icon: <RefreshCw aria-hidden /> }
  return (
    <Banner
      {...look}
      actions={
        <Button size="sm" onClick={onShow}>
          Show
        </Button>
      }
    >
      <b>{notice.title}</b> {notice.text}
    </Banner>
  )
}
