import type { ComponentType } from 'react'
import { matchRoute } from './route-table.ts'
import { paths } from '../shared/routes.ts'

/** The code of one page, asked for once. */
export interface PageCode {
  /** Null until it has come. */
  component: ComponentType | null
  load: () => Promise<ComponentType>
}

const page = (ask: () => Promise<ComponentType>): PageCode => {
  let loading: Promise<ComponentType> | null = null
  const code: PageCode = {
    component: null,
    load: () => (loading ??= keep()),
  }
  const keep = async () => {
    try {
      return (code.component = await ask())
    } catch (cause) {
      loading = null // the next opening asks again
      throw cause
    }
  }
  return code
}

/** The page of each address that has one, loaded when it is first opened; an address of the route table that is not here answers 404. */
export const PAGES: Partial<Record<string, PageCode>> = {
  [paths.signUp]: page(() => import('../session/sign-up.tsx').then((m) => m.SignUp)),
  [paths.signIn]: page(() => import('../session/sign-in.tsx').then((m) => m.SignIn)),
  [paths.singleSignOn]: page(() => import('../session/single-sign-on.tsx').then((m) => m.SingleSignOn)),
  [paths.projects]: page(() => import('../projects/projects.tsx').then((m) => m.Projects)),
  [paths.profile]: page(() => import('../workspace/profile/profile.tsx').then((m) => m.Profile)),
  [paths.forgotPassword]: page(() => import('../session/forgot-password.tsx').then((m) => m.ForgotPassword)),
  [paths.resetPassword]: page(() => import('../session/reset-password.tsx').then((m) => m.ResetPassword)),
  [paths.project]: page(() => import('../projects/overview/overview-page.tsx').then((m) => m.OverviewPage)),
  [paths.testCases]: page(() => import('../cases/repository-page.tsx').then((m) => m.RepositoryPage)),
  [paths.testCase]: page(() => import('../cases/case/case-page.tsx').then((m) => m.CasePage)),
  [paths.trashBin]: page(() => import('../cases/trash/trash-page.tsx').then((m) => m.TrashPage)),
  [paths.casesReport]: page(() => import('../cases/report/report-page.tsx').then((m) => m.ReportPage)),
  [paths.caseModel]: page(() => import('../models/model-page.tsx').then((m) => m.ModelPage)),
  [paths.sharedSteps]: page(() => import('../shared-steps/shared-steps-page.tsx').then((m) => m.SharedStepsPage)),
  [paths.exploratorySessions]: page(() => import('../exploratory/list/sessions-page.tsx').then((m) => m.SessionsPage)),
  [paths.createExploratorySession]: page(() =>
    import('../exploratory/form/create-page.tsx').then((m) => m.CreateSessionPage),
  ),
  [paths.compareExploratorySessions]: page(() =>
    import('../exploratory/debrief/compare-page.tsx').then((m) => m.ComparePage),
  ),
  [paths.exploratorySessionReport]: page(() =>
    import('../exploratory/debrief/debrief-page.tsx').then((m) => m.DebriefPage),
  ),
  [paths.exploratorySession]: page(() => import('../exploratory/session-page.tsx').then((m) => m.SessionPage)),
  [paths.editExploratorySession]: page(() =>
    import('../exploratory/form/edit-page.tsx').then((m) => m.EditSessionPage),
  ),
  [paths.launches]: page(() => import('../launches/list/launches-page.tsx').then((m) => m.LaunchesPage)),
  [paths.launch]: page(() => import('../launches/launch/launch-page.tsx').then((m) => m.LaunchPage)),
  [paths.gettingStarted]: page(() => import('../launches/setup/getting-started.tsx').then((m) => m.GettingStarted)),
  [paths.gettingStartedWith]: page(() =>
    import('../launches/setup/getting-started-with.tsx').then((m) => m.GettingStartedWith),
  ),
  [paths.plan]: page(() => import('../workspace/plan.tsx').then((m) => m.Plan)),
  [paths.settings]: page(() => import('../settings/general/general-page.tsx').then((m) => m.GeneralPage)),
  [paths.members]: page(() => import('../settings/members/members-page.tsx').then((m) => m.MembersPage)),
  [paths.changeLog]: page(() => import('../settings/change-log/change-log-page.tsx').then((m) => m.ChangeLogPage)),
  [paths.test]: page(() => import('../launches/test/test-page.tsx').then((m) => m.TestPage)),
  [paths.configurations]: page(() =>
    import('../settings/configurations/configurations-page.tsx').then((m) => m.ConfigurationsPage),
  ),
  [paths.environmentsVariables]: page(() =>
    import('../settings/environments/environments-page.tsx').then((m) => m.EnvironmentsPage),
  ),
  [paths.environments]: page(() =>
    import('../settings/environments/environments-page.tsx').then((m) => m.EnvironmentsPage),
  ),
  [paths.requirementSystems]: page(() =>
    import('../settings/requirement-systems/requirement-systems-page.tsx').then((m) => m.RequirementSystemsPage),
  ),
  [paths.observationTypes]: page(() =>
    import('../settings/observation-types/observation-types.tsx').then((m) => m.ObservationTypesPage),
  ),
  [paths.priorities]: page(() =>
    import('../settings/case-attributes/case-attributes.tsx').then((m) => m.PrioritiesPage),
  ),
  [paths.automationStates]: page(() =>
    import('../settings/case-attributes/case-attributes.tsx').then((m) => m.AutomationStatesPage),
  ),
  [paths.resultStatuses]: page(() =>
    import('../settings/result-statuses/result-statuses.tsx').then((m) => m.ResultStatusesPage),
  ),
  [paths.milestones]: page(() => import('../settings/milestones/milestones-page.tsx').then((m) => m.MilestonesPage)),
  [paths.testCaseFields]: page(() =>
    import('../settings/test-case-fields/test-case-fields.tsx').then((m) => m.TestCaseFields),
  ),
}

/** Loads the code of an address's page, if it has one. Never fails: that is told where the page is drawn. */
export const loadPageOf = async (path: string): Promise<void> => {
  await PAGES[matchRoute(path)?.entry.pattern ?? '']?.load().catch(() => undefined)
}
