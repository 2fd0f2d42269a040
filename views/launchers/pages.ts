import { WRITERS, type Gate } from '../application/pages/gate.ts'
import { apiOfProject } from '../application/pages/first-calls.ts'
import type { PageDefinition } from '../application/pages/page-definition.ts'
import { paths } from '../shared/routes.ts'

const launcher: Gate = { who: 'signed-in', features: ['test-automation', 'launcher'], roles: WRITERS }

/** One page for the tree and everything it opens. */
const tree = {
  mountedAs: 'launchers',
  firstCalls: (params: Record<string, string>) => [
    `${apiOfProject(params)}/launcher-repositories`,
    apiOfProject(params),
  ],
}

export const launcherPages: PageDefinition[] = [
  {
    pattern: paths.launchers,
    gate: launcher,
    ...tree,
    title: 'Launchers',
    navigation: { id: 'launchers', label: 'Launchers' },
    load: () => import('./launchers-page.tsx').then((m) => m.LaunchersPage),
  },
  {
    pattern: paths.addRepository,
    gate: launcher,
    title: 'Add repository',
    parent: paths.launchers,
    load: () => import('./add-repo/add-repo-page.tsx').then((m) => m.AddRepoPage),
  },
  {
    pattern: paths.launcherRepository,
    gate: launcher,
    ...tree,
    title: 'Repository',
    parent: paths.launchers,
    load: () => import('./launchers-page.tsx').then((m) => m.LaunchersPage),
  },
  {
    pattern: paths.newLauncher,
    gate: launcher,
    ...tree,
    title: 'New launcher',
    parent: paths.launcherRepository,
    load: () => import('./launchers-page.tsx').then((m) => m.LaunchersPage),
  },
  {
    pattern: paths.launcher,
    gate: launcher,
    ...tree,
    title: 'Launcher',
    parent: paths.launcherRepository,
    load: () => import('./launchers-page.tsx').then((m) => m.LaunchersPage),
  },
  {
    pattern: paths.launcherPreset,
    gate: launcher,
    ...tree,
    title: 'Preset',
    parent: paths.launcher,
    load: () => import('./launchers-page.tsx').then((m) => m.LaunchersPage),
  },
]
