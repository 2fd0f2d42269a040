import { vi } from 'vitest'
import { listLaunchAttempts, readConsole } from '../../../contract/launchers/engine.ts'
import type { LauncherValues } from '../../../contract/launchers/launchers.ts'
import { startLaunch } from '../../../contract/launchers/start.ts'
import { getLaunch } from '../../../contract/launches/launches.ts'
import { ask, type TestApp } from './app.ts'
import { aLauncher, startOf } from './launcher.ts'
import type { TestUser } from './people.ts'

/** Common initial values of a test's launches, and their maximum duration. */
interface Given {
  values?: () => Partial<LauncherValues>
  timeout?: number
}

/** Starts launches of a project and reads their state. Server and owner are functions, because tests open them later and may restart them. */
export const launchRuns = (
  server: () => Pick<TestApp, 'url'>,
  owner: () => Pick<TestUser, 'token'>,
  projectKey: string,
  { values: common = () => ({}), timeout = 60_000 }: Given = {},
) => {
  const requested = (params: Record<string, string | number> = {}) => ({
    token: owner().token,
    params: { projectKey, ...params },
  })
  const attemptOf = async (launchId: number) => {
    const [attempt] = (await ask(server(), listLaunchAttempts, requested({ launchId }))).items
    if (!attempt) throw new Error('the launch has no attempt')
    return attempt
  }
  const linesOf = async (launchId: number) => {
    const { attemptUuid } = await attemptOf(launchId)
    return (await ask(server(), readConsole, requested({ launchId, attemptUuid }))).items.map(({ value }) => value)
  }
  const until = (isSo: () => Promise<boolean> | boolean) => vi.waitUntil(isSo, { timeout, interval: 50 })
  return {
    asked: requested,
    started: async (values: Partial<LauncherValues>) => {
      const launcher = await aLauncher(server(), owner(), projectKey, { ...common(), ...values })
      return (await ask(server(), startLaunch, { ...requested(), body: startOf(launcher) })).launchId
    },
    launchOf: async (launchId: number) => (await ask(server(), getLaunch, requested({ launchId }))).launch,
    attemptOf,
    linesOf,
    until,
    printed: (launchId: number, text: string) => until(async () => (await linesOf(launchId)).join('\n').includes(text)),
    ended: (launchId: number) => until(async () => (await attemptOf(launchId)).state === 'ended'),
  }
}
