import { signedInWith } from '../shared/pages/gate.ts'
import type { PageDefinition } from '../shared/pages/page-definition.ts'

const REPORTS = '/projects/:projectKey/reports'

export const reportPages: PageDefinition[] = [
  {
    pattern: REPORTS,
    gate: { who: 'signed-in', anyFeature: ['execution-summary-report', 'execution-duration-report'] },
  },
  { pattern: `${REPORTS}/test-execution-summary`, gate: signedInWith('execution-summary-report') },
  { pattern: `${REPORTS}/test-execution-duration-analysis`, gate: signedInWith('execution-duration-report') },
]
