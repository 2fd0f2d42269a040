import type { PlannedRunChange } from '../../contract/plans/plans.ts'
import type { Tx } from '../db/database.ts'
import { collisionsIn } from '../http/merge-edit.ts'

interface StoredRun {
  id: number
  title: string
  inheritsBase: boolean
}

/** Returns fields of single runs that another user changed since the author saw them, as `runs.{id}.{field}`. */
export const runCollisions = async (
  tx: Tx,
  runs: readonly StoredRun[],
  changes: readonly PlannedRunChange[],
): Promise<string[]> => {
  const own = runs.filter(
    ({ id, inheritsBase }) =>
      !inheritsBase && changes.some((change) => change.id === id && change.expected?.testCaseIds !== undefined),
  )
  const caseIds = await caseIdsOf(
    tx,
    own.map(({ id }) => id),
  )
  const inOrder = (ids: readonly number[] | null | undefined) => ids && ids.toSorted((a, b) => a - b)
  return changes.flatMap(({ id, title, testCaseIds, expected = {} }) => {
    const run = runs.find((one) => one.id === id)
    if (!run) return []
    const now = { title: run.title, testCaseIds: run.inheritsBase ? null : inOrder(caseIds.get(id) ?? []) }
    const then = { ...expected, ...('testCaseIds' in expected ? { testCaseIds: inOrder(expected.testCaseIds) } : {}) }
    return collisionsIn(now, { title, testCaseIds: inOrder(testCaseIds), expected: then }).map(
      (field) => `runs.${id}.${field}`,
    )
  })
}

const caseIdsOf = async (tx: Tx, runIds: readonly number[]): Promise<ReadonlyMap<number, number[]>> => {
  const found = new Map<number, number[]>(runIds.map((id) => [id, []]))
  if (runIds.length === 0) return found
  const rows = await tx
    .selectFrom('test_run_case')
    .select(['run_id', 'case_id'])
    .where('run_id', 'in', [...runIds])
    .where('removed_at', 'is', null)
    .execute()
  for (const { run_id, case_id } of rows) found.get(run_id)?.push(case_id)
  return found
}
