import type { Feature } from '../../contract/access.ts'
import { topics } from '../../contract/live.ts'
import { selectSession, type SessionRef } from '../../machines/session/session.machine.ts'
import type { Live } from '../../services/live/live.ts'
import { whenIdle } from '../shared/when-idle.ts'

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

  let news = 0

  const changed = (now: readonly Feature[]) => session.send({ type: 'features/changed', features: now })
  const ask = async () => {
    const before = news
    try {
      const now = await features()
      // What was told meanwhile is newer than what was asked for before it.
      if (news === before) changed(now)
    } catch {
      // Not answered: the next connection asks again.
    }
  }
  const follow = (tenant: string) => {
    let leave = () => {}
    const callOff = whenIdle(() => {
      const topic = live
        .followNews(topics.workspace(tenant), () => void ask())
        .subscribe((told) => {
          if (told.type !== 'FEATURES') return
          news += 1
          changed(told.features)
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
