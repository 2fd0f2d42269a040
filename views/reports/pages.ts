import { signedInWith } from '../application/pages/gate.ts'
import type { PageDefinition } from '../application/pages/page-definition.ts'
import { paths } from '../shared/routes.ts'

export const reportPages: PageDefinition[] = [
  {
    pattern: paths.reports,
    gate: { who: 'signed-in', anyFeature: ['execution-summary-report', 'execution-duration-report'] },
    title: 'Reports',
    navigation: { id: 'reports', label: 'Reports' },
    load: () => import('./hub/reports-page.tsx').then((m) => m.ReportsPage),
  },
  {
    pattern: paths.executionSummary,
    gate: signedInWith('execution-summary-report'),
    title: 'Execution summary',
    parent: paths.reports,
    load: () => import('./summary/summary-page.tsx').then((m) => m.SummaryPage),
  },
  {
    pattern: paths.durationAnalysis,
    gate: signedInWith('execution-duration-report'),
    title: 'Duration analysis',
    parent: paths.reports,
    load: () => import('./durations/durations-page.tsx').then((m) => m.DurationsPage),
  },
]
