import { WRITERS, type Gate } from '../shared/pages/gate.ts'
import { apiOfProject } from '../shared/pages/first-calls.ts'
import type { PageDefinition } from '../shared/pages/page-definition.ts'
import { paths } from '../shared/routes.ts'

const launcher: Gate = { who: 'signed-in', features: ['test-automation', 'launcher'], roles: WRITERS }

/** One page for the tree and everything it opens. */
const tree = {
  mountedAs: 'launchers',
  firstCalls: (params: Record<string, string>) => [
    `${apiOfProject(params)}/launcher-repositories`,
    apiOfProject(params),
  ],
  load: () => import('./launchers-page.tsx').then((m) => m.LaunchersPage),
}

export const launcherPages: PageDefinition[] = [
  {
    pattern: paths.launchers,
    gate: launcher,
    ...tree,
    title: 'Launchers',
    navigation: { id: 'launchers', label: 'Launchers' },
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
  },
  {
    pattern: paths.newLauncher,
    gate: launcher,
    ...tree,
    title: 'New launcher',
    parent: paths.launcherRepository,
  },
  {
    pattern: paths.launcher,
    gate: launcher,
    ...tree,
    title: 'Launcher',
    parent: paths.launcherRepository,
  },
  {
    pattern: paths.launcherPreset,
    gate: launcher,
    ...tree,
    title: 'Preset',
    parent: paths.launcher,
  },
]
