import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { listenWith, type TestServer } from './systems.ts'

/** A real git server on loopback: the `http-backend` of git behind Node's HTTP server. */
export interface GitServer extends TestServer {
  /** URL of a repository. */
  urlOf: (name: string) => string
  /** Creates a repository with these branches. */
  create: (name: string, branches?: readonly string[]) => void
  /** Received authorization headers, by path. */
  asked: { path: string; authorization: string | undefined }[]
  /** Repositories that require these credentials. */
  guard: (name: string, username: string, password: string) => void
  /** Answers requests for a repository directly. */
  answerInstead: (name: string, answer: (request: IncomingMessage, response: ServerResponse) => void) => void
}

const ENVIRONMENT = {
  PATH: process.env['PATH'],
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_AUTHOR_NAME: 'T',
  GIT_AUTHOR_EMAIL: 't@localhost',
  GIT_COMMITTER_NAME: 'T',
  GIT_COMMITTER_EMAIL: 't@localhost',
}

export const startGitServer = async (): Promise<GitServer> => {
  const root = mkdtempSync(join(tmpdir(), 'assay-git-'))
  const guards = new Map<string, string>()
  const instead = new Map<string, (request: IncomingMessage, response: ServerResponse) => void>()
  const sentRequests: GitServer['asked'] = []
  const git = (cwd: string, ...args: string[]) => execFileSync('git', args, { cwd, env: ENVIRONMENT, stdio: 'pipe' })

  const serve = (request: IncomingMessage, response: ServerResponse) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
    const name = pathname.split('.git/')[0]?.slice(1) ?? ''
    sentRequests.push({ path: pathname, authorization: request.headers.authorization })
    const answer = instead.get(name)
    if (answer) return answer(request, response)
    const requested = guards.get(name)
    if (requested !== undefined && request.headers.authorization !== requested) {
      response.writeHead(401, { 'www-authenticate': 'Basic realm="git"' }).end()
      return
    }
    const backend = spawn('git', ['http-backend'], {
      env: {
        ...ENVIRONMENT,
        GIT_PROJECT_ROOT: root,
        GIT_HTTP_EXPORT_ALL: '1',
        PATH_INFO: pathname,
        QUERY_STRING: searchParams.toString(),
        REQUEST_METHOD: request.method ?? 'GET',
        CONTENT_TYPE: request.headers['content-type'] ?? '',
        GIT_PROTOCOL: String(request.headers['git-protocol'] ?? ''),
        ...(request.headers['content-encoding'] === undefined
          ? {}
          : { HTTP_CONTENT_ENCODING: request.headers['content-encoding'] }),
      },
    })
    request.pipe(backend.stdin)
    const parts: Buffer[] = []
    backend.stdout.on('data', (part: Buffer) => parts.push(part))
    backend.on('close', () => {
      const output = Buffer.concat(parts)
      const end = output.indexOf('\r\n\r\n')
      const headers = Object.fromEntries(
        output
          .subarray(0, end)
          .toString()
          .split('\r\n')
          .map((line) => line.split(': ') as [string, string]),
      )
      const status = Number(headers['Status']?.split(' ')[0] ?? 200)
      delete headers['Status']
      response.writeHead(status, headers).end(output.subarray(end + 4))
    })
  }
  const server = await listenWith(serve)
  return {
    ...server,
    asked: sentRequests,
    urlOf: (name) => `${server.url}/${name}.git`,
    create: (name, branches = ['main']) => {
      const bare = join(root, `${name}.git`)
      git(root, 'init', '--quiet', '--bare', '--initial-branch=main', bare)
      if (branches.length === 0) return
      const tree = mkdtempSync(join(root, 'tree-'))
      git(tree, 'init', '--quiet', '--initial-branch=main')
      writeFileSync(join(tree, 'README.md'), name)
      git(tree, 'add', '.')
      git(tree, 'commit', '--quiet', '--message', 'one')
      for (const branch of branches) git(tree, 'push', '--quiet', bare, `main:refs/heads/${branch}`)
    },
    guard: (name, username, password) =>
      guards.set(name, `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`),
    answerInstead: (name, answer) => instead.set(name, answer),
    close: async () => {
      await server.close()
      rmSync(root, { recursive: true, force: true })
    },
  }
}
