import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

const ACCESS_TOKEN = 'an-access-token-of-the-owner'

/** The server in its own process, set up with an owner and the project DEF. */
export interface Served {
  url: string
  /** Token of an agent of the owner. */
  token: string
  child: ChildProcess
  /** Its output on stderr and its exit code, once it has ended. */
  ended: Promise<{ code: number | null; said: string }>
}

/** A server process that listens. */
export type ServerProcess = Omit<Served, 'token'>

/** Fails with the server's stderr when it ends before it listens. */
export const startServerProcess = async (environment: Record<string, string>): Promise<ServerProcess> => {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../db/processes/serve.ts')], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      LOG_LEVEL: 'silent',
      ASSAY_OWNER_USERNAME: 'owner',
      ASSAY_OWNER_EMAIL: 'owner@example.test',
      ASSAY_OWNER_PASSWORD: 'a long password',
      ASSAY_PROJECT_KEY: 'DEF',
      ASSAY_ACCESS_TOKEN: ACCESS_TOKEN,
      ...environment,
    },
  })
  let said = ''
  child.stderr.on('data', (text: Buffer) => (said += text.toString()))
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, said }))
  const [line] = (await Promise.race([
    once(child.stdout, 'data'),
    ended.then((end) => Promise.reject(new Error(`the server did not start: ${end.said}`))),
  ])) as [Buffer]
  return { url: line.toString().trim(), child, ended }
}

/** The same, with an agent's token. */
export const serve = async (environment: Record<string, string>): Promise<Served> => {
  const server = await startServerProcess(environment)
  return { ...server, token: await exchangeToken(server.url) }
}

/** Exchanges the owner's access token as agents do. */
export const exchangeToken = async (url: string): Promise<string> => {
  const exchanged = await fetch(`${url}/api/iam/v1/auth/refresh`, {
    method: 'POST',
    body: JSON.stringify({ refreshToken: ACCESS_TOKEN }),
  })
  return ((await exchanged.json()) as { authToken: string }).authToken
}

/** Kills it. */
export const kill = async ({ child }: Pick<Served, 'child'>): Promise<void> => {
  child.kill('SIGKILL')
  if (child.exitCode === null && child.signalCode === null) await once(child, 'close')
}
