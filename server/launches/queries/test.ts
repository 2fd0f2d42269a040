import { sql } from 'kysely'
import type { z } from 'zod/mini'
import type { getTest, TestAttempt } from '../../../contract/launches/test-details.ts'
import { launchStream } from '../../../contract/live.ts'
import { streamSequence } from '../../db/events.ts'
import type { Db, Tx } from '../../db/open.ts'
import { messageOf } from '../failure.ts'
import { testOf, type TestRow } from '../rows.ts'
import { findTest } from './find-test.ts'
import { inSnapshot } from '../../db/snapshot.ts'
import { readSuggestions } from './suggestions.ts'
import { readTestSessions, uploadOf, uploadsOf } from './test-sessions.ts'

/** Resolves with a test and everything on its page except its log. */
export const readTest = (
  db: Db,
  place: { projectId: number; launchId: number; testId: number },
): Promise<z.infer<typeof getTest.answer>> =>
  inSnapshot(db, async (tx) => {
    const stream = launchStream(place.launchId)
    const [sequence, row] = await Promise.all([streamSequence(tx, stream), findTest(tx, place)])
    const [attempts, steps, uploads, sessions, neighbours, { started_at, ...launch }] = await Promise.all([
      tx.selectFrom('test_attempt').selectAll().where('test_id', '=', row.id).orderBy('attempt').execute(),
      tx.selectFrom('test_steps').select(['attempt', 'step_count', 'omitted']).where('test_id', '=', row.id).execute(),
      uploadsOf(tx).select('a.attempt').where('a.test_id', '=', row.id).where('a.kind', '<>', 'screenshot').execute(),
      readTestSessions(tx, row.id),
      neighboursOf(tx, row),
      tx
        .selectFrom('launch')
        .select(['name as launchName', 'number as launchNumber', 'started_at'])
        .where('id', '=', row.launch_id)
        .executeTakeFirstOrThrow(),
    ])
    const stepsOf = (attempt: number) => {
      const own = steps.find((one) => one.attempt === attempt)
      return own === undefined ? 0 : own.step_count + own.omitted
    }
    const filesOf = (attempt: number) => uploads.filter((upload) => upload.attempt === attempt).map(uploadOf)
    const isUnlinked = row.status === 'FAILED' && row.failure_key !== null && row.issue_id === null
    const suggestions = isUnlinked
      ? await readSuggestions(tx, { id: row.launch_id, project_id: row.project_id, started_at }, [
          row.failure_key ?? '',
        ])
      : null
    return {
      test: testOf(row),
      ...launch,
      stackTrace: row.reason,
      suggestion: suggestions?.get(row.failure_key ?? '') ?? null,
      correlationData: row.correlation_data,
      attempts: [...attempts, row].map((one) => ({
        ...attemptOf(one),
        artifacts: filesOf(one.attempt),
        steps: stepsOf(one.attempt),
      })),
      artifacts: [
        ...row.refs.map(({ name, value }) => ({ name, url: value, kind: 'link' as const, sizeBytes: null, at: null })),
        ...filesOf(row.attempt),
      ],
      sessions,
      ...neighbours,
      stream,
      sequence,
    }
  })

const attemptOf = (
  row: Pick<TestRow, 'attempt' | 'status' | 'reason' | 'started_at' | 'ended_at'>,
): Omit<TestAttempt, 'artifacts' | 'steps'> => ({
  attempt: row.attempt,
  status: row.status,
  message: messageOf(row.reason),
  startTime: row.started_at.toISOString(),
  finishTime: row.ended_at?.toISOString() ?? null,
})

const neighboursOf = async (
  tx: Tx,
  { launch_id: launchId, started_at: startedAt, id }: TestRow,
): Promise<{ previousId: number | null; nextId: number | null }> => {
  const nearest = (comparison: '<' | '>', direction: 'asc' | 'desc') => sql<number | null>`(
    select t.id from test t
     where t.launch_id = ${launchId} and (t.started_at, t.id) ${sql.raw(comparison)} (${startedAt}, ${id})
     order by t.started_at ${sql.raw(direction)}, t.id ${sql.raw(direction)} limit 1)`
  const { rows } = await sql<{ previousId: number | null; nextId: number | null }>`
    select ${nearest('<', 'desc')} as "previousId", ${nearest('>', 'asc')} as "nextId"`.execute(tx)
  return rows[0] ?? { previousId: null, nextId: null }
}
