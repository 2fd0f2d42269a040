import { sql } from 'kysely'
import type { z } from 'zod/mini'
import { PLAN_TEXTS } from '../../contract/plans/plan-texts.ts'
import type { PlanReport } from '../../contract/plans/report.ts'
import type { SelectedConfiguration } from '../../contract/settings/configurations.ts'
import type { ProjectScope } from '../access/principals.ts'
import type { Db } from '../db/database.ts'
import { notFound } from '../http/refusal.ts'
import { readReport, statisticsOf } from '../runs/runs.ts'
import type { CaseStatusCount } from '../../contract/runs/runs.ts'

interface RunRow {
  id: number
  title: string
  configurations: z.infer<typeof SelectedConfiguration>[]
  statistics: CaseStatusCount[]
}

/** Throws 404 for a plan that is not in the project. */
export const reportPlan = (db: Db, project: Pick<ProjectScope, 'id' | 'key'>, planId: number): Promise<PlanReport> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      const plan = await tx
        .selectFrom('test_plan')
        .select(['created_at', 'closed_at'])
        .where('id', '=', planId)
        .where('project_id', '=', project.id)
        .executeTakeFirst()
      if (!plan) throw notFound(PLAN_TEXTS.notFound)
      const { rows } = await sql<RunRow>`
        select r.id, r.title, r.configurations, ${statisticsOf(sql`r.status_counts`, sql`r.project_id`)} as statistics
          from test_run r where r.plan_id = ${planId} and r.project_id = ${project.id} order by r.id`.execute(tx)
      const runs = { runIds: rows.map(({ id }) => id), startedAt: plan.created_at, closedAt: plan.closed_at }
      return {
        ...(await readReport(tx, project, runs, new Date())),
        configurations: rows.map(({ id, title, configurations, statistics }) => {
          const count = (counts: (status: CaseStatusCount['status']) => boolean) =>
            statistics.reduce((sum, { status, count: cases }) => (counts(status) ? sum + cases : sum), 0)
          return {
            runId: id,
            title,
            options: configurations.map(({ optionName }) => optionName),
            cases: count(() => true),
            done: count((status) => status.isCompleted),
            failed: count((status) => status.isFailure),
          }
        }),
      }
    })
