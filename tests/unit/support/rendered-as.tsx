import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { Router } from 'wouter'
import { createActor, fromCallback, fromPromise, waitFor } from 'xstate'
import { FEATURES, type Feature, type Role } from '../../../contract/access.ts'
import type { OpenSession } from '../../../contract/session/session.ts'
import { selectSession, sessionMachine } from '../../../machines/session/session.machine.ts'
import type { Application } from '../../../views/application/application.ts'
import { matchPage, PAGES } from '../../../views/pages.ts'
import { ApplicationProvider, ProjectProvider } from '../../../views/application/context.tsx'

const sessionWith = (features: readonly Feature[]): OpenSession => ({
  authToken: '',
  authTokenType: 'Bearer',
  authTokenExpirationInSecs: 0,
  restriction: null,
  user: {
    id: 1,
    username: 'nadia',
    email: 'nadia@larkspur.test',
    firstName: '',
    lastName: '',
    photoUrl: null,
    source: 'INTERNAL',
    readOnly: false,
    superAdmin: false,
    permissions: [],
    roles: [],
  },
  workspace: { name: 'Larkspur', tenant: 'larkspur', features: [...features], projectsLimit: null, logoUrl: null },
})

const projectFor = (role: Role) => ({
  id: 1,
  key: 'SHOP',
  name: 'Shop',
  logoUrl: null,
  leadId: null,
  lead: null,
  publiclyAccessible: false,
  createdAt: '2026-01-02T03:04:05.000Z',
  starred: false,
  role,
  admitted: true,
})

/** Returns the static markup of a view of the project; `features`: those of the workspace, all by default. */
export const renderedAs = async (
  role: Role,
  view: ReactNode,
  features: readonly Feature[] = FEATURES,
): Promise<string> => {
  const open = sessionWith(features)
  const session = createActor(
    sessionMachine.provide({
      actors: { renew: fromPromise(() => Promise.resolve(open)), otherTabs: fromCallback(() => undefined) },
    }),
    { input: { remembered: null } },
  ).start()
  try {
    await waitFor(session, (snapshot) => selectSession(snapshot) !== null)
    const application = { session, pages: PAGES, matchPage } as unknown as Application
    return renderToStaticMarkup(
      <ApplicationProvider application={application}>
        <Router ssrPath="/projects/SHOP">
          <ProjectProvider project={projectFor(role)} onChange={() => undefined}>
            {view}
          </ProjectProvider>
        </Router>
      </ApplicationProvider>,
    )
  } finally {
    session.stop()
  }
}
