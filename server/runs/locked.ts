import { sql } from 'kysely'
import { RUN_TEXTS } from '../../contract/runs/run-texts.ts'
import type { TestRun } from '../../contract/runs/runs.ts'
import type { Tx } from '../db/database.ts'
import { conflict, notFound } from '../http/refusal.ts'

export interface LockedRun {
  id: number
  planId: number | null
  title: string
  description: string
  milestoneId: number | null
  environmentId: number | null
  configurations: TestRun['configurations']
  requirements: string[]
  closedAt: Date | null
  revision: number
}

/** Returns runs of the project by id, locked until the transaction ends. */
export const lockedRuns = async (tx: Tx, projectId: number, ids: readonly number[]): Promise<LockedRun[]> => {
  const { rows } = await sql<LockedRun>`
    select r.id, r.plan_id as "planId", r.title, r.description, r.milestone_id as "milestoneId", r.environment_id as "environmentId",
           r.configurations, r.requirements, r.closed_at as "closedAt", r.revision
      from test_run r where r.project_id = ${projectId} and r.id = any(${[...ids]}::bigint[]) order by r.id for update`.execute(
    tx,
  )
  return rows
}

/** Throws 404 for a run that is not in the project; 409 for a closed one. */
export const lockedOpenRun = async (tx: Tx, projectId: number, runId: number): Promise<LockedRun> => {
  const [run] = await lockedRuns(tx, projectId, [runId])
  if (!run) throw notFound(RUN_TEXTS.notFound)
  if (run.closedAt !== null) throw conflict(RUN_TEXTS.closed)
  return run
}
