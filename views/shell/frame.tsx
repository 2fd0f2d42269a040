import { type ComponentType, type ReactNode, Suspense, useMemo, useState } from 'react'
import { useLocation } from 'wouter'
import { isFull, listProjects, type Project } from '../../contract/projects/projects.ts'
import { Button } from '../ui/controls/button.tsx'
import { recall, remember } from '../ui/browser/remember.ts'
import { toast } from '../ui/toasts/toasts.ts'
import { AWAY_TEXTS } from './connection-banner.tsx'
import { CanOpenProvider, useApplication, useMay, useResource, useSession, useStream } from '../application/context.tsx'
import { navigationOf } from './navigation-items.tsx'
import { followProjects } from '../shared/followed-projects.ts'
import { optional } from '../shared/optional.ts'
import { ownCommands } from './palette/own-commands.tsx'
import { recallRecentPages } from '../shared/page/recent-pages.ts'
import { passes } from '../application/pages/gate.ts'
import { inProjectHref, launchesHref, paths, profileHref } from '../shared/routes.ts'
import { Shell } from './shell.tsx'
import { TrailContext, type TrailRoot } from '../shared/page/trail.ts'
import { mayHaveDrafts } from '../shared/forms/form-drafts.ts'
import { mayHaveSealed } from './unsent/sealed-mark.ts'
import { shareHabits } from '../server-rendering/habits.ts'
import { applyTheme, readTheme, type Theme } from '../shared/theme.ts'

const OutboxNotice = optional(() => import('./unsent/outbox-notice.tsx').then((m) => m.OutboxNotice))
const StorageBanner = optional(() => import('./storage/storage-banner.tsx').then((m) => m.StorageBanner))
const SealedBanner = optional(() => import('./unsent/sealed-banner.tsx').then((m) => m.SealedBanner))

type FrameProps = {
  project: Project | null
  /** Project key of the address; the project itself may not have loaded yet. */
  projectKey?: string
  /** Whether the navigation is collapsed at first; by default as this device remembers. */
  isRailFolded?: boolean
  children: ReactNode
}

