import { sql } from 'kysely'
import type { z } from 'zod/mini'
import { LIMITS } from '../../contract/limits.ts'
import type { ProjectUser } from '../../contract/projects/people.ts'
import type { openTestRun } from '../../contract/runs/run-cases.ts'
import type { getRerun } from '../../contract/runs/runs.ts'
import type { ProjectScope } from '../access/principals.ts'
import type { Tx } from '../db/database.ts'
import type { Db } from '../db/open.ts'
import { userOf } from '../access/users.ts'
import { readReferences } from '../settings/settings.ts'
import { findRunCases } from './cases.ts'
import { readRun } from './read.ts'

/** Reads everything in one snapshot, so that the run's counts match the listed cases. */
export const openRun = (db: Db, project: ProjectScope, runId: number): Promise<z.infer<typeof openTestRun.answer>> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      const run = await readRun(tx, project.id, runId)
      const [{ suites }, people, { items, isLast }] = await Promise.all([
        tx.selectFrom('test_run').select('suites').where('id', '=', runId).executeTakeFirstOrThrow(),
        peopleOf(tx, runId),
        findRunCases(tx, project, runId, { after: -1, limit: LIMITS.runFirstCases }),
      ])
      return { run, suites, people, cases: { items, isLast, revision: run.revision } }
    })

/** Returns users who are assigned cases of the run or recorded their last results. */
const peopleOf = async (tx: Tx, runId: number): Promise<ProjectUser[]> => {
  const { rows } = await sql<{ user: ProjectUser }>`
    select ${userOf('p')} as user from workspace_user p
     where p.id in (select assignee_id from test_run_case where run_id = ${runId}
                    union select last_result_by from test_run_case where run_id = ${runId})
     order by p.id`.execute(tx)
  return rows.map(({ user }) => user)
}

/** See `getRerun`. */
export const readRerun = async (
  db: Db,
  project: ProjectScope,
  runId: number,
): Promise<z.infer<typeof getRerun.answer>> => {
  const run = await readRun(db, project.id, runId)
  const { rows } = await sql<{
    id: number
    assigneeId: number | null
    outcome: 'failed' | 'untested' | 'other'
    isThere: boolean
  }>`
    select rc.case_id as id, rc.assignee_id as "assigneeId", c.id is not null as "isThere",
           case when rc.status_id is null then 'untested'
                when coalesce(s.is_failure, d.is_failure) then 'failed' else 'other' end as outcome
      from test_run_case rc
      left join test_case c on c.id = rc.case_id and c.project_id = ${project.id} and c.deleted_at is null
      left join result_status s on s.id = rc.status_id
      left join deleted_result_status d on d.id = rc.status_id
     where rc.run_id = ${runId} and rc.removed_at is null
     order by rc.place`.execute(db)
  const there = rows.filter(({ isThere }) => isThere)
  const milestone = await db
    .selectFrom('milestone')
    .select('completed')
    .where('id', '=', run.milestoneId)
    .executeTakeFirst()
  const none = new Set<number>()
  const { milestones, configurations, people } = await readReferences(db, project.id, {
    milestones: run.milestoneId === null ? none : new Set([run.milestoneId]),
    environments: none,
    people: new Set(there.flatMap(({ assigneeId }) => assigneeId ?? [])),
    options: new Set(run.configurations.map(({ optionId }) => optionId)),
  })
  return {
    data: {
      run,
      cases: there.map(({ isThere: _, assigneeId, ...one }) => ({
        ...one,
        assigneeId: assigneeId !== null && people.has(assigneeId) ? assigneeId : null,
      })),
      missingCases: rows.length - there.length,
      missingConfigurations: run.configurations.filter(({ optionId }) => !configurations.has(optionId)),
      missingEnvironment: run.environment?.deleted ?? false,
      isMilestoneCompleted: milestone?.completed ?? false,
      missingMilestone: run.milestoneId !== null && !milestones.has(run.milestoneId),
    },
  }
}
