import { signedInWith } from '../shared/pages/gate.ts'
import type { PageDefinition } from '../shared/pages/page-definition.ts'

export const planPages: PageDefinition[] = ['', '/create', '/:testPlanId', '/:testPlanId/edit'].map((rest) => ({
  pattern: `/projects/:projectKey/test-plans${rest}`,
  gate: signedInWith('test-case-management', 'plans'),
}))
