import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deliver, newDelivery, type Source } from '../../../packages/client/src/live/delivery.ts'
import { createPendingReports } from '../../../packages/client/src/live/pending-reports.ts'
import { aFaultyProxy, type Fault } from '../cli/support/faulty-proxy.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { aWorkspace, type TestUser } from '../support/people.ts'
import { aTarget } from './support/reporter.ts'

let app: TestApp
let owner: TestUser
let folder: string
beforeAll(async () => {
  app = await startTestApp()
  owner = await aWorkspace(app)
  folder = await mkdtemp(path.join(tmpdir(), 'assay-delivery-'))
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true, force: true })
})

const begun = (names: readonly string[], files: readonly string[] = []) => {
  const pending = createPendingReports()
  for (const name of names) {
    pending.start({ key: name, name, className: 'cart', methodName: name, startedAt: Date.now() })
    pending.log(name, { level: 'INFO', timestamp: Date.now(), message: `output of ${name}` })
    const attachments = files.map((file) => ({ path: path.join(folder, file) }))
    pending.end(name, { endedAt: Date.now(), result: 'PASSED', attachments })
  }
  const source: Source = { next: async () => pending.take(), endedAt: () => new Date() }
  const start = { uuid: crypto.randomUUID(), name: 'Nightly', startedAt: new Date().toISOString() }
  return { delivered: newDelivery(start), source }
}

/** Delivers through a proxy: the first call starts the launch, the second one reports its tests. */
const delivering = async (
  { delivered, source }: ReturnType<typeof begun>,
  faults: readonly (Fault | null)[],
  onFailure: () => void = () => {},
) => {
  const target = await aTarget(app, owner)
  const proxy = await aFaultyProxy(app.url, faults)
  const connection = { url: proxy.url, token: target.token, projectKey: target.projectKey, retryMs: 60_000 }
  const watch = { signal: new AbortController().signal, warn: () => {}, onFailure }
  await deliver(connection, delivered, source, watch)
  await proxy.close()
  const id = delivered.launchId ?? 0
  return { target, id, results: await target.results(id), omitted: delivered.omitted.count }
}

test('tests that a proxy rejects together as too large are sent in smaller calls', async () => {
  const names = ['adds', 'pays', 'ships']
  const { results, omitted } = await delivering(begun(names), [null, { status: 413 }, { status: 413 }])
  expect([results, omitted]).toEqual([{ adds: 'PASSED', pays: 'PASSED', ships: 'PASSED' }, 0])
})

test('a single test that is rejected as too large is sent without its output', async () => {
  const { target, id, results, omitted } = await delivering(begun(['adds']), [null, { status: 413 }])
  const { test: adds } = await target.testNamed(id, 'adds')
  expect([results, await target.log(id, adds.id, 1), omitted]).toEqual([{ adds: 'PASSED' }, [], 1])
})

test('a file that is deleted while its upload is repeated is left out, and the launch ends with the others', async () => {
  await Promise.all(['gone.txt', 'here.txt'].map((name) => writeFile(path.join(folder, name), name)))
  const launch = begun(['adds'], ['gone.txt', 'here.txt'])
  const { target, id, omitted } = await delivering(
    launch,
    [null, null, { status: 503 }],
    () => void rm(path.join(folder, 'gone.txt')),
  )
  const { artifacts } = await target.testNamed(id, 'adds')
  expect([artifacts.map(({ name }) => name), omitted]).toEqual([['here.txt'], 1])
  expect(await target.launches()).toMatchObject([{ status: 'PASSED' }])
})
