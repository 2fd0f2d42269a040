import { Activity, LayoutGrid, Plus, UserRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { useLocation } from 'wouter'
import type { Project } from '../../contract/projects.ts'
import type { Command } from './commands.ts'
import { useApplication, useMay, useResource, useSession, useStream } from './context.tsx'
import type { NavItem } from './navigation.ts'
import { PAGES } from './pages.tsx'
import { matchRoute, passes } from './route-table.ts'
import { launchesHref, paths, profileHref, projectHref } from './routes.ts'
import { Shell } from './shell.tsx'
import { useTheme } from './theme.ts'

/** The shell of a signed-in page, filled: navigation and commands hold what the person may open and what is there to be opened. */
export function Frame({ project, children }: { project: Project | null; children: ReactNode }) {
  const { session, projects, connection$ } = useApplication()
  const open = useSession()
  const { person, workspace } = open
  const may = useMay()
  const [theme, setTheme] = useTheme()
  const [, navigate] = useLocation()
  const connection = useStream(connection$, 'online')
  const { value: known } = useResource(() => projects.list({ pageSize: 100 }))
  const others = (known?.items ?? []).map(({ key, name }) => ({ key, name, href: entryOf(key) }))
  const canCreate = may.has('projects:create')
  const createProject = () => navigate(`${paths.projects}?create`)

  const isThere = ({ href }: { href: string }) => {
    const match = matchRoute(href.split('?')[0] ?? '')
    return (
      match !== null &&
      PAGES[match.entry.pattern] !== undefined &&
      passes(match.entry.gate, open, project?.role ?? null)
    )
  }
  const navigation = (project === null ? workspaceItems() : projectItems(project.key)).filter(isThere)
  const commands: Command[] = [
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
    ...(canCreate
      ? [
          {
            id: 'create-project',
            label: 'New project',
            icon: <Plus aria-hidden />,
            run: createProject,
            group: 'Create',
          },
        ]
      : []),
    ...others
      .filter(({ key }) => key !== project?.key)
      .map(({ key, name, href }) => ({
        id: `project-${key}`,
        label: name,
        keywords: key,
        href,
        group: 'Switch project',
      })),
  ]
  return (
    <Shell
      homeHref={paths.projects}
      workspaceName={workspace.name}
      project={project && { key: project.key, name: project.name, href: entryOf(project.key) }}
      projects={others}
      allProjectsHref={paths.projects}
      onCreateProject={canCreate ? createProject : undefined}
      navigation={navigation}
      person={{ name: nameOf(person), photoUrl: person.photoUrl }}
      profileHref={profileHref()}
      theme={theme}
      onThemeChange={setTheme}
      onSignOut={() => session.send({ type: 'session/sign-out' })}
      commands={commands}
      connection={{ state: connection, unsent: 0 }}
    >
      {children}
    </Shell>
  )
}

/** Where a project is entered: its home where there is one, else its launches. */
const entryOf = (projectKey: string): string =>
  PAGES[paths.project] ? projectHref(projectKey) : launchesHref(projectKey)

const nameOf = ({ firstName, lastName, username }: { firstName: string; lastName: string; username: string }): string =>
  `${firstName} ${lastName}`.trim() || username

const workspaceItems = (): NavItem[] => [
  { id: 'projects', label: 'Projects', icon: <LayoutGrid aria-hidden />, href: paths.projects },
]

const projectItems = (projectKey: string): NavItem[] => [
  { id: 'overview', label: 'Overview', icon: <LayoutGrid aria-hidden />, href: projectHref(projectKey) },
  { id: 'launches', label: 'Launches', icon: <Activity aria-hidden />, href: launchesHref(projectKey) },
]
