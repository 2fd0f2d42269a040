/** Offline is a state, not an error: what still works, and how many changes wait. Nothing while connected and all is sent. */
import { CloudOff, RefreshCw } from 'lucide-react'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'

export type Connection = {
  state: 'online' | 'reconnecting' | 'offline'
  /** Changes kept on this device that the server has not seen. */
  unsent: number
  /** Of these, what somebody has to decide about. */
  refused?: number
  /** The server is there, and something keeps them from being sent. */
  isStuck?: boolean
  /** Shows what waits. */
  onShow?: (() => void) | undefined
  /** Asks for the server now; left out where that happens by itself all the time. */
  onRetry?: (() => void) | undefined
}

const changes = (count: number) => (count === 1 ? '1 change' : `${count.toLocaleString('en')} changes`)
const waiting = (unsent: number) =>
  unsent === 0 ? '' : ` ${changes(unsent)} ${unsent === 1 ? 'waits' : 'wait'} to be sent.`

export function ConnectionBanner({ state, unsent, refused = 0, isStuck = false, onShow, onRetry }: Connection) {
  const show = onShow !== undefined && unsent > 0 && (
    <Button size="sm" onClick={onShow}>
      Show
    </Button>
  )
  if (state === 'offline')
    return (
      <Banner
        icon={<CloudOff aria-hidden />}
        actions={
          <>
            {show}
            {onRetry && (
              <Button size="sm" onClick={onRetry}>
                Try now
              </Button>
            )}
          </>
        }
      >
        <b>You are offline.</b> What you have opened stays readable.{waiting(unsent)}
      </Banner>
    )
  if (state === 'reconnecting')
    return (
      <Banner icon={<RefreshCw aria-hidden />} actions={show}>
        <b>Reconnecting to the server.</b> What happens meanwhile is caught up with.{waiting(unsent)}
      </Banner>
    )
  if (refused > 0)
    return (
      <Banner kind="blocked" icon={<CloudOff aria-hidden />} actions={show}>
        <b>{changes(refused)} could not be taken.</b> Kept on this device until you decide.
      </Banner>
    )
  if (isStuck && unsent > 0)
    return (
      <Banner icon={<RefreshCw aria-hidden />} actions={show}>
        <b>{changes(unsent)} not sent yet.</b> Kept on this device, and tried again by itself.
      </Banner>
    )
  return null
}
