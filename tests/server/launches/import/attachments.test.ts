import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { strToU8, zipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pathOf } from '../../../../contract/call.ts'
import { listTests } from '../../../../contract/launches/launch-tests.ts'
import { deleteLaunch, getLaunch } from '../../../../contract/launches/launches.ts'
import { ImportedLaunch, IMPORTED_LAUNCHES_PATH } from '../../../../contract/launches/result-import.ts'
import { getTest, listTestLogs } from '../../../../contract/launches/test-details.ts'
import { ask, send, startTestApp, type TestApp } from '../../support/app.ts'
import { aProject, aWorkspace, type TestUser } from '../../support/people.ts'

let app: TestApp
let owner: TestUser
beforeAll(async () => {
  app = await startTestApp()
  owner = await aWorkspace(app)
  await aProject(app, owner)
})
afterAll(() => app.close())

const params = { projectKey: 'DEF' }
const fileNamed = (name: string) => readFileSync(path.join(import.meta.dirname, 'files/attachments', name))
const post = async (
  files: Record<string, Uint8Array | string>,
  headers: Record<string, string> = {},
): Promise<ImportedLaunch> => {
  const form = new FormData()
  for (const [name, content] of Object.entries(files))
    form.append('file', new Blob([content as Uint8Array<ArrayBuffer>]), name)
  const { status, body } = await send(app, pathOf(IMPORTED_LAUNCHES_PATH, params), {
    method: 'POST',
    token: owner.token,
    body: form,
    headers,
  })
  if (status !== 201) throw new Error(JSON.stringify(body))
  return ImportedLaunch.parse(body)
}
const testsOf = async (launchId: number) =>
  (await ask(app, listTests, { params: { ...params, launchId }, token: owner.token, query: {} })).items
const testNamed = async (launchId: number, name: string) => {
  const found = (await testsOf(launchId)).find((one) => one.name === name)
  if (found === undefined) throw new Error(`there is no test ${name}`)
  const place = { params: { ...params, launchId, testId: found.id }, token: owner.token }
  const screenshotsOf = async (attempt: number) =>
    (await ask(app, listTestLogs, { ...place, query: { attempt } })).items.filter(({ kind }) => kind === 'screenshot')
  return { ...(await ask(app, getTest, place)), screenshotsOf }
}
const fetched = async (url: string) => {
  const response = await fetch(`${app.url}${url}`, { headers: { authorization: `Bearer ${owner.token}` } })
  return { response, bytes: Buffer.from(await response.arrayBuffer()) }
}
const fileRows = async () => (await app.db.selectFrom('file').select('hash').execute()).length
/** Local files of uploads that are under way. */
const incoming = () => {
  const folder = path.join(app.config.DATA_DIR, 'files', 'incoming')
  return existsSync(folder) ? readdirSync(folder) : []
}
const report = (...paths: readonly string[]) =>
  `<testsuite><testcase classname="Quay" name="moors"><system-out>${paths.map((name) => `\n[[ATTACHMENT|${name}]]\n`).join('')}</system-out></testcase></testsuite>`

test('shows the screenshots, traces and bodies of a Playwright report at their tests and attempts', async () => {
  const made = await post({ 'playwright-blob.zip': fileNamed('playwright-blob.zip') })
  expect(made.problems).toEqual([])
  const failed = await testNamed(made.launchId, 'opens the lock')
  expect(failed.artifacts.map(({ name, kind }) => `${kind} ${name}`)).toEqual([
    'file error-context.md',
    'file trace.zip',
  ])
  expect(failed.test.artifactsCount).toBe(2)
  expect(failed.attempts.map(({ artifacts }) => artifacts.map(({ name }) => name))).toEqual([
    ['error-context.md', 'trace.zip'],
    ['error-context.md', 'trace.zip'],
  ])
  for (const attempt of [1, 2]) {
    const [shot, ...others] = await failed.screenshotsOf(attempt)
    expect(others).toEqual([])
    const { response, bytes } = await fetched(shot?.url ?? '')
    expect(response.headers.get('content-type')).toBe('image/png')
    expect(bytes).toHaveLength(1961)
  }
  const trace = await fetched(failed.artifacts[1]?.url ?? '')
  expect(trace.bytes.toString('latin1', 0, 2)).toBe('PK')
  const flaky = await testNamed(made.launchId, 'shows the berth')
  expect([failed.test.hasTrace, flaky.test.hasTrace]).toEqual([true, true])
  expect(flaky.artifacts.map(({ name }) => name)).toEqual(['tide.json', 'chart.svg'])
  expect([await flaky.screenshotsOf(1), await flaky.screenshotsOf(2)]).toMatchObject([[{ kind: 'screenshot' }], []])
  expect(incoming()).toEqual([])
})

test('serves imported HTML, SVG and PDF files so that they cannot run in the origin of the application', async () => {
  const files = {
    'page.html': '<script>alert(1)</script>',
    'chart.svg': '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
    // Not an image, whatever its name.
    'shot.png': '<html><script>alert(1)</script></html>',
    'page.pdf': '%PDF-1.7',
  }
  const made = await post({ 'a.xml': report(...Object.keys(files)), ...files })
  const { artifacts } = await testNamed(made.launchId, 'moors')
  expect(artifacts.map(({ name, kind }) => `${kind} ${name}`)).toEqual(Object.keys(files).map((name) => `file ${name}`))
  for (const { url } of artifacts) {
    const { headers } = (await fetched(url)).response
    expect(headers.get('content-type')).toBe('application/octet-stream')
    expect(headers.get('content-disposition')).toMatch(/^attachment;/)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('content-security-policy')).toMatch(/default-src 'none'.*sandbox/)
  }
})

