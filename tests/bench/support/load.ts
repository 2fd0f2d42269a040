import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'

/** What a run of the reporting process came to; it runs as a process of its own, so that it does not slow down what it measures more than it must. */
export interface Load {
  launchId: number
  calls: number
  seconds: number
  perSecond: number
}

export const reportTests = async (
  url: string,
  accessToken: string,
  connections: number,
  tests: number,
): Promise<Load> => {
  const script = path.join(import.meta.dirname, 'agent-load.mjs')
  const { stdout } = await promisify(execFile)(process.execPath, [
    script,
    url,
    accessToken,
    String(connections),
    String(tests),
  ])
  return JSON.parse(stdout) as Load
}
