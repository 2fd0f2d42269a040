import type { Feature } from '../../contract/access.ts'
import { topics } from '../../contract/live.ts'
import { selectSession, type SessionRef } from '../../machines/session.ts'
import type { Live } from '../../services/live.ts'
import { whenIdle } from './when-idle.ts'

interface Parts {
  session: SessionRef
  live: Live
  /** Those that are switched on now. */
  features: () => Promise<readonly Feature[]>
}

/**
 * Keeps the open session's edition features those of the workspace: told by the live channel as somebody switches them, and
 * asked for whenever it (re)connects.
 */
export const followFeatures = ({ session, live, features }: Parts): void => {
  let followed: string | null = null
  let stop = () => {}

  const changed = (now: readonly Feature[]) => session.send({ type: 'features/changed', features: now })
  // Not answered: the next connection asks again.
  const ask = () => void features().then(changed, () => undefined)
  const follow = (tenant: string) => {
    let leave = () => {}
    const callOff = whenIdle(() => {
      const topic = live.followNews(topics.workspace(tenant), ask).subscribe((news) => {
        if (news.type === 'FEATURES') changed(news.features)
      })
      leave = () => topic.unsubscribe()
    })
    return () => {
      callOff()
      leave()
    }
  }

  session.subscribe((snapshot) => {
    const tenant = selectSession(snapshot)?.workspace.tenant ?? null
    if (tenant === followed) return
    followed = tenant
    stop()
    stop = tenant === null ? () => {} : follow(tenant)
  })
}
