import { LIMITS } from '../../contract/limits.ts'
import { runStream } from '../../contract/live.ts'
import type { RunChange } from '../../contract/runs/changes.ts'
import type { ProjectScope } from '../access/principals.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '../db/database.ts'
import type { NewEvent } from '../db/events.ts'
import { readRows } from './cases.ts'
import { readStates } from './read.ts'

/** Author and project of a change of runs. */
export interface Where {
  project: ProjectScope
  userId: number | null
}

/** Changes of runs: ids of changed rows, or `'whole'` if its fields or its cases changed. */
export type Touched = ReadonlyMap<number, readonly number[] | 'whole'>

/** Returns a row source for a condition such as `(rc.run_id, rc.case_id) in …`. */
export const casePairs = (cases: readonly { runId: number; caseId: number }[]): RawBuilder<unknown> => sql`(
  select "runId", "caseId" from jsonb_to_recordset(${JSON.stringify(cases)}::jsonb) as w("runId" bigint, "caseId" bigint))`

/** Returns one event per touched run, with its current state. Call at the end of the transaction. */
export const runEvents = async (tx: Tx, where: Where, touched: Touched): Promise<NewEvent[]> => {
  const listed = [...touched].flatMap(([runId, cases]) =>
    cases === 'whole' || cases.length > LIMITS.runRowsPerMessage ? [] : cases.map((caseId) => ({ runId, caseId })),
  )
  const { project } = where
  const [states, rows] = await Promise.all([
    readStates(tx, project.id, [...touched.keys()]),
    listed.length === 0 ? [] : readRows(tx, project.key, sql`(rc.run_id, rc.case_id) in ${casePairs(listed)}`),
  ])
  return eventsWith(where, touched, { states, rows })
}

/** Current state of runs and their cases. */
interface Shown {
  states: Awaited<ReturnType<typeof readStates>>
  rows: Awaited<ReturnType<typeof readRows>>
}

/** Like `runEvents`, for state that was already read and may include untouched rows. */
export const eventsWith = (where: Where, touched: Touched, { states, rows }: Shown): NewEvent[] =>
  states.flatMap(({ planId, ...state }) => {
    const cases = touched.get(state.id)
    if (cases === undefined) return []
    const isWhole = cases === 'whole'
    const listedCases = isWhole || cases.length > LIMITS.runRowsPerMessage ? null : new Set(cases)
    const payload: RunChange = {
      runId: state.id,
      planId,
      isDeleted: false,
      isWhole,
      state,
      cases:
        listedCases === null
          ? null
          : rows
              .filter(({ runId, caseId }) => runId === state.id && listedCases.has(caseId))
              .map(({ runId: _, ...row }) => row),
    }
    return [eventOf(where, payload)]
  })

export const deletedEvents = (where: Where, runs: readonly { id: number; planId: number | null }[]): NewEvent[] =>
  runs.map(({ id, planId }) =>
    eventOf(where, { runId: id, planId, isDeleted: true, isWhole: true, state: null, cases: null }),
  )

const eventOf = ({ project, userId }: Where, payload: RunChange): NewEvent => ({
  stream: runStream(payload.runId),
  type: 'run/changed',
  payload,
  projectId: project.id,
  userId,
})
