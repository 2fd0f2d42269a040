import { SIGNED_IN } from '../application/pages/gate.ts'
import type { PageDefinition } from '../application/pages/page-definition.ts'
import { paths } from '../shared/routes.ts'

export const projectPages: PageDefinition[] = [
  {
    pattern: paths.projects,
    gate: SIGNED_IN,
    title: 'Projects',
    navigation: { id: 'projects', label: 'Projects' },
    load: () => import('./projects.tsx').then((m) => m.Projects),
  },
  {
    pattern: paths.project,
    gate: SIGNED_IN,
    title: 'Overview',
    navigation: { id: 'overview', label: 'Overview' },
    load: () => import('./overview/overview-page.tsx').then((m) => m.OverviewPage),
  },
]
