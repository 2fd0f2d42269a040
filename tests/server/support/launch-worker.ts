import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const SCRIPTS = {
  worker: '../../../server/worker.ts',
  'stopping-worker': '../launchers/processes/stopping-worker.ts',
}

/** A worker in its own process. */
export interface LaunchWorker {
  child: ChildProcess
  folder: string
  /** Resolves with its exit code. */
  ended: Promise<number | null>
  /** Kills it if it still runs, and deletes its folder. */
  remove: () => Promise<void>
}

export const startLaunchWorker = async (
  url: string,
  token: string,
  environment: Record<string, string> = {},
  script: keyof typeof SCRIPTS = 'worker',
): Promise<LaunchWorker> => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-worker-'))
  const child = spawn(process.execPath, [join(import.meta.dirname, SCRIPTS[script])], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      LOG_LEVEL: 'silent',
      ASSAY_URL: url,
      ASSAY_WORKER_TOKEN: token,
      ASSAY_WORKER_NAME: 'lab',
      DATA_DIR: folder,
      DOCKER_HOST: 'none',
      LAUNCHER_PROCESSES: 'true',
      ...environment,
    },
  })
  const ended = once(child, 'exit').then(([code]) => code as number | null)
  await Promise.race([
    once(child.stdout, 'data'),
    ended.then((code) => Promise.reject(new Error(`the worker ended with ${code}`))),
  ])
  return {
    child,
    folder,
    ended,
    remove: async () => {
      child.kill('SIGKILL')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
