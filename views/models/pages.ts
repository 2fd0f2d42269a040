import { signedInWith } from '../application/pages/gate.ts'
import type { PageDefinition } from '../application/pages/page-definition.ts'
import { paths } from '../shared/routes.ts'

export const modelPages: PageDefinition[] = [
  {
    pattern: paths.caseModel,
    gate: signedInWith('test-case-management'),
    title: 'Cases from a model',
    parent: paths.testCases,
    load: () => import('./model-page.tsx').then((m) => m.ModelPage),
  },
]
