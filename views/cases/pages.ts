import { apiOfProject } from '../application/pages/first-calls.ts'
import { signedInWith, WRITERS } from '../application/pages/gate.ts'
import type { PageDefinition } from '../application/pages/page-definition.ts'
import { paths } from '../shared/routes.ts'

const cases = signedInWith('test-case-management')

export const casePages: PageDefinition[] = [
  {
    pattern: paths.testCases,
    gate: cases,
    title: 'Test cases',
    navigation: { id: 'test-cases', label: 'Test cases' },
    firstCalls: (params) => [`${apiOfProject(params)}/test-suites`, apiOfProject(params)],
    load: () => import('./repository-page.tsx').then((m) => m.RepositoryPage),
  },
  {
    pattern: paths.trashBin,
    gate: { who: 'signed-in', features: ['test-case-management', 'trash-bin'], roles: WRITERS },
    title: 'Trash bin',
    parent: paths.testCases,
    load: () => import('./trash/trash-page.tsx').then((m) => m.TrashPage),
  },
  {
    pattern: paths.casesReport,
    gate: cases,
    title: 'Report',
    parent: paths.testCases,
    load: () => import('./report/report-page.tsx').then((m) => m.ReportPage),
  },
  {
    pattern: paths.testCase,
    gate: cases,
    title: 'Test case',
    parent: paths.testCases,
    load: () => import('./case/case-page.tsx').then((m) => m.CasePage),
  },
]
