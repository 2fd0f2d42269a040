/** Decides what an address shows: the page behind its gate, the sign-in that leads back to it, or 404. */
import { useSelector } from '@xstate/react'
import { type ReactNode, useMemo, useState } from 'react'
import { Redirect, useLocation, useSearch } from 'wouter'
import { pathOf } from '../../contract/call.ts'
import type { Project } from '../../contract/projects/projects.ts'
import { selectSession } from '../../machines/session/session.machine.ts'
import { useApplication, useResource, useSession } from '../application/context.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { Ended } from '../shared/page/ended.tsx'
import { NotFound, PageNotLoaded, ServerError } from '../shared/page/error-pages.tsx'
import { Frame } from '../shell/frame.tsx'
import { codeOf, matchPage, type PageCode } from '../pages.ts'
import { PageShown } from '../application/page-shown.tsx'
import { ProjectScope } from './project-scope.tsx'
import { passes } from '../application/pages/gate.ts'
import type { PageDefinition, PageMatch } from '../application/pages/page-definition.ts'
import { launchesHref, paths, secondFactorHref, signInHref, wantedAfterSignIn } from '../shared/routes.ts'
import { ToastRegion } from '../ui/toasts/toast-region.tsx'
import { getHomepage } from '../../contract/workspace/homepage.ts'
import { recallLastProject } from '../application/remembered-project.ts'

export function App() {
  const [location] = useLocation()
  const [opened] = useState(location)
  const match = matchPage(location)
  return (
    <ErrorBoundary resetKey={location}>
      {location !== opened && <PageShown kind="other" />}
      {match === null ? (
        <Redirect to={paths.notFound} replace />
      ) : match.page.gate.who === 'anyone' ? (
        <OpenPage match={match} />
      ) : (
        <SignedInPage match={match} />
      )}
    </ErrorBoundary>
  )
}

function OpenPage({ match: { page } }: { match: PageMatch }) {
  const { session } = useApplication()
  const isSignedIn = useSelector(session, (snapshot) => snapshot.matches('signedIn'))
  const { pattern } = page
  if (pattern === paths.notFound) return <NotFound />
  if (pattern === paths.serverError) return <ServerError />
  if (page.redirectTo !== undefined) return <Redirect to={page.redirectTo} replace />
  // Signed-in users skip the sign-in pages. The first-run set-up continues after the owner has an account.
  if (isSignedIn && (pattern === paths.signIn || pattern === paths.singleSignOn)) return <Onwards />
  return (
    <>
      <PageShown kind="other" />
      <PageOf page={page} isInFrame={false} />
      <ToastRegion />
    </>
  )
}

function SignedInPage({ match: { page, params } }: { match: PageMatch }) {
  const { session } = useApplication()
  const snapshot = useSelector(session, (one) => one)
  const open = selectSession(snapshot)
  if (snapshot.matches('signedOut')) return <ToSignIn />
  if (open === null) return snapshot.matches('unreachable') ? <Unreachable /> : null
  if (open.restriction) return <ToSecondFactor />
  if (page.pattern === paths.home) return <Home />
  const { projectKey } = params
  const behindGate = (project: Pick<Project, 'role' | 'admitted'> | null): ReactNode => {
    const { anyPermission, roles } = page.gate
    const as = [open, project?.role ?? null, project?.admitted] as const
    const rights = { who: 'signed-in', ...(anyPermission && { anyPermission }), ...(roles && { roles }) } as const
    return (
      <Gated
        key={page.mountedAs ?? page.pattern}
        isOpen={passes(page.gate, ...as)}
        hasRights={passes(rights, ...as)}
        fallback={page.fallback === undefined ? paths.notFound : pathOf(page.fallback, params)}
      >
        {page.redirectTo === undefined ? <PageOf page={page} isInFrame /> : <Redirect to={page.redirectTo} replace />}
      </Gated>
    )
  }
  if (projectKey === undefined) return <Frame project={null}>{behindGate(null)}</Frame>
  return (
    <ProjectScope key={`${open.user.id} ${projectKey}`} projectKey={projectKey}>
      {(project) => (
        <Frame project={project} projectKey={projectKey}>
          {project && behindGate(project)}
        </Frame>
      )}
    </ProjectScope>
  )
}

interface GatedProps {
  isOpen: boolean
  /** Whether the reader's role and permissions suffice: else they are what keeps the page closed. */
  hasRights: boolean
  /** Address for a reader who may not open the page. */
  fallback: string
  children: ReactNode
}

/** A page behind its gate. A page that was open says that the rights for it were lost. */
function Gated({ isOpen, hasRights, fallback, children }: GatedProps) {
  const [wasOpen, setWasOpen] = useState(isOpen)
  if (isOpen && !wasOpen) setWasOpen(true)
  if (isOpen) return children
  // Its feature is switched off: the page returns at its address when the feature does.
  if (hasRights && fallback === paths.notFound) return <NotFound isInFrame />
  if (wasOpen && !hasRights) return <Ended reason="You no longer have access to this page" isInFrame />
  return <Redirect to={fallback} replace />
}

// Reads the search string in a component of its own: every change of a list's query would otherwise re-render the router.
function Onwards() {
  const search = useSearch()
  return <Redirect to={wantedAfterSignIn(search)} replace />
}

function ToSignIn() {
  const [location] = useLocation()
  const search = useSearch()
  return <Redirect to={signInHref(location + (search ? `?${search}` : ''))} replace />
}

function ToSecondFactor() {
  const [location] = useLocation()
  const search = useSearch()
  return <Redirect to={secondFactorHref(location + (search ? `?${search}` : ''))} replace />
}

function PageOf({ page, isInFrame }: { page: PageDefinition; isInFrame: boolean }) {
  const code = codeOf(page)
  if (!code) return <NotFound isInFrame={isInFrame} />
  return <LoadedPage key={page.mountedAs ?? page.pattern} code={code} isInFrame={isInFrame} />
}

/** Shown when the visit's first call reaches no server and this browser remembers no session. */
function Unreachable() {
  const { session } = useApplication()
  return <ServerError details="Cannot reach the server" onRetry={() => session.send({ type: 'session/retry' })} />
}

/** `/`: redirects to the start page that the user chose (ROUTES-01), or to the projects when that is unknown or no longer exists. */
function Home() {
  const { send } = useApplication()
  const { user } = useSession()
  const { value, failure } = useResource(() => send(getHomepage))
  if (value === null) return failure === null ? null : <Redirect to={paths.projects} replace />
  const last = value.homepage === 'last-project' ? recallLastProject(user.id) : null
  return <Redirect to={last === null ? paths.projects : launchesHref(last)} replace />
}

/**
 * Draws a page once its code has loaded. Not `React.lazy`: that would show the fallback first and hold the page back for 300 ms even when
 * the code is already loaded.
 */
function LoadedPage({ code, isInFrame }: { code: PageCode; isInFrame: boolean }) {
  const { value: Page, failure } = useResource(code.load, { remembered: code.component })
  // Code that is already loaded renders in the same pass.
  const page = useMemo(() => Page && <Page />, [Page])
  return page === null && failure !== null ? <PageNotLoaded isInFrame={isInFrame} /> : page
}
