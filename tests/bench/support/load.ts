import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'

/** Result of a run of the reporting process; it is a separate process, so that it disturbs the measurement as little as possible. */
export interface Load {
  launchId: number
  calls: number
  seconds: number
  perSecond: number
}

export const reportTests = (url: string, accessToken: string, connections: number, tests: number): Promise<Load> =>
  run<Load>('agent-load.mjs', [url, accessToken, connections, tests])

/** The same at a pace, for a launch that goes on. */
export const reportAtPace = (
  url: string,
  accessToken: string,
  {
    connections,
    tests,
    testsPerSecond,
    launchId,
  }: Record<'connections' | 'tests' | 'testsPerSecond' | 'launchId', number>,
): Promise<Load> => run<Load>('agent-load.mjs', [url, accessToken, connections, tests, testsPerSecond, launchId])

/** What viewers received. Delays are from the event on the server until the viewer had it. */
export interface Received {
  /** Viewers that are still connected. */
  connected: number
  messages: number
  medianMs: number
  /** 95 % of the messages took at most this long. */
  p95Ms: number
  maxMs: number
  /** Time of the last message, in epoch ms. */
  lastAt: number
}

/** Resolves once all viewers are connected, with a function that ends them. `tokens`: of different users, whose connections are limited. */
export const openViewers = async (
  url: string,
  viewers: number,
  launchIds: readonly number[],
  tokens: readonly string[],
): Promise<() => Promise<Received>> => {
  const file = path.join(import.meta.dirname, 'viewers.mjs')
  const child = spawn(process.execPath, [file, url, String(viewers), launchIds.join(','), tokens.join(',')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  await Promise.race([
    once(child.stdout, 'readable'),
    once(child, 'exit').then(() => Promise.reject(new Error('the viewers could not connect'))),
  ])
  return async () => {
    child.stdin.end()
    const [, received = ''] = (await text(child.stdout)).trim().split('\n')
    return JSON.parse(received) as Received
  }
}

/** The same with a process that creates cases in suites 1 to `suites` of DEF. `token`: a browser's. */
export const createCases = (
  url: string,
  token: string,
  connections: number,
  cases: number,
  suites: number,
): Promise<Pick<Load, 'seconds' | 'perSecond'>> => run('case-load.mjs', [url, token, connections, cases, suites])

/** Output of a script beside this file. */
const run = async <T>(script: string, given: readonly (string | number)[]): Promise<T> => {
  const file = path.join(import.meta.dirname, script)
  const { stdout } = await promisify(execFile)(process.execPath, [file, ...given.map(String)])
  return JSON.parse(stdout) as T
}
