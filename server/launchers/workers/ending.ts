/** Ends launches whose run has ended, and returns to the queue those whose command has not begun. */
import { isUnderWay } from '../../../contract/launches/launches.ts'
import { CONSOLE_LIMITS, type RunOutcome } from '../../../contract/launchers/worker-protocol.ts'
import type { Db } from '../../db/open.ts'
import { cut } from '../../db/storable.ts'
import type { Writer } from '../../launches/launches.ts'
import { endUnfinished, markQueuedAgain } from './launch-states.ts'
import { revokeToken } from './launch-token.ts'
import { abortQueued, putBack, settle, type Execution } from './leases.ts'
import { keepLines, linesOf } from './output.ts'

export interface EndingParts {
  db: Db
  writer: Writer
}

/** Ends the launch of a run, unless its agent has ended it, and revokes the run's token. */
export const endExecution = async (parts: EndingParts, execution: Execution, outcome: RunOutcome): Promise<void> => {
  await cleanUpAfter(parts, execution, outcome)
  await settle(parts.db, execution.id, outcome)
}

/** Ends a run that its worker cannot report; appends the reason to the output. */
export const endWithReason = async (parts: EndingParts, execution: Execution, reason: string): Promise<void> => {
  await addConsoleLine(parts.db, execution, reason)
  await endExecution(parts, execution, { exitCode: null, reason })
}

/** Returns a launch to the queue. False when its command has begun: then it must be ended. */
export const giveBack = async (
  parts: EndingParts,
  execution: Execution,
  { isWorkerLost = false }: { isWorkerLost?: boolean } = {},
): Promise<boolean> => {
  await revokeToken(parts.db, execution.id)
  if (!(await putBack(parts.db, execution, isWorkerLost))) return false
  await addConsoleLine(parts.db, execution, 'It waits in the queue again')
  const { status } = await parts.writer.submit(markQueuedAgain(execution.launchId))
  // The launch ended while the worker held it, so that its queue entry still has to be removed.
  if (!isUnderWay(status)) await abortQueued(parts.db, execution.id)
  return true
}

const addConsoleLine = async (db: Db, { id }: Execution, words: string): Promise<void> => {
  const place = (await linesOf(db, id)) + 1
  await keepLines(db, id, [{ place, at: new Date(), line: cut(words, CONSOLE_LIMITS.line) }])
}

const cleanUpAfter = async (
  { db, writer }: EndingParts,
  { id, launchId }: Execution,
  { exitCode, reason }: RunOutcome,
): Promise<void> => {
  await revokeToken(db, id)
  const launch = await db.selectFrom('launch').select('status').where('id', '=', launchId).executeTakeFirst()
  if (!launch || !isUnderWay(launch.status)) return
  // The agent has ended the launch and it was relaunched: only the newer run may end it.
  const newer = db.selectFrom('launch_execution').select('id').where('launch_id', '=', launchId).where('id', '>', id)
  if (await newer.executeTakeFirst()) return
  const unfinished =
    launch.status === 'IN_PROGRESS' ? ' before all results were reported' : ' without reporting anything'
  const words = reason ?? `The command ended${unfinished}`
  await writer.submit(endUnfinished(launchId, exitCode === null || reason === null ? words : `${words}${unfinished}`))
}
