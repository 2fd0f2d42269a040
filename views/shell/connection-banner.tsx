/**
 * Offline is a state, not an error: names the unreachable side, what still works, and the number of waiting changes. Hidden while
 * connected.
 */
import { CloudOff, RefreshCw, ServerOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { Banner } from '../ui/layout/banner.tsx'
import { Button } from '../ui/controls/button.tsx'
import type { ConnectionState } from '../application/connection-state.ts'
import { waitingText } from '../shared/waiting-text.ts'

export type Connection = {
  state: ConnectionState
  /** Changes on this device that the server has not received. */
  unsent: number
  /** Attached files that the server has not received. */
  files: number
  /** A link or button that shows them. */
  actions?: ReactNode
  /** Retries now; left out where retries are continuous. */
  onRetry?: (() => void) | undefined
}

/** The unreachable side. */
export const AWAY_TEXTS = { offline: 'You are offline', unanswered: 'The server does not answer' } as const

export function ConnectionBanner({ state, unsent, files, actions, onRetry }: Connection) {
  const words = waitingText(unsent, files)
  const waiting = words && ` ${words} ${unsent + files === 1 ? 'waits' : 'wait'} to be sent.`
  if (state === 'offline' || state === 'unanswered')
    return (
      <Banner
        icon={state === 'offline' ? <CloudOff aria-hidden /> : <ServerOff aria-hidden />}
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
        <b>{AWAY_TEXTS[state]}.</b> Pages you have opened stay readable.{waiting}
      </Banner>
    )
  if (state === 'reconnecting')
    return (
      <Banner icon={<RefreshCw aria-hidden />} actions={actions}>
        <b>Reconnecting to the server.</b> Missed updates load when the connection is back.{waiting}
      </Banner>
    )
  return null
}
