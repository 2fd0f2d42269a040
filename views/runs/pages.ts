import { signedInWith } from '../shared/pages/gate.ts'
import type { PageDefinition } from '../shared/pages/page-definition.ts'

export const runPages: PageDefinition[] = ['', '/create', '/:runId', '/:runId/edit'].map((rest) => ({
  pattern: `/projects/:projectKey/test-runs${rest}`,
  gate: signedInWith('test-case-management'),
}))
