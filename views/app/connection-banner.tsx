/** Offline is a state, not an error: what still works, and how many changes wait. Nothing while connected. */
import { CloudOff, RefreshCw } from 'lucide-react'
import { Banner } from '../ui/banner.tsx'

export type Connection = {
  state: 'online' | 'reconnecting' | 'offline'
  /** Changes kept on this device that the server has not seen. */
  unsent: number
}

const waiting = (unsent: number) =>
  unsent === 0
    ? ''
    : unsent === 1
      ? ' 1 change waits to be sent.'
      : ` ${unsent.toLocaleString('en')} changes wait to be sent.`

export function ConnectionBanner({ state, unsent }: Connection) {
  if (state === 'online') return null
  if (state === 'offline')
    return (
      <Banner icon={<CloudOff aria-hidden />}>
        <b>You are offline.</b> What you have opened stays readable.{waiting(unsent)}
      </Banner>
    )
  return (
    <Banner icon={<RefreshCw aria-hidden />}>
      <b>Reconnecting to the server.</b> What happens meanwhile is caught up with.{waiting(unsent)}
    </Banner>
  )
}
