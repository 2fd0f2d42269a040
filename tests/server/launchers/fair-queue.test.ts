import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { listLaunchAttempts } from '../../../contract/launchers/engine.ts'
import { listInstanceTypes } from '../../../contract/launchers/options.ts'
import { startLaunch } from '../../../contract/launchers/start.ts'
import { createWorkerToken, listLaunchLimits, updateLaunchLimit } from '../../../contract/launchers/workers.ts'
import type { Driver } from '../../../server/launchers/engine/driver.ts'
import { startEngine, type Engine } from '../../../server/launchers/engine/engine.ts'
import { createRemoteDispatch } from '../../../server/launchers/engine/remote-dispatch.ts'
import { ask, startTestApp, type TestApp } from '../support/app.ts'
import { aLauncher, startOf } from '../support/launcher.ts'
import { aProject, aWorkspace, type TestUser } from '../support/people.ts'

let app: TestApp
let owner: TestUser
let folder: string
let engines: Engine[] = []
afterEach(async () => {
  await Promise.all(engines.map((engine) => engine.stop()))
  engines = []
  rmSync(folder, { recursive: true, force: true })
  await app.close()
})

/** Commands in the order in which they ran; each runs until it is released. */
const ran: string[] = []
const waiting = new Map<string, () => void>()
const letGo = (command: string) => {
  waiting.get(command)?.()
  waiting.delete(command)
}
const driver: Driver = {
  name: 'process',
  isAvailable: () => Promise.resolve(true),
  serverUrl: () => app.url,
  start: async ({ command, begin }) => {
    await begin()
    ran.push(command)
    const ended = new Promise<{ exitCode: number; note: null }>((resolve) =>
      waiting.set(command, () => resolve({ exitCode: 0, note: null })),
    )
    return { ended, left: () => Promise.resolve(null), kill: () => Promise.resolve(letGo(command)) }
  },
  list: () => Promise.resolve([]),
  remove: () => Promise.resolve(),
}

const open = async (environment: Record<string, string> = {}) => {
  ran.length = 0
  waiting.clear()
  folder = mkdtempSync(join(tmpdir(), 'assay-fair-'))
  app = await startTestApp({ LAUNCHER_CONCURRENCY: '0', ...environment })
  owner = await aWorkspace(app)
}
const queue = async (projectKey: string, count: number) => {
  const launcher = await aLauncher(app, owner, projectKey)
  const commands = Array.from({ length: count }, (_, place) => `${projectKey} ${place}`)
  const ids: number[] = []
  for (const launchCommand of commands) {
    const body = startOf(launcher, { launchCommand })
    ids.push((await ask(app, startLaunch, { token: owner.token, params: { projectKey }, body })).launchId)
  }
  return ids
}
const startWorkers = async (count: number, concurrency: number, labels: string[] = []) => {
  const { value } = await ask(app, createWorkerToken, { token: owner.token, body: { name: 'Lab' } })
  for (let place = 0; place < count; place += 1) {
    const config = { DATA_DIR: join(folder, String(place)), ALLOW_INTERNAL_ADDRESSES: 'false' }
    const parts = { url: app.url, token: value, worker: randomUUID(), onRefused: () => undefined }
    engines.push(
      startEngine({
        dispatch: createRemoteDispatch(parts),
        choices: [driver],
        concurrency,
        config,
        name: `worker ${place}`,
        labels,
        stopReason: 'The worker was stopped',
        log: { warn: () => undefined },
      }),
    )
  }
}
const until = (isSo: () => boolean | Promise<boolean>) => vi.waitUntil(isSo, { timeout: 60_000, interval: 10 })

