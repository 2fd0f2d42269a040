import { apiOfProject } from '../application/pages/first-calls.ts'
import { ANYONE, signedInWith, WRITERS } from '../application/pages/gate.ts'
import type { PageDefinition } from '../application/pages/page-definition.ts'
import { paths } from '../shared/routes.ts'

const runs = signedInWith('test-case-management')
const writers = { ...runs, roles: WRITERS }

export const runPages: PageDefinition[] = [
  {
    pattern: paths.testRuns,
    gate: runs,
    title: 'Test runs',
    navigation: { id: 'test-runs', label: 'Test runs' },
    load: () => import('./list/runs-page.tsx').then((m) => m.RunsPage),
  },
  {
    pattern: paths.publicTestRun,
    gate: ANYONE,
    load: () => import('./public/public-run-page.tsx').then((m) => m.PublicRunPage),
  },
  {
    pattern: paths.createTestRun,
    gate: writers,
    fallback: paths.testRuns,
    title: 'New test run',
    parent: paths.testRuns,
    load: () => import('./editor/create-page.tsx').then((m) => m.CreateRunPage),
  },
  {
    pattern: paths.testRun,
    gate: runs,
    firstCalls: (params) => [
      `${apiOfProject(params)}/test-runs/${params['runId']}/opened`,
      `${apiOfProject(params)}/result-statuses`,
      apiOfProject(params),
    ],
    title: 'Test run',
    parent: paths.testRuns,
    load: () => import('./execution/execution-page.tsx').then((m) => m.ExecutionPage),
  },
  {
    pattern: paths.testRunReport,
    gate: runs,
    title: 'Report',
    parent: paths.testRun,
    load: () => import('./report/run-report-page.tsx').then((m) => m.RunReportPage),
  },
  {
    pattern: paths.editTestRun,
    gate: writers,
    fallback: paths.testRuns,
    title: 'Edit',
    parent: paths.testRun,
    load: () => import('./editor/edit-page.tsx').then((m) => m.EditRunPage),
  },
]
