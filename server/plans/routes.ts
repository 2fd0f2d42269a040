import {
  closeTestPlan,
  closeTestPlans,
  createTestPlan,
  deleteTestPlan,
  deleteTestPlans,
  getTestPlan,
  listTestPlans,
  updateTestPlan,
} from '../../contract/plans/plans.ts'
import { getTestPlanReport } from '../../contract/plans/report.ts'
import { mailTestPlanReport } from '../../contract/runs/report-mail.ts'
import type { Principal, Principals, ProjectScope } from '../access/principals.ts'
import type { Config } from '../config.ts'
import type { Db } from '../db/open.ts'
import type { Routes } from '../http/routes.ts'
import type { Mailer } from '../mail/mailer.ts'
import { mailReport } from '../runs/runs.ts'
import { closePlan, closePlans, deletePlan, deletePlans } from './bulk.ts'
import { createPlan } from './create.ts'
import { findPlans, readPlan } from './read.ts'
import { reportPlan } from './report.ts'
import { updatePlan } from './update.ts'

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

export const planRoutes = (routes: Routes, { db, principals, mailer, config }: Parts): void => {
  routes.inProject(listTestPlans, ({ project, query }) => findPlans(db, project.id, query))

  routes.inProject(getTestPlan, async ({ project, params: { testPlanId }, query: { includeCases } }) => ({
    data: await readPlan(db, project.id, testPlanId, { includeCases: includeCases === 'true' }),
  }))

  routes.inProject(getTestPlanReport, async ({ project, params: { testPlanId } }) => ({
    data: await reportPlan(db, project, testPlanId),
  }))

  routes.inProject(mailTestPlanReport, async ({ project, params: { testPlanId }, body, request }) => {
    const [plan, report] = await Promise.all([
      readPlan(db, project.id, testPlanId, { includeCases: false }),
      reportPlan(db, project, testPlanId),
    ])
    const { title } = plan
    const address = `${config.PUBLIC_URL}/projects/${encodeURIComponent(project.key)}/test-plans/${testPlanId}/report`
    return mailReport(
      db,
      mailer,
      project,
      body,
      { title, report, configurations: report.configurations, address },
      request.log,
    )
  })

  routes.inProject(createTestPlan, async (given) => ({
    data: await createPlan(db, whereOf(given), await principals.features(), given.body),
  }))

  routes.inProject(updateTestPlan, async (given) => ({
    data: await updatePlan(db, whereOf(given), await principals.features(), given.params.testPlanId, given.body),
  }))

  routes.inProject(closeTestPlan, async (given) => {
    await closePlan(db, whereOf(given), given.params.testPlanId)
    return {}
  })

  routes.inProject(deleteTestPlan, async (given) => {
    await deletePlan(db, whereOf(given), given.params.testPlanId)
    return {}
  })

  routes.inProject(closeTestPlans, (given) => closePlans(db, whereOf(given), given.body.testPlansIds))
  routes.inProject(deleteTestPlans, (given) => deletePlans(db, whereOf(given), given.body.testPlansIds))
}
