import {
  Activity,
  ChartColumn,
  CirclePlay,
  ClipboardCheck,
  ClipboardList,
  Compass,
  Flag,
  Layers,
  LayoutGrid,
  ListChecks,
  Settings2,
  SquareTerminal,
  type LucideIcon,
} from 'lucide-react'
import { pathOf } from '../../contract/call.ts'
import type { NavigationIcon, PageDefinition } from '../application/pages/page-definition.ts'
import type { NavItem } from './navigation.ts'

const ICONS: Record<NavigationIcon, LucideIcon> = {
  projects: LayoutGrid,
  overview: LayoutGrid,
  'test-cases': ListChecks,
  'shared-steps': Layers,
  requirements: ClipboardCheck,
  'test-runs': CirclePlay,
  'test-plans': ClipboardList,
  exploratory: Compass,
  launches: Activity,
  launchers: SquareTerminal,
  reports: ChartColumn,
  milestones: Flag,
  settings: Settings2,
}

const isInProject = (pattern: string): boolean => pattern.includes(':projectKey')

/** Returns the navigation of a project; of the workspace for null. Whether the reader may open an entry is not considered. */
export const navigationOf = (pages: readonly PageDefinition[], projectKey: string | null): NavItem[] => {
  const settingsPatterns = pages.filter(({ settings }) => settings !== undefined).map(({ pattern }) => pattern)
  const hrefOf = (pattern: string) => (projectKey === null ? pattern : pathOf(pattern, { projectKey }))
  return pages.flatMap(({ pattern, navigation }): NavItem[] => {
    if (navigation === undefined || isInProject(pattern) !== (projectKey !== null)) return []
    const { id, label, group } = navigation
    const Icon = ICONS[id]
    return [
      {
        id,
        label,
        icon: <Icon aria-hidden />,
        href: hrefOf(pattern),
        ...(group && { group }),
        ...(id === 'settings' && {
          covers: settingsPatterns.filter((one) => isInProject(one) === isInProject(pattern)).map(hrefOf),
        }),
      },
    ]
  })
}
