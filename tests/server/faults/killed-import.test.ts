/** A server that is killed during an import by one call, and started again on the same database. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { strToU8, zipSync } from 'fflate'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { pathOf } from '../../../contract/call.ts'
import { listTests } from '../../../contract/launches/launch-tests.ts'
import { listLaunches } from '../../../contract/launches/launches.ts'
import { ImportedLaunch, IMPORTED_LAUNCHES_PATH } from '../../../contract/launches/result-import.ts'
import { ask, send, type TestApp } from '../support/app.ts'
import { openTestDatabase, testEngine, type TestDatabase } from '../support/database.ts'
import { freePort } from '../support/free-port.ts'
import { kill, serve, type Served } from '../support/served.ts'

let database: TestDatabase | null
let folder: string
let server: Served
const environment = async (): Promise<Record<string, string>> => ({
  DATA_DIR: join(folder, 'data'),
  DATABASE_URL: database?.location.databaseUrl ?? '',
  PORT: String(await freePort()),
  DOCKER_HOST: 'none',
})
beforeEach(async () => {
  database = testEngine() === 'postgres' ? await openTestDatabase() : null
  folder = mkdtempSync(join(tmpdir(), 'assay-import-'))
  server = await serve(await environment())
})
afterEach(async () => {
  await kill(server)
  await database?.remove()
  rmSync(folder, { recursive: true, force: true })
})

const app = () => ({ url: server.url }) as TestApp
const params = { projectKey: 'DEF' }
const launches = async () => (await ask(app(), listLaunches, { params, token: server.token, query: {} })).items
const post = () => {
  const tests = Array.from({ length: 8000 }, (_, i) => `<testcase classname="a.B" name="t${i}" time="0.01"/>`)
  return postFile('many.xml', `<testsuite name="Many">${tests.join('')}</testsuite>`)
}
const postFile = (name: string, content: string | Uint8Array<ArrayBuffer>) => {
  const body = new FormData()
  body.append('file', new Blob([content]), name)
  const headers = { 'idempotency-key': 'build-7' }
  return send(app(), pathOf(IMPORTED_LAUNCHES_PATH, params), { method: 'POST', token: server.token, body, headers })
}

test('removes the launch of a killed import, and a repeated call imports it completely', async () => {
  const lost = post().catch(() => null)
  await expect
    .poll(async () => (await launches()).map(({ status }) => status), { timeout: 180_000 })
    .toEqual(['IN_PROGRESS'])
  await kill(server)
  await lost
  server = await serve(await environment())
  const { status, body } = await post()
  expect(status).toBe(201)
  const made = ImportedLaunch.parse(body)
  expect(made).toMatchObject({ tests: 8000, counts: { passed: 8000 } })
  expect(await launches()).toMatchObject([{ id: made.launchId, status: 'PASSED', statistics: { passed: 8000 } }])
  expect((await post()).body).toEqual(body)
})

test('removes the launch of an import that was killed while it attached files, and a repeated call attaches each once', async () => {
  const names = Array.from({ length: 300 }, (_, i) => `f${i}.txt`)
  const marks = names.map((name) => `\n[[ATTACHMENT|${name}]]\n`).join('')
  const report = `<testsuite><testcase classname="a.B" name="t"><system-out>${marks}</system-out></testcase></testsuite>`
  const contents = Object.fromEntries(names.map((name) => [name, strToU8(`content of ${name}`)]))
  const archive = zipSync({ 'report.xml': strToU8(report), ...contents }) as Uint8Array<ArrayBuffer>
  const post = () => postFile('results.zip', archive)
  const lost = post().catch(() => null)
  const attached = async () => {
    const [launch] = await launches()
    if (launch === undefined) return 0
    const { items } = await ask(app(), listTests, {
      params: { ...params, launchId: launch.id },
      token: server.token,
      query: {},
    })
    return items[0]?.artifactsCount ?? 0
  }
  await expect.poll(attached, { timeout: 180_000 }).toBeGreaterThan(0)
  await kill(server)
  await lost
  server = await serve(await environment())
  const { status, body } = await post()
  expect(status).toBe(201)
  expect(ImportedLaunch.parse(body)).toMatchObject({ tests: 1, problems: [] })
  expect(await launches()).toHaveLength(1)
  expect(await attached()).toBe(names.length)
})
