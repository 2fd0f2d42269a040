/** Offline is a state, not an error: which side is away, what still works, and how many changes wait. Nothing while connected. */
import { CloudOff, RefreshCw, ServerOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import type { ConnectionState } from '../boot/connection-state.ts'
import { waitingWords } from '../shared/waiting-words.ts'

export type Connection = {
  state: ConnectionState
  /** Changes kept on this device that the server has not seen. */
  unsent: number
  /** The same of attached files. */
  files: number
  /** Beside that: a way to look at them. */
  actions?: ReactNode
  /** Asks for the server now; left out where that happens by itself all the time. */
  onRetry?: (() => void) | undefined
}

/** Which of the two is away. */
export const AWAY_WORDS = { offline: 'You are offline', unanswered: 'The server does not answer' } as const

export function ConnectionBanner({ state, unsent, files, actions, onRetry }: Connection) {
  const words = waitingWords(unsent, files)
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
        <b>{AWAY_WORDS[state]}.</b> Pages you have opened stay readable.{waiting}
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
