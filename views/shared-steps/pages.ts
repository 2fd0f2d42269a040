import { signedInWith } from '../application/pages/gate.ts'
import type { PageDefinition } from '../application/pages/page-definition.ts'
import { paths } from '../shared/routes.ts'

export const sharedStepsPages: PageDefinition[] = [
  {
    pattern: paths.sharedSteps,
    gate: signedInWith('test-case-management'),
    title: 'Shared steps',
    navigation: { id: 'shared-steps', label: 'Shared steps' },
    load: () => import('./shared-steps-page.tsx').then((m) => m.SharedStepsPage),
  },
]