test('50 launches of five projects on two workers: each runs once, and none of the projects waits for another to be done', async () => {
  await open()
  // One project queued its launches long before the others.
  const counts: Record<string, number> = { FIRST: 30, ALPHA: 5, BETA: 5, GAMMA: 5, DELTA: 5 }
  const launches: [string, number][] = []
  for (const [key, count] of Object.entries(counts)) {
    await aProject(app, owner, key)
    for (const id of await queue(key, count)) launches.push([key, id])
  }
  await startWorkers(2, 2)
  for (let done = 0; done < 50; done += 1) {
    await until(() => waiting.size === Math.min(4, 50 - done))
    const [oldest] = waiting.keys()
    letGo(String(oldest))
  }
  expect([...ran].sort()).toEqual(launches.map(([key], place) => commandAt(launches, key, place)).sort())
  // After at most five launches, each project has had one.
  const served = ran.map((command) => command.split(' ')[0])
  expect(new Set(served.slice(0, 5)).size).toBe(5)
  const last = (key: string) => served.lastIndexOf(key)
  for (const key of ['ALPHA', 'BETA', 'GAMMA', 'DELTA']) expect([key, last(key) < 29]).toEqual([key, true])
  // Within a project the queue is in order.
  expect(ran.filter((command) => command.startsWith('FIRST'))[0]).toBe('FIRST 0')
  for (const [projectKey, launchId] of launches) {
    const attempts = () => ask(app, listLaunchAttempts, { token: owner.token, params: { projectKey, launchId } })
    await until(async () => (await attempts()).items[0]?.state === 'ended')
    expect((await attempts()).items).toMatchObject([{ attempt: 1, exitCode: 0 }])
  }
})

const commandAt = (launches: readonly [string, number][], key: string, place: number): string =>
  `${key} ${place - launches.findIndex(([one]) => one === key)}`

test('runs no more launches of a project concurrently than its limit, even with free workers', async () => {
  await open()
  const projectId = await aProject(app, owner, 'SHOP')
  await aProject(app, owner, 'OTHER')
  const limited = { token: owner.token, params: { projectId }, body: { most: 1, expected: { most: null } } }
  expect(await ask(app, updateLaunchLimit, limited)).toEqual({ most: 1 })
  const [, second] = await queue('SHOP', 3)
  await queue('OTHER', 3)
  await startWorkers(2, 3)
  await until(() => waiting.size === 4)
  expect([...waiting.keys()].filter((command) => command.startsWith('SHOP'))).toEqual(['SHOP 0'])
  const attempts = { token: owner.token, params: { projectKey: 'SHOP', launchId: Number(second) } }
  expect((await ask(app, listLaunchAttempts, attempts)).items).toMatchObject([
    { state: 'queued', waiting: { ahead: 0, problem: 'This project may run one launch at once' } },
  ])
  const { items } = await ask(app, listLaunchLimits, { token: owner.token })
  expect(items).toMatchObject([
    { projectKey: 'OTHER', most: null, running: 3, queued: 0 },
    { projectKey: 'SHOP', most: 1, running: 1, queued: 2 },
  ])
  letGo('SHOP 0')
  await until(() => waiting.has('SHOP 1'))
  expect(ran.filter((command) => command.startsWith('SHOP'))).toEqual(['SHOP 0', 'SHOP 1'])
  await ask(app, updateLaunchLimit, { token: owner.token, params: { projectId }, body: { most: null } })
  await until(() => waiting.has('SHOP 2'))
  for (const command of waiting.keys()) letGo(command)
})

test('a launch of an instance type waits for a worker with its labels, and shows the reason', async () => {
  await open({ LAUNCHER_INSTANCE_LABELS: 'large=highmem; extra-large=highmem,fast' })
  await aProject(app, owner, 'SHOP')
  const requested = { token: owner.token, params: { projectKey: 'SHOP' } }
  const launcher = await aLauncher(app, owner, 'SHOP')
  const start = async (launchCommand: string, instanceTypeId: string | null, workerLabels: string[] = []) =>
    (
      await ask(app, startLaunch, {
        ...requested,
        body: startOf(launcher, { launchCommand, instanceTypeId, workerLabels }),
      })
    ).launchId
  const { items } = await ask(app, listInstanceTypes, requested)
  expect(items.map(({ id, workerLabels }) => [id, workerLabels])).toEqual([
    ['small', []],
    ['standard', []],
    ['large', ['highmem']],
    ['extra-large', ['highmem', 'fast']],
  ])
  const largest = await start('largest', 'extra-large', ['gpu'])
  await start('large', 'large')
  await start('usual', null)
  await startWorkers(1, 3)
  await until(() => waiting.has('usual'))
  const attempts = { ...requested, params: { projectKey: 'SHOP', launchId: largest } }
  expect((await ask(app, listLaunchAttempts, attempts)).items).toMatchObject([
    { state: 'queued', waiting: { problem: 'No worker with the labels gpu, highmem, fast is connected' } },
  ])
  expect(ran).toEqual(['usual'])
  await startWorkers(1, 3, ['highmem'])
  await until(() => waiting.has('large'))
  await startWorkers(1, 3, ['highmem', 'fast', 'gpu'])
  await until(() => waiting.has('largest'))
  for (const command of waiting.keys()) letGo(command)
})
