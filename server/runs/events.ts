import { LIMITS } from '../../contract/limits.ts'
import { runStream } from '../../contract/live.ts'
import type { RunChange } from '../../contract/runs/changes.ts'
import type { ProjectScope } from '../access/principals.ts'
import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import type { NewEvent } from '../db/events.ts'
import { readRows } from './cases.ts'
import { readStates } from './read.ts'

/** Who changes runs of which project. */
export interface Where {
  project: ProjectScope
  personId: number | null
}

/** What happened to a run: rows that changed, or `'whole'` where its fields or its cases did. */
export type Touched = ReadonlyMap<number, readonly number[] | 'whole'>

/** One event of each run that was touched, with what is there now. For the end of the transaction. */
export const runEvents = async (tx: Tx, { project, personId }: Where, touched: Touched): Promise<NewEvent[]> => {
  const told = [...touched].flatMap(([runId, cases]) =>
    cases === 'whole' || cases.length > LIMITS.runRowsTold ? [] : cases.map((caseId) => ({ runId, caseId })),
  )
  const [states, rows] = await Promise.all([
    readStates(tx, project.id, [...touched.keys()]),
    told.length === 0
      ? []
      : readRows(
          tx,
          project.key,
          sql`(rc.run_id, rc.case_id) in (
                select "runId", "caseId" from jsonb_to_recordset(${JSON.stringify(told)}::jsonb) as t("runId" bigint, "caseId" bigint))`,
        ),
  ])
  return states.map(({ planId, ...state }) => {
    const cases = touched.get(state.id)
    const isWhole = cases === 'whole'
    const isTold = !isWhole && (cases?.length ?? 0) <= LIMITS.runRowsTold
    const payload: RunChange = {
      runId: state.id,
      planId,
      isDeleted: false,
      isWhole,
      state,
      cases: isTold ? rows.filter(({ runId }) => runId === state.id).map(({ runId: _, ...row }) => row) : null,
    }
    return eventOf({ project, personId }, payload)
  })
}

export const deletedEvents = (where: Where, runs: readonly { id: number; planId: number | null }[]): NewEvent[] =>
  runs.map(({ id, planId }) =>
    eventOf(where, { runId: id, planId, isDeleted: true, isWhole: true, state: null, cases: null }),
  )

const eventOf = ({ project, personId }: Where, payload: RunChange): NewEvent => ({
  stream: runStream(payload.runId),
  type: 'run/changed',
  payload,
  projectId: project.id,
  personId,
})
