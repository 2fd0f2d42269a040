/** Renders pages on the server, with its data, into the documents that open them (`contract/prerender.ts`). */
import { renderToStaticMarkup } from 'react-dom/server'
import { NEVER } from 'rxjs'
import { Router } from 'wouter'
import { createActor, fromCallback, fromPromise, waitFor } from 'xstate'
import { getProject } from '../../contract/projects/projects.ts'
import type { OpenSession } from '../../contract/session/session.ts'
import type { PrerenderedVisit, Prerenderer } from '../../contract/prerender.ts'
import { selectSession, sessionMachine } from '../../machines/session/session.machine.ts'
import { createHttp, type Fetch } from '../../services/http/http.ts'
import { prerenderLaunch } from './pages/launch.tsx'
import { prerenderLaunches } from './pages/launches.tsx'
import { prerenderTest } from './pages/test.tsx'
import type { Application } from '../application/application.ts'
import { ApplicationProvider, ProjectProvider } from '../application/context.tsx'
import { firstCalls, matchPage, PAGES } from '../pages.ts'
import { Frame } from '../shell/frame.tsx'
import type { DrawnPage } from './drawn-page.ts'
import { passes } from '../application/pages/gate.ts'
import { paths } from '../shared/routes.ts'

/** The server-drawn pages, by name. */
export const DRAWINGS: Readonly<Record<string, DrawnPage>> = {
  [paths.launches]: prerenderLaunches,
  [paths.launch]: prerenderLaunch,
  [paths.test]: prerenderTest,
}

const partsOf = (url: string): [path: string, search: string] => {
  const [path = '', search = ''] = url.split('?', 2)
  return [path, search]
}

export const prerenderer: Prerenderer = {
  callsOf: (url) => {
    const [path, search] = partsOf(url)
    return matchPage(path)?.page.isDrawnByServer ? firstCalls(path, search) : []
  },
  patternOf: (url) => matchPage(partsOf(url)[0])?.page.pattern ?? null,
  prerender: async ({ url, session: { user, workspace }, answers, isRailFolded }) => {
    const [path, search] = partsOf(url)
    const { page: definition, params = {} } = matchPage(path) ?? {}
    const { projectKey } = params
    const drawing = DRAWINGS[definition?.pattern ?? '']
    if (definition === undefined || drawing === undefined || projectKey === undefined) return null
    const send = createHttp({ token: () => null, renew: () => Promise.reject(new Error()) }, answeredBy(answers))
    const project = await send(getProject, { params: { projectKey } })
    const open: OpenSession = {
      authToken: '',
      authTokenType: 'Bearer',
      authTokenExpirationInSecs: 0,
      restriction: null,
      user,
      workspace,
    }
    if (!passes(definition.gate, open, project.role, project.admitted)) return null
    const session = createActor(
      sessionMachine.provide({
        actors: { renew: fromPromise(() => Promise.resolve(open)), otherTabs: fromCallback(() => undefined) },
      }),
      { input: { remembered: null } },
    ).start()
    try {
      await waitFor(session, (snapshot) => selectSession(snapshot) !== null)
      // Parts that the first render does not use are absent on the server.
      const application = {
        pages: PAGES,
        matchPage,
        session,
        send,
        sendRead: send,
        connection$: NEVER,
        version$: NEVER,
        storage$: NEVER,
        unsent: { state$: NEVER },
        firstAnswers: NEVER,
      } as unknown as Application
      return await drawing({ send, projectKey, params, search }, (page) =>
        renderToStaticMarkup(
          <ApplicationProvider application={application}>
            <Router ssrPath={path} ssrSearch={search}>
              <ProjectProvider project={project} onChange={() => undefined}>
                <Frame project={project} projectKey={projectKey} isRailFolded={isRailFolded}>
                  {page}
                </Frame>
              </ProjectProvider>
            </Router>
          </ApplicationProvider>,
        ),
      )
    } finally {
      session.stop()
    }
  },
}

const answeredBy =
  (answers: PrerenderedVisit['answers']): Fetch =>
  (address) => {
    const known = answers.find((one) => one.address === address)
    if (known === undefined) return Promise.reject(new Error(`${address} has not been answered`))
    const { status, answer } = known
    return Promise.resolve({ ok: status === 200, status, json: () => Promise.resolve(answer) })
  }
