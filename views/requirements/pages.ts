import { signedInWith } from '../application/pages/gate.ts'
import type { PageDefinition } from '../application/pages/page-definition.ts'
import { paths } from '../shared/routes.ts'

export const requirementPages: PageDefinition[] = [
  {
    pattern: paths.requirements,
    gate: signedInWith('test-case-management', 'requirements-mapping'),
    title: 'Requirements',
    navigation: { id: 'requirements', label: 'Requirements' },
    load: () => import('./requirements-page.tsx').then((m) => m.RequirementsPage),
  },
]
