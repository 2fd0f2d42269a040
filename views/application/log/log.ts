import { openLog, type Log } from '../../../store/log/log.ts'
import type { Application } from '../application.ts'
import { useApplication, useSession } from '../context.tsx'
import { knownEvents } from '../../../store/projections/known-events.ts'
import { compactOnIdle } from './idle-compaction.ts'
import { requestPersistence } from './persistence.ts'
import { watchStorage } from './storage-health.ts'

const logs = new WeakMap<Application, Map<number, Log>>()

/** The local event log of one user. Loaded on demand: pages without a log do not pay for it. */
export const logOf = (application: Application, userId: number): Log => {
  const known = logs.get(application) ?? new Map<number, Log>()
  logs.set(application, known)
  const held = known.get(userId)
  if (held) return held
  const log = openLog(`assay-${userId}`, knownEvents, () => requestPersistence(userId))
  known.set(userId, log)
  watchStorage(log, application)
  compactOnIdle(log, { locks: navigator.locks as LockManager | undefined, after: application.firstAnswers })
  return log
}

/** The signed-in user's local event log. */
export const useLog = (): Log => logOf(useApplication(), useSession().user.id)
