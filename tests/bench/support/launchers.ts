import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { vi } from 'vitest'
import type { z } from 'zod/mini'
import { pathOf, type AnyCall } from '../../../contract/call.ts'
import { listLaunchAttempts, readConsole } from '../../../contract/launchers/engine.ts'
import { createLauncher, type Launcher, type LauncherValues } from '../../../contract/launchers/launchers.ts'
import { addDemoRepository } from '../../../contract/launchers/repositories.ts'
import { startLaunch } from '../../../contract/launchers/start.ts'
import { LAUNCHER_VALUES, startOf } from '../../server/support/launcher.ts'

type Answer<Of extends AnyCall> = z.infer<Of['answer']>

/** Calls of the owner. */
export const callsOf = (url: string, token: string) => {
  const call = async <Of extends AnyCall>(
    of: Of,
    params: Record<string, string | number> = {},
    given: { body?: unknown; query?: Record<string, string> } = {},
  ): Promise<Answer<Of>> => {
    const query = given.query === undefined ? '' : `?${new URLSearchParams(given.query).toString()}`
    const response = await fetch(url + pathOf(of.path, params) + query, {
      method: of.method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(given.body === undefined ? {} : { body: JSON.stringify(given.body) }),
    })
    if (!response.ok) throw new Error(`${of.name}: ${response.status} ${await response.text()}`)
    return (await response.json()) as Answer<Of>
  }
  return {
    call,
    /** A launcher of the demo repository. */
    launcher: async (projectKey: string, values: Partial<LauncherValues>): Promise<Launcher> => {
      const { repository } = await call(addDemoRepository, { projectKey }, { body: {} })
      return call(createLauncher, { projectKey, repoId: repository.id }, { body: { ...LAUNCHER_VALUES, ...values } })
    },
    start: async (projectKey: string, launcher: Launcher): Promise<number> =>
      (await call(startLaunch, { projectKey }, { body: startOf(launcher) })).launchId,
    attempt: async (projectKey: string, launchId: number) =>
      (await call(listLaunchAttempts, { projectKey, launchId })).items[0],
    lines: async (projectKey: string, launchId: number): Promise<string[]> => {
      const [attempt] = (await call(listLaunchAttempts, { projectKey, launchId })).items
      if (attempt === undefined) return []
      const { items } = await call(readConsole, { projectKey, launchId, attemptUuid: attempt.attemptUuid })
      return items.map(({ value }) => value)
    },
  }
}

/** A worker as `npm run worker` starts it. */
export const startWorker = async (url: string, token: string, concurrency: number) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'assay-bench-worker-'))
  const child: ChildProcess = spawn(process.execPath, ['server/worker.ts'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env['PATH'],
      LOG_LEVEL: 'warn',
      ASSAY_URL: url,
      ASSAY_WORKER_TOKEN: token,
      ASSAY_WORKER_CONCURRENCY: String(concurrency),
      DATA_DIR: folder,
      DOCKER_HOST: 'none',
      LAUNCHER_PROCESSES: 'true',
    },
  })
  if (child.stdout === null) throw new Error('the worker has no output')
  await once(child.stdout, 'data')
  return {
    remove: async () => {
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Resolves once `isSo` is true, and rejects after the longest time that a bench allows. */
export const until = (isSo: () => Promise<boolean>, everyMs: number): Promise<boolean> =>
  vi.waitUntil(isSo, { timeout: 300_000, interval: everyMs })
