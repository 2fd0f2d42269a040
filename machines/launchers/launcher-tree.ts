import type { RepositoryNode, RepositoryPreset } from '../../contract/launchers/repositories.ts'

/** A row of the tree. */
export interface TreeRow {
  /** `r7`, `l12`, `p3`: kind and id. */
  key: string
  kind: 'repository' | 'launcher' | 'preset'
  name: string
  depth: 0 | 1 | 2
  repoId: number
  launcherId?: number
  presetId?: number
  /** Number of children. */
  children: number
  isOpen: boolean
  /** Position among siblings, from 1. */
  position: number
  siblings: number
  /** A repository whose latest check failed. */
  hasFailed: boolean
  isDemo: boolean
  /** What starts a preset. */
  triggers?: Pick<RepositoryPreset, 'schedules' | 'hasWebhooks'>
}

const nameContains = (name: string, q: string): boolean => name.toLowerCase().includes(q)

/** Returns the visible rows. With a search: rows whose names match with their ancestors, and their children collapsed (SIDE-03). */
export const treeRows = (
  repositories: readonly RepositoryNode[],
  opened: ReadonlySet<string>,
  typed: string,
): TreeRow[] => {
  const q = typed.trim().toLowerCase()
  const rows: TreeRow[] = []
  /** Returns the items to show, and whether all are shown only because of their parent. */
  const matching = <Node extends { name: string }>(
    nodes: readonly Node[],
    isParentFound: boolean,
    isWithin: (node: Node) => boolean,
  ) => (q === '' || isParentFound ? nodes : nodes.filter((node) => nameContains(node.name, q) || isWithin(node)))
  const found = ({ name }: { name: string }): boolean => q !== '' && nameContains(name, q)
  const hasPreset = ({ presets }: RepositoryNode['launchers'][number]) => presets.some(found)
  const hasLauncher = ({ launchers }: RepositoryNode) => launchers.some((one) => found(one) || hasPreset(one))

  const shown = matching(repositories, false, hasLauncher)
  shown.forEach((repository, i) => {
    const repoKey = `r${repository.id}`
    const isRepoOpen = opened.has(repoKey) || (q !== '' && hasLauncher(repository))
    const isRepoFound = found(repository) && !hasLauncher(repository)
    rows.push({
      key: repoKey,
      kind: 'repository',
      name: repository.name,
      depth: 0,
      repoId: repository.id,
      children: repository.launchers.length,
      isOpen: isRepoOpen,
      position: i + 1,
      siblings: shown.length,
      hasFailed: !repository.verified,
      isDemo: repository.providerSideId === 'assay-demo',
    })
    if (!isRepoOpen) return
    const launchers = matching(repository.launchers, isRepoFound, hasPreset)
    launchers.forEach((launcher, j) => {
      const launcherKey = `l${launcher.id}`
      const isOpen = opened.has(launcherKey) || (q !== '' && hasPreset(launcher))
      rows.push({
        key: launcherKey,
        kind: 'launcher',
        name: launcher.name,
        depth: 1,
        repoId: repository.id,
        launcherId: launcher.id,
        children: launcher.presets.length,
        isOpen,
        position: j + 1,
        siblings: launchers.length,
        hasFailed: false,
        isDemo: false,
      })
      if (!isOpen) return
      const presets = matching(launcher.presets, !hasPreset(launcher), () => false)
      presets.forEach((preset, k) =>
        rows.push({
          key: `p${preset.id}`,
          kind: 'preset',
          name: preset.name,
          depth: 2,
          repoId: repository.id,
          launcherId: launcher.id,
          presetId: preset.id,
          children: 0,
          isOpen: false,
          position: k + 1,
          siblings: presets.length,
          hasFailed: false,
          isDemo: false,
          triggers: preset,
        }),
      )
    })
  })
  return rows
}

/** Index of the parent row; -1 for a repository. */
export const parentOf = (rows: readonly TreeRow[], at: number): number => {
  const depth = rows[at]?.depth ?? 0
  for (let i = at - 1; i >= 0; i -= 1) if ((rows[i]?.depth ?? 0) < depth) return i
  return -1
}
