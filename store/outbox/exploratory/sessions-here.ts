import { exploratoryStream } from '../../../contract/live.ts'
import { exploratoryNow } from './sessions.ts'
import { inStream, type Log } from '../../log/log.ts'

/** A session that can be shown from this device. */
export interface SessionHere {
  id: string
  title: string
  observations: number
  /** Number of unconfirmed commands. */
  unsent: number
  /** Last read or change on this device, epoch ms. */
  usedAt: number
}

/** Sessions of a project that were opened on this device, most recent first. Unsent sessions are listed by the outbox. */
export async function sessionsHere(log: Log, projectKey: string): Promise<SessionHere[]> {
  const prefix = exploratoryStream('')
  const streams = await log.db.positions.where('stream').startsWith(prefix).primaryKeys()
  const found = await Promise.all(
    streams.map(async (stream): Promise<SessionHere[]> => {
      const id = stream.slice(prefix.length)
      const { session, isGone, observations, unsent, state } = await exploratoryNow(log, id)
      if (session === null || isGone || state.base.projectKey !== projectKey) return []
      const last = await inStream(log, stream).last()
      return [{ id, title: session.title, observations: observations.length, unsent, usedAt: last?.at ?? 0 }]
    }),
  )
  return found.flat().sort((a, b) => b.usedAt - a.usedAt)
}
