/** What waits on this device although the server is there; and the way to look at it, wherever it is spoken of. */
import { CloudOff, RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import type { OutboxState } from '../outbox.ts'
import { OutboxPanel } from './outbox-panel.tsx'

const changes = (count: number) => (count === 1 ? '1 change' : `${count.toLocaleString('en')} changes`)

/** Nothing while it is only on its way. */
export function OutboxNotice({ state: { unsent, refused, trouble, closed } }: { state: OutboxState }) {
  if (refused > 0)
    return (
      <Banner kind="blocked" icon={<CloudOff aria-hidden />} actions={<ShowUnsent />}>
        <b>{changes(refused)} could not be taken.</b> Kept on this device until you decide.
      </Banner>
    )
  if (unsent > 0 && (trouble !== null || Object.keys(closed).length > 0))
    return (
      <Banner icon={<RefreshCw aria-hidden />} actions={<ShowUnsent />}>
        <b>{changes(unsent)} not sent yet.</b> Kept on this device, and tried again by itself.
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
