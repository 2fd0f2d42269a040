import type { FastifyBaseLogger } from 'fastify'
import { isUnderWay } from '../../contract/launches/launches.ts'
import type { Db } from '../db/open.ts'
import { abortOpenTests, endLaunch } from './reporting/launch-endings.ts'
import type { LaunchRow } from './rows.ts'
import type { Writer } from './writer/writer.ts'

/**
 * Ends launches whose agents sent nothing for that long: a killed process cannot end its launch (protocol 3). An agent that reports again
 * continues the launch. Also aborts tests that are still open in finished launches. Resolves with the number of launches it ended.
 */
export const endSilentLaunches = async (db: Db, writer: Writer, silenceMinutes: number): Promise<number> => {
  const before = new Date(Date.now() - silenceMinutes * 60_000)
  const silent = await db
    .selectFrom('launch')
    .select('id')
    .where('status', 'in', ['IN_PROGRESS', 'QUEUED', 'LAUNCHING'])
    .where('heard_at', '<', before)
    // The engine ends the launches that it holds: queued ones have no agent yet, and running ones have a time limit.
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('launch_execution as e')
            .select('e.id')
            .whereRef('e.launch_id', '=', 'launch.id')
            .where('e.state', 'in', ['queued', 'running']),
        ),
      ),
    )
    .execute()
  const reason = `The agent sent nothing for ${silenceMinutes} minutes`
  // The agent may have reported since the query.
  const isSilent = (row: LaunchRow) => row.heard_at < before
  for (const { id } of silent)
    await writer.submit(
      endLaunch(id, 'silence', { reason, comments: null, onlyIf: (row) => isUnderWay(row.status) && isSilent(row) }),
    )
  // The agent ended the launch, but results of some tests were lost: most agents do not retry.
  const unfinished = await db
    .selectFrom('launch')
    .select('id')
    .where('in_progress', '>', 0)
    .where('status', 'not in', ['IN_PROGRESS', 'QUEUED', 'LAUNCHING'])
    .where('heard_at', '<', before)
    .execute()
  for (const { id } of unfinished) await writer.submit(abortOpenTests(id, reason, isSilent))
  return silent.length
}

/** Periodically ends silent launches. Returns a function that stops it. */
export const watchSilence = (db: Db, writer: Writer, silenceMinutes: number, log: FastifyBaseLogger): (() => void) => {
  const look = () => {
    endSilentLaunches(db, writer, silenceMinutes).then(
      (ended) => ended > 0 && log.info({ ended }, 'silent launches ended'),
      (error: unknown) => log.error({ err: error }, 'silent launches could not be ended'),
    )
  }
  const timer = setInterval(look, Math.min(60_000, (silenceMinutes * 60_000) / 4))
  timer.unref()
  return () => clearInterval(timer)
}
