/** Commands of the current place: pages, settings, things to create, themes, other projects, recent pages. */
import {
  CircleHelp,
  CloudUpload,
  Compass,
  History,
  KeyRound,
  LayoutGrid,
  ListChecks,
  LogOut,
  Monitor,
  Moon,
  Plus,
  Settings2,
  Sun,
  UserPlus,
  UserRound,
} from 'lucide-react'
import { pathOf } from '../../../contract/call.ts'
import { HELP } from '../../../contract/links.ts'
import type { PageDefinition } from '../../application/pages/page-definition.ts'
import type { NavItem } from '../navigation.ts'
import type { RecentPage } from '../../shared/page/recent-pages.ts'
import { inProjectHref, paths, profileHref } from '../../shared/routes.ts'
import type { Theme } from '../../shared/theme.ts'
import type { Command } from './commands.ts'

export interface Place {
  /** Every page of the product. */
  pages: readonly PageDefinition[]
  /** The open project; null outside projects. */
  projectKey: string | null
  navigation: readonly NavItem[]
  canOpen: (href: string) => boolean
  canWriteCases: boolean
  isReadOnly: boolean
  theme: Theme
  /** All paths that the user may open. */
  projects: readonly { key: string; name: string; href: string }[]
  recent: readonly RecentPage[]
  /** Path of the open page: it is not offered as a destination. */
  location: string
  onTheme: (theme: Theme) => void
  onUnsent: () => void
  onSignOut: () => void
  /** Undefined for users who may not create projects. */
  onCreateProject: (() => void) | undefined
}

export const ownCommands = (place: Place): Command[] => {
  const { canOpen, location } = place
  const known = [
    ...goTo(place),
    ...create(place),
    ...settings(place),
    ...actions(place),
    ...otherProjects(place),
  ].filter(({ href }) => href === undefined || canOpen(href) || isOfOtherProject(place, href))
  const recent = place.recent
    .filter(({ href }) => href !== location && !known.some((one) => one.href === href))
    .filter(({ href }) => canOpen(href) && (isOutside(href) || isInKnownProject(place, href)))
    .slice(0, MAX_RECENT)
    .map(({ href, label, detail }) => ({
      id: `recent-${href}`,
      label,
      detail,
      href,
      icon: <History aria-hidden />,
      group: 'Recent',
    }))
  return [...recent, ...known]
}

const MAX_RECENT = 5

const keyOf = (href: string): string | undefined => /^\/projects\/([^/?]+)/.exec(href)?.[1]
const isOutside = (href: string): boolean => keyOf(href) === undefined
const isInKnownProject = ({ projectKey, projects }: Place, href: string): boolean =>
  [projectKey, ...projects.map(({ key }) => key)].some((key) => key !== null && encodeURIComponent(key) === keyOf(href))
/** Another project's permissions are known once it is open. */
const isOfOtherProject = (place: Place, href: string): boolean =>
  isInKnownProject(place, href) && keyOf(href) !== place.projectKey

const goTo = ({ navigation, onUnsent }: Place): Command[] => [
  ...navigation.map(({ id, label, icon, href }) => ({ id, label, icon, href, group: 'Go to' })),
  { id: 'projects', label: 'All projects', icon: <LayoutGrid aria-hidden />, href: paths.projects, group: 'Go to' },
  {
    id: 'profile',
    label: 'Profile',
    icon: <UserRound aria-hidden />,
    href: profileHref(),
    group: 'Go to',
    keywords: 'account settings',
  },
  {
    id: 'unsent',
    label: 'Unsent changes',
    icon: <CloudUpload aria-hidden />,
    run: onUnsent,
    group: 'Go to',
    keywords: 'outbox offline unsent import export',
  },
]

const create = ({ projectKey, canWriteCases, isReadOnly, onCreateProject }: Place): Command[] => [
  ...(projectKey === null
    ? []
    : [
        ...(canWriteCases
          ? [
              {
                id: 'create-case',
                label: 'New test case',
                icon: <ListChecks aria-hidden />,
                href: `${inProjectHref(paths.testCases, projectKey)}?create`,
                group: 'Create',
                keywords: 'add',
              },
            ]
          : []),
        {
          id: 'create-exploratory-session',
          label: 'New exploratory session',
          icon: <Compass aria-hidden />,
          href: inProjectHref(paths.createExploratorySession, projectKey),
          group: 'Create',
          keywords: 'add',
        },
        {
          id: 'add-members',
          label: 'Add members',
          icon: <UserPlus aria-hidden />,
          href: `${inProjectHref(paths.members, projectKey)}?add`,
          group: 'Create',
          keywords: 'invite people users',
        },
      ]),
  ...(isReadOnly
    ? []
    : [
        {
          id: 'create-token',
          label: 'New access token',
          icon: <KeyRound aria-hidden />,
          href: `${profileHref('api-access')}&create`,
          group: 'Create',
          keywords: 'api agent',
        },
      ]),
  ...(onCreateProject === undefined
    ? []
    : [
        {
          id: 'create-project',
          label: 'New project',
          icon: <Plus aria-hidden />,
          run: onCreateProject,
          group: 'Create',
        },
      ]),
]

const settings = ({ pages, projectKey }: Place): Command[] =>
  pages.flatMap(({ pattern, settings: entry }) => {
    const isOfProject = pattern.includes(':projectKey')
    if (entry === undefined || (isOfProject && projectKey === null)) return []
    return [
      {
        id: `settings-${pattern}`,
        label: entry.label,
        icon: <Settings2 aria-hidden />,
        href: projectKey === null ? pattern : pathOf(pattern, { projectKey }),
        group: isOfProject ? 'Settings' : 'Workspace settings',
      },
    ]
  })

const THEMES = [
  { to: 'light', label: 'Use the light theme', icon: <Sun aria-hidden /> },
  { to: 'dark', label: 'Use the dark theme', icon: <Moon aria-hidden /> },
  { to: 'system', label: 'Use the theme of the system', icon: <Monitor aria-hidden /> },
] as const

const actions = ({ theme, onTheme, onSignOut }: Place): Command[] => [
  ...THEMES.filter(({ to }) => to !== theme).map(({ to, label, icon }) => ({
    id: `theme-${to}`,
    label,
    icon,
    run: () => onTheme(to),
    group: 'Actions',
    keywords: 'switch appearance colors',
  })),
  {
    id: 'help',
    label: 'Help',
    icon: <CircleHelp aria-hidden />,
    run: () => void window.open(HELP, '_blank', 'noopener'),
    group: 'Actions',
    keywords: 'documentation manual guide',
  },
  {
    id: 'sign-out',
    label: 'Sign out',
    icon: <LogOut aria-hidden />,
    run: onSignOut,
    group: 'Actions',
    keywords: 'log out',
  },
]

const otherProjects = ({ projectKey, projects }: Place): Command[] =>
  projects
    .filter(({ key }) => key !== projectKey)
    .map(({ key, name, href }) => ({ id: `project-${key}`, label: name, keywords: key, href, group: 'Switch project' }))
