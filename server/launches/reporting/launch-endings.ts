import { isUnderWay } from '../../../contract/launches/launches.ts'
import { failureOf } from '../failure.ts'
import { recount, resultOf, settleStatus } from '../result.ts'
import type { LaunchRow } from '../rows.ts'
import type { Batch } from '../writer/batch.ts'
import type { Operation } from '../writer/operation.ts'

/** Reason of tests that were open when their launch ended. */
const UNFINISHED = 'The launch ended before this test reported a result'

/**
 * Ends a launch at its agent's request. Tests without a result are aborted, so that a lost connection never looks like a pass; a later
 * result replaces that. When the launch was already ended by its agent or a user, only open tests and sessions are closed.
 */
export const finishLaunch = (launchId: number, endedAt: Date | null): Operation<LaunchRow> => ({
  needs: { launches: [launchId], openTestsOf: [launchId], openSessionsOf: [launchId] },
  apply: (batch) => {
    const row = { ...batch.launch(launchId) }
    const end = endedAt ?? batch.now
    closeSessions(batch, launchId, end)
    const isSettled = row.ended_by === 'user' || (row.ended_by === 'agent' && !isUnderWay(row.status))
    abortTests(batch, row, UNFINISHED)
    const after: LaunchRow = isSettled
      ? { ...row, heard_at: batch.now }
      : { ...row, status: resultOf(row), ended_at: end, ended_by: 'agent', heard_at: batch.now }
    batch.setLaunch(after)
    return after
  },
})

/** Ends a launch on behalf of someone other than its agent: open tests are aborted, open sessions closed. */
export const endLaunch = (
  launchId: number,
  by: 'user' | 'silence' | 'engine',
  words: { reason: string; comments: string | null; onlyIf?: (row: LaunchRow) => boolean },
): Operation<LaunchRow> => ({
  needs: { launches: [launchId], openTestsOf: [launchId], openSessionsOf: [launchId] },
  apply: (batch) => {
    const before = batch.launch(launchId)
    if (words.onlyIf && !words.onlyIf(before)) return before
    const row: LaunchRow = {
      ...before,
      status: 'ABORTED',
      ended_at: batch.now,
      ended_by: by,
      comments: words.comments ?? before.comments,
    }
    abortTests(batch, row, words.reason)
    closeSessions(batch, launchId, batch.now)
    batch.setLaunch(row)
    return row
  },
})

/** Aborts the tests that are still open in a finished launch, and updates its status. */
export const abortOpenTests = (
  launchId: number,
  reason: string,
  onlyIf: (row: LaunchRow) => boolean,
): Operation<void> => ({
  needs: { launches: [launchId], openTestsOf: [launchId] },
  apply: (batch) => {
    const before = batch.launch(launchId)
    if (!onlyIf(before)) return
    const row = { ...before }
    abortTests(batch, row, reason)
    settleStatus(row)
    batch.setLaunch(row)
  },
})

/** Mutates the counters of `launch`, which must be the caller's copy. */
const abortTests = (batch: Batch, launch: LaunchRow, reason: string): void => {
  for (const { row: test } of batch.tests.values()) {
    if (test?.launch_id !== launch.id || test.status !== 'IN_PROGRESS') continue
    const aborted = { ...test, ...failureOf(reason), status: 'ABORTED' as const, ended_at: batch.now }
    recount(launch, test, aborted)
    batch.setTest(aborted)
  }
}

const closeSessions = (batch: Batch, launchId: number, end: Date): void => {
  for (const { row } of batch.sessions.values())
    if (row?.launch_id === launchId && row.status === 'RUNNING')
      batch.setSession({ ...row, status: 'COMPLETED', ended_at: end })
}
