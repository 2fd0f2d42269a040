import { execFile } from 'node:child_process'
import path from 'node:path'
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