test('shows a video and an empty file, and the files of no test at the launch', async () => {
  const webm = Buffer.concat([Buffer.from([0x1a, 0x45, 0xdf, 0xa3]), Buffer.alloc(100)])
  const suite = report('run.webm', 'empty.log').replace(
    '</testsuite>',
    '<system-err>\n[[ATTACHMENT|plan.png]]\n</system-err></testsuite>',
  )
  const png = Buffer.from('89504e470d0a1a0a', 'hex')
  const made = await post({
    'a.zip': zipSync({ 'a.xml': strToU8(suite), 'run.webm': webm, 'empty.log': strToU8(''), 'plan.png': png }),
  })
  expect(made.problems).toEqual([])
  const { artifacts } = await testNamed(made.launchId, 'moors')
  expect(artifacts).toMatchObject([
    { kind: 'video', name: 'run.webm', sizeBytes: 104 },
    { kind: 'file', name: 'empty.log', sizeBytes: 0 },
  ])
  const empty = await fetched(artifacts[1]?.url ?? '')
  expect([empty.response.status, empty.bytes.length]).toEqual([200, 0])
  const { launch } = await ask(app, getLaunch, {
    params: { ...params, launchId: made.launchId },
    token: owner.token,
  })
  expect(launch.artifacts).toMatchObject([{ kind: 'file', name: 'plan.png' }])
})

test('shows attachments at addresses of the web as links', async () => {
  const addresses = Array.from({ length: 600 }, (_, i) => `https://ci.example.test/${'7'.repeat(100)}/${i}`)
  const attachments = addresses.map((path) => ({ name: 'Build', path }))
  const results = { tests: [{ name: 'moors', status: 'passed', attachments }] }
  const made = await post({ 'a.json': JSON.stringify({ results }) })
  const { artifacts } = await testNamed(made.launchId, 'moors')
  expect(artifacts[0]).toMatchObject({ kind: 'link', name: 'Build', url: addresses[0] })
  expect(made.problems).toMatchObject([
    { message: expect.stringMatching(/^\d+ links of 1 test were not imported: a test has at most 500/) as string },
  ])
})

test('finds files by the paths that a script sends as their names', async () => {
  const made = await post({
    'out/a.xml': report('/ci/shots/one/a.txt', '../shots/two/a.txt'),
    'shots/one/a.txt': 'first',
    'shots/two/a.txt': 'second',
  })
  expect(made.problems).toEqual([])
  const { artifacts } = await testNamed(made.launchId, 'moors')
  const contents = await Promise.all(artifacts.map(async ({ url }) => (await fetched(url)).bytes.toString()))
  expect(contents).toEqual(['first', 'second'])
})

test('lists what was not imported, and cleans names', async () => {
  const made = await post({
    'a.xml': report('/etc/passwd', '../../../../etc/hosts', 'C:\\ci\\gone.png', 'C:\\ci\\a\u0085\u202eb.txt'),
    'a\u0085\u202eb.txt': 'text',
  })
  expect(made.problems).toEqual([
    { file: 'a.xml', line: null, message: '3 attachments were not imported: they are not in the upload' },
  ])
  expect((await testNamed(made.launchId, 'moors')).artifacts).toHaveLength(1)
})

test('attaches files once when a script repeats its call, and deletes them with the launch', async () => {
  const before = await fileRows()
  const files = { 'a.xml': report('own.log', 'shared.log'), 'own.log': 'own of Nightly', 'shared.log': 'shared by two' }
  const first = await post(files, { 'idempotency-key': 'nightly' })
  expect(await post(files, { 'idempotency-key': 'nightly' })).toEqual(first)
  const second = await post({ 'b.xml': report('shared.log'), 'shared.log': 'shared by two' })
  expect((await testNamed(first.launchId, 'moors')).artifacts).toHaveLength(2)
  const [shared] = (await testNamed(second.launchId, 'moors')).artifacts
  // The reports themselves stay for a day.
  await app.db.deleteFrom('result_import').execute()
  const place = (launchId: number) => ({ params: { ...params, launchId }, token: owner.token })
  await app.db
    .updateTable('file')
    .set({ created_at: new Date(Date.now() - 2 * 3_600_000) })
    .execute()
  await ask(app, deleteLaunch, place(first.launchId))
  expect((await fetched(shared?.url ?? '')).bytes.toString()).toBe('shared by two')
  await ask(app, deleteLaunch, place(second.launchId))
  const reports = 2
  await expect.poll(fileRows).toBe(before + reports)
})

test('imports 1,000 attachments of one test', async () => {
  const attachments = Array.from({ length: 1000 }, (_, i) => ({
    name: `f${i}.txt`,
    body: Buffer.from(`content ${i}`).toString('base64'),
  }))
  const spec = { title: 'many', tests: [{ projectName: '', results: [{ status: 'passed', attachments }] }] }
  const made = await post({ 'a.json': JSON.stringify({ config: {}, suites: [{ title: 'a.ts', specs: [spec] }] }) })
  expect(made.problems).toEqual([])
  const { artifacts, test: one } = await testNamed(made.launchId, 'many')
  expect([one.artifactsCount, artifacts.map(({ name }) => name)]).toEqual([1000, attachments.map(({ name }) => name)])
  expect((await fetched(artifacts[999]?.url ?? '')).bytes.toString()).toBe('content 999')
})
