/** Offline is a state, not an error: what still works, and how many changes wait. Nothing while connected. */
import { CloudOff, RefreshCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'

export type Connection = {
  state: 'online' | 'reconnecting' | 'offline'
  /** Changes kept on this device that the server has not seen. */
  unsent: number
  /** Beside that: a way to look at them. */
  actions?: ReactNode
  /** Asks for the server now; left out where that happens by itself all the time. */
  onRetry?: (() => void) | undefined
}

const waiting = (unsent: number) =>
  unsent === 0
    ? ''
    : unsent === 1
      ? ' 1 change waits to be sent.'
      : ` ${unsent.toLocaleString('en')} changes wait to be sent.`

export function ConnectionBanner({ state, unsent, actions, onRetry }: Connection) {
  if (state === 'offline')
    return (
      <Banner
        icon={<CloudOff aria-hidden />}
        actions={
          <>
            {actions}
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
      <Banner icon={<RefreshCw aria-hidden />} actions={actions}>
        <b>Reconnecting to the server.</b> What happens meanwhile is caught up with.{waiting(unsent)}
      </Banner>
    )
  return null
}
