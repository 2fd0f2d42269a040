import { sql } from 'kysely'
import { sendRunCommands } from '../../contract/runs/commands.ts'
import { listCaseResults } from '../../contract/runs/results.ts'
import { getTestRunReport } from '../../contract/runs/report.ts'
import {
  adoptCaseVersion,
  assignRunCases,
  findRunCases,
  listRunCaseContents,
  listRunCases,
  openTestRun,
} from '../../contract/runs/run-cases.ts'
import { listMilestoneRuns } from '../../contract/runs/by-milestone.ts'
import { reportPresence } from '../../contract/runs/presence.ts'
import { pushLaunchResults } from '../../contract/runs/push.ts'
import { mailTestRunReport } from '../../contract/runs/report-mail.ts'
import { getRunOfflineSize } from '../../contract/runs/offline.ts'
import { RUN_TEXTS } from '../../contract/runs/run-texts.ts'
import {
  assignRunsToMilestone,
  closeTestRun,
  closeTestRuns,
  createTestRun,
  deleteTestRun,
  deleteTestRuns,
  getRerun,
  getTestRun,
  listTestRuns,
  updateTestRun,
} from '../../contract/runs/runs.ts'
import type { Principal, Principals, ProjectScope } from '../access/principals.ts'
import type { Db, Tx } from '../db/database.ts'
import { notFound } from '../http/refusal.ts'
import type { Routes } from '../http/routes.ts'
import type { Config } from '../config.ts'
import type { Mailer } from '../mail/mailer.ts'
import { pushLaunches } from './automated/push-launches.ts'
import { mailReport } from './report-mail.ts'
import { adoptVersion, assignCases } from './assign.ts'
import { assignToMilestone, closeRun, closeRuns, deleteRun, deleteRuns } from './bulk.ts'
import { findMilestoneRuns } from './by-milestone.ts'
import * as cases from './cases.ts'
import { createRun } from './create.ts'
import { findRuns } from './list.ts'
import { measureOffline } from './offline.ts'
import { openRun, readRerun } from './open.ts'
import { readRun } from './read.ts'
import { reportRun } from './report.ts'
import * as presence from './presence.ts'
import { createRecorder } from './results/carry-out.ts'
import { readResults } from './results/read.ts'
import { updateRun } from './update.ts'

interface Parts {
  db: Db
  principals: Principals
  mailer: Mailer
  config: Pick<Config, 'PUBLIC_URL'>
}

const whereOf = ({ project, caller }: { project: ProjectScope; caller: Principal }) => ({
  project,
  userId: caller.userId,
})

export const runRoutes = (routes: Routes, { db, principals, mailer, config }: Parts): void => {
  const recorder = createRecorder(db)

  routes.inProject(listTestRuns, ({ project, query }) => findRuns(db, project.id, query))

  routes.inProject(getTestRun, async ({ project, params: { runId } }) => ({
    data: await readRun(db, project.id, runId),
  }))

  routes.inProject(getTestRunReport, async ({ project, params: { runId } }) => ({
    data: await reportRun(db, project, runId),
  }))

  routes.inProject(listMilestoneRuns, async ({ project }) => ({ items: await findMilestoneRuns(db, project.id) }))

  routes.inProject(reportPresence, async ({ project, caller, params: { runId }, body }) => {
    await revisionOf(db, project.id, runId)
    return presence.reportPresence(db, { runId, userId: caller.userId }, body)
  })

  routes.inProject(mailTestRunReport, async ({ project, params: { runId }, body, request }) => {
    const [run, report] = await Promise.all([readRun(db, project.id, runId), reportRun(db, project, runId)])
    const address = `${config.PUBLIC_URL}/projects/${encodeURIComponent(project.key)}/test-runs/${runId}/report`
    return mailReport(db, mailer, project, body, { title: run.title, report, address }, request.log)
  })

  routes.inProject(pushLaunchResults, (given) =>
    pushLaunches(db, whereOf(given), given.params.runId, given.body.launchIds),
  )

  routes.inProject(createTestRun, async (given) => ({
    data: await createRun(db, whereOf(given), await principals.features(), given.body),
  }))

  routes.inProject(updateTestRun, async (given) => ({
    data: await updateRun(db, whereOf(given), await principals.features(), given.params.runId, given.body),
  }))

  routes.inProject(closeTestRun, async (given) => ({ data: await closeRun(db, whereOf(given), given.params.runId) }))

  routes.inProject(deleteTestRun, async (given) => {
    await deleteRun(db, whereOf(given), given.params.runId)
    return {}
  })

  routes.inProject(closeTestRuns, (given) => closeRuns(db, whereOf(given), given.body.ids))
  routes.inProject(deleteTestRuns, (given) => deleteRuns(db, whereOf(given), given.body.ids))
  routes.inProject(assignRunsToMilestone, (given) => assignToMilestone(db, whereOf(given), given.body))

  routes.inProject(getRerun, ({ project, params: { runId } }) => readRerun(db, project, runId))

  routes.inProject(openTestRun, ({ project, params: { runId } }) => openRun(db, project, runId))

  routes.inProject(listRunCases, ({ project, params: { runId }, query }) =>
    db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (tx) => {
        const revision = await revisionOf(tx, project.id, runId)
        return { ...(await cases.findRunCases(tx, project, runId, query)), revision }
      }),
  )

  routes.inProject(listRunCaseContents, async ({ project, params: { runId }, query }) => {
    await revisionOf(db, project.id, runId)
    return cases.findContents(db, project, runId, query)
  })

  routes.inProject(findRunCases, async ({ project, params: { runId }, query }) => {
    await revisionOf(db, project.id, runId)
    return { caseIds: await cases.findByFields(db, runId, query.filter.fields) }
  })

  routes.inProject(getRunOfflineSize, async ({ project, params: { runId } }) => {
    await revisionOf(db, project.id, runId)
    return measureOffline(db, runId)
  })

  routes.inProject(listCaseResults, async ({ project, params: { runId, caseId } }) => {
    await revisionOf(db, project.id, runId)
    const results = await readResults(db, sql`t.run_id = ${runId} and t.case_id = ${caseId}`)
    return { items: results.map(({ runId: _, ...result }) => result) }
  })

  routes.inProject(adoptCaseVersion, (given) =>
    adoptVersion(db, whereOf(given), given.params.runId, given.params.caseId),
  )

  routes.inProject(assignRunCases, (given) => assignCases(db, whereOf(given), given.params.runId, given.body))

  routes.inProject(sendRunCommands, async ({ project, caller, body: { commands } }) =>
    recorder.carryOut({
      project,
      commands,
      doer: {
        projectId: project.id,
        projectKey: project.key,
        userId: caller.userId,
        features: await principals.features(),
      },
    }),
  )
}

/** Throws 404 for a run that is not in the project. */
const revisionOf = async (db: Db | Tx, projectId: number, runId: number): Promise<number> => {
  const run = await db
    .selectFrom('test_run')
    .select('revision')
    .where('id', '=', runId)
    .where('project_id', '=', projectId)
    .executeTakeFirst()
  if (!run) throw notFound(RUN_TEXTS.notFound)
  return run.revision
}
