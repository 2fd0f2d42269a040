import { request as ask, type IncomingMessage, type ServerResponse } from 'node:http'
import { startGitServer } from '../../server/support/git-server.ts'
import { listenWith } from '../../server/support/systems.ts'

/** A GitLab on loopback with three repositories: one with branches, one that is empty, and one that git may not read. */
export interface TestGitlab {
  url: string
  token: string
  close: () => Promise<void>
}

const NAMES = ['larkspur/shop-e2e', 'larkspur/empty', 'larkspur/vault'] as const

/** It accepts only `token`. */
export const startGitlab = async (token = 'glpat-test'): Promise<TestGitlab> => {
  const git = await startGitServer()
  const [shop, empty, vault] = NAMES
  git.create(shop, ['main', 'next'])
  git.create(empty, [])
  git.create(vault)
  git.guard(vault, 'nora', 'another token')
  const api = await listenWith((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
    if (pathname.includes('.git/')) return passOn(request, response, git.url)
    const projects = NAMES.map((name, id) => ({
      id: id + 1,
      path_with_namespace: name,
      web_url: `https://gitlab.larkspur.test/${name}`,
      http_url_to_repo: `${api.url}/${name}.git`,
      visibility: 'private',
    }))
    const answer = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (request.headers.authorization !== `Bearer ${token}`) return answer(401, {})
    if (pathname === '/api/v4/user') return answer(200, { username: 'nora' })
    if (pathname === '/api/v4/projects') {
      const q = searchParams.get('search') ?? ''
      return answer(
        200,
        projects.filter((one) => one.path_with_namespace.includes(q)),
      )
    }
    const project = projects.find(({ id }) => pathname === `/api/v4/projects/${id}`)
    return project === undefined ? answer(404, {}) : answer(200, project)
  })
  return {
    url: api.url,
    token,
    close: async () => {
      await api.close()
      await git.close()
    },
  }
}

/** Git is behind the address of the API, as in the field. */
const passOn = (request: IncomingMessage, response: ServerResponse, to: string): void => {
  const { method, headers, url = '/' } = request
  const onward = ask(to + url, { method, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.pipe(response)
  })
  onward.once('error', () => response.destroy())
  request.pipe(onward)
}