/** The shell of a signed-in page, with the navigation and commands that the user may use. */
export function Frame({ project, projectKey, isRailFolded = recall('rail') === 'folded', children }: FrameProps) {
  const application = useApplication()
  const { pages, matchPage, session, live, send, connection$, version$, storage$, unsent, firstAnswers } = application
  const open = useSession()
  const { user, workspace } = open
  const may = useMay()
  const [theme, setTheme] = useTheme()
  const [location, navigate] = useLocation()
  const connection = useStream(connection$, 'online')
  const version = useStream(version$, null)
  const storage = useStream(storage$, null)
  const [Asked, setAsked] = useState<ComponentType<{ onClose: () => void }> | null>(null)
  // Rendered only once loaded: offline it may never load, and the page must stay usable.
  const ask = (load: Promise<ComponentType<{ onClose: () => void }>>) =>
    void load.then(
      (part) => setAsked(() => part),
      () => toast.error(AWAY_TEXTS[navigator.onLine ? 'unanswered' : 'offline']),
    )
  // Owned by the frame: a dialog inside a banner would close when the connection changes and another banner replaces it.
  const showUnsent = () => ask(import('./unsent/outbox-panel.tsx').then((m) => m.OutboxPanel))
  const waiting = useStream(unsent.state$, null)
  const isWaiting = waiting !== null && waiting.unsent + waiting.files + waiting.refusedFiles > 0
  const { value: known } = useResource(
    async () => {
      await firstAnswers
      return send(listProjects, { query: { pageSize: 100 } })
    },
    // Not reloaded after each connection: every page loads it.
    { follow: () => followProjects(live, workspace.tenant, () => undefined) },
  )
  // The list may be older than the open project, which may have been renamed since.
  const others = (known?.items ?? []).map(({ key, name, logoUrl }) => ({
    key,
    href: entryOf(key),
    ...(key === project?.key ? { name: project.name, logoUrl: project.logoUrl } : { name, logoUrl }),
  }))
  const place = linkOf(project, projectKey)
  const trail = useTrailRoot(user.id, workspace.name, place)
  const canCreate = may.has('projects:create') && (known === null || !isFull(known))
  const createProject = () => navigate(`${paths.projects}?create`)

  const canOpen = (href: string) => {
    const page = matchPage(href.split('?')[0] ?? '')?.page
    return page?.load !== undefined && passes(page.gate, open, project?.role ?? null, project?.admitted)
  }
  // Which pages of a project may be opened is known once the project has loaded.
  const items = project !== null || projectKey === undefined ? navigationOf(pages, project?.key ?? null) : []
  const navigation = items.filter(({ href }) => canOpen(href))
  const searched =
    project === null
      ? null
      : {
          send,
          projectKey: project.key,
          hasCases: canOpen(inProjectHref(paths.testCases, project.key)),
          hasLaunches: canOpen(launchesHref(project.key)),
        }
  const search = async (q: string) => {
    const { find } = await import('./palette/find.ts')
    return searched === null ? { items: [], failure: null } : find(searched, q)
  }
  const signOut = () => {
    // Asks only users who have stored work on this device.
    if (unsent.mayHave(user.id) || mayHaveDrafts(user.id))
      ask(import('./unsent/sign-out-dialog.tsx').then((m) => m.SignOutDialog))
    else session.send({ type: 'session/sign-out' })
  }
  return (
    <Shell
      startsFolded={isRailFolded}
      homeHref={paths.projects}
      workspaceName={workspace.name}
      logoUrl={workspace.logoUrl}
      project={place}
      projects={others}
      allProjectsHref={paths.projects}
      onCreateProject={canCreate ? createProject : undefined}
      navigation={navigation}
      user={{ name: nameOf(user), photoUrl: user.photoUrl }}
      profileHref={profileHref()}
      theme={theme}
      onThemeChange={setTheme}
      onSignOut={signOut}
      commands={() =>
        ownCommands({
          pages,
          projectKey: project?.key ?? null,
          navigation,
          canOpen,
          canWriteCases: may.inProject('cases:write'),
          isReadOnly: may.isReadOnly,
          theme,
          projects: others,
          recent: recallRecentPages(user.id),
          location,
          onTheme: setTheme,
          onUnsent: showUnsent,
          onSignOut: signOut,
          onCreateProject: canCreate ? createProject : undefined,
        })
      }
      onSearch={searched?.hasCases === true || searched?.hasLaunches === true ? search : undefined}
      version={version}
      notice={
        <Suspense>
          {storage && <StorageBanner {...storage} />}
          {mayHaveSealed(user.id) && <SealedBanner key={user.id} />}
          {isWaiting && connection === 'online' && <OutboxNotice state={waiting} onShow={showUnsent} />}
        </Suspense>
      }
      connection={{
        state: connection,
        unsent: waiting?.unsent ?? 0,
        files: (waiting?.files ?? 0) + (waiting?.refusedFiles ?? 0),
        actions: isWaiting && (
          <Button size="sm" onClick={showUnsent}>
            Show
          </Button>
        ),
        onRetry: () => session.send({ type: 'session/retry' }),
      }}
    >
      <TrailContext value={trail}>
        <CanOpenProvider value={canOpen}>{children}</CanOpenProvider>
      </TrailContext>
      {Asked !== null && <Asked onClose={() => setAsked(null)} />}
    </Shell>
  )
}

/** Keeps its identity while its values are equal: every page reads it. */
const useTrailRoot = (
  userId: number,
  workspaceName: string,
  place: { key: string; name: string } | null,
): TrailRoot => {
  const { key, name } = place ?? {}
  return useMemo(
    () => ({ userId, workspaceName, project: key === undefined || name === undefined ? null : { key, name } }),
    [userId, workspaceName, key, name],
  )
}

const linkOf = (project: Project | null, projectKey: string | undefined) => {
  const known = project ?? (projectKey === undefined ? null : { key: projectKey, name: projectKey, logoUrl: null })
  return known && { key: known.key, name: known.name, href: entryOf(known.key), logoUrl: known.logoUrl }
}

/** The start page of a project: its results, or how to get some for a new one. */
const entryOf = (projectKey: string): string => launchesHref(projectKey)

const nameOf = ({ firstName, lastName, username }: { firstName: string; lastName: string; username: string }): string =>
  `${firstName} ${lastName}`.trim() || username

function useTheme(): [Theme, (theme: Theme) => void] {
  const [theme, setTheme] = useState(readTheme)
  const change = (to: Theme) => {
    remember('theme', to)
    shareHabits()
    applyTheme(to)
    setTheme(to)
  }
  return [theme, change]
}
