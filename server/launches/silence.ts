import type { FastifyBaseLogger } from 'fastify'
import { isUnderWay } from '../../contract/launches/launches.ts'
import type { Db } from '../db/open.ts'
import { abortOpenTests, endLaunch } from './reporting/launch-endings.ts'
import type { LaunchRow } from './rows.ts'
import type { Writer } from './writer/writer.ts'

/**
 * Ends launches whose agent has said nothing for so long: a process that was killed says nothing at all (protocol 3). An agent
 * that does speak again goes on where it was. Tests left open in launches that have ended are aborted, too. Returns how many
 * launches it ended.
 */
export const endSilentLaunches = async (db: Db, writer: Writer, silenceMinutes: number): Promise<number> => {
  const before = new Date(Date.now() - silenceMinutes * 60_000)
  const silent = await db
    .selectFrom('launch')
    .select('id')
    .where('status', 'in', ['IN_PROGRESS', 'QUEUED', 'LAUNCHING'])
    .where('heard_at', '<', before)
    // The engine ends those that it holds: in the queue they have no agent yet, and what runs has a time limit.
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
  // Somebody may have spoken between the question and the answer.
  const isSilent = (row: LaunchRow) => row.heard_at < before
  for (const { id } of silent)
    await writer.submit(
      endLaunch(id, 'silence', { reason, comments: null, onlyIf: (row) => isUnderWay(row.status) && isSilent(row) }),
    )
  // The agent said that all is over, but its word on some tests was lost: most agents send nothing twice.
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

/** Looks for silent launches now and again, until it is told to stop. */
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
