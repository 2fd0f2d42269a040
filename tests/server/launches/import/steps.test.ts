import { readFileSync } from 'node:fs'
import path from 'node:path'
import { strToU8, zipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pathOf } from '../../../../contract/call.ts'
import { listTests } from '../../../../contract/launches/launch-tests.ts'
import { deleteLaunch } from '../../../../contract/launches/launches.ts'
import { ImportedLaunch, IMPORTED_LAUNCHES_PATH } from '../../../../contract/launches/result-import.ts'
import { RESULT_IMPORT_LIMITS as LIMITS } from '../../../../contract/launches/result-import-limits.ts'
import { getTest, listTestLogs, listTestSteps } from '../../../../contract/launches/test-details.ts'
import { ask, refusalOf, send, startTestApp, type TestApp } from '../../support/app.ts'
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
const imported = async (name: string, content: Uint8Array | string): Promise<ImportedLaunch> => {
  const form = new FormData()
  form.append('file', new Blob([content as Uint8Array<ArrayBuffer>]), name)
  const to = pathOf(IMPORTED_LAUNCHES_PATH, params)
  const { status, body } = await send(app, to, { method: 'POST', token: owner.token, body: form })
  if (status !== 201) throw new Error(JSON.stringify(body))
  return ImportedLaunch.parse(body)
}
const testNamed = async (launchId: number, name: string) => {
  const { items } = await ask(app, listTests, { params: { ...params, launchId }, token: owner.token, query: {} })
  const found = items.find((one) => one.name === name)
  if (found === undefined) throw new Error(`there is no test ${name}`)
  return { params: { ...params, launchId, testId: found.id }, token: owner.token }
}

test('reads the steps of each attempt of an imported test, with the files of a step', async () => {
  const file = readFileSync(path.join(import.meta.dirname, 'files/steps/playwright-blob.zip'))
  const { launchId } = await imported('blob.zip', file)
  const place = await testNamed(launchId, 'opens the lock')
  const last = await ask(app, listTestSteps, { ...place, query: {} })
  const first = await ask(app, listTestSteps, { ...place, query: { attempt: 1 } })
  expect(last.items[0]).toEqual({
    title: 'Before Hooks',
    depth: 0,
    status: 'PASSED',
    category: 'hook',
    startMs: expect.any(Number) as number,
    durationMs: expect.any(Number) as number,
  })
  const failures = [first, last].map(({ items }) => items.find(({ error }) => error !== undefined))
  expect(failures).toMatchObject([
    { title: 'Expect "toHaveText" getByRole(\'heading\')', location: 'lock.spec.ts:15', depth: 1 },
    { title: 'Expect "toHaveText" getByRole(\'heading\')', location: 'lock.spec.ts:15', depth: 1 },
  ])
  expect(failures[0]?.error).toContain('Berth \u001b[7m8')
  expect(failures[1]?.error).toContain('Berth \u001b[7m9')
  for (const { items, artifacts } of [first, last]) {
    expect(artifacts).toMatchObject([{ name: 'gauge.json', kind: 'file', sizeBytes: 11 }])
    expect(items[artifacts[0]?.step ?? -1]?.title).toBe('Attach "gauge.json"')
  }
  const { attempts } = await ask(app, getTest, place)
  expect(attempts.map(({ steps }) => steps)).toEqual([first.items.length, last.items.length])
  expect(await ask(app, listTestSteps, { ...place, query: { attempt: 3 } })).toEqual({
    items: [],
    omitted: 0,
    artifacts: [],
  })
  await ask(app, deleteLaunch, { params: { ...params, launchId }, token: owner.token })
  await expect.poll(() => app.db.selectFrom('test_steps').select('attempt').execute()).toEqual([])
})

test('a screenshot of a step is in the log at the end of the step', async () => {
  const start = Date.parse('2026-11-25T10:00:00Z')
  const at = (ms: number) => ({ start: start + ms, stop: start + ms + 500 })
  const shot = { name: 'basin', source: 'basin.png', type: 'image/png' }
  const result = {
    name: 'fills the basin',
    status: 'passed',
    start,
    stop: start + 9000,
    steps: [
      { name: 'opens the valve', status: 'passed', ...at(1000), attachments: [shot] },
      { name: 'closes the valve', status: 'passed', ...at(4000), attachments: [shot] },
    ],
  }
  const { launchId } = await imported(
    'allure.zip',
    zipSync({
      'a-result.json': strToU8(JSON.stringify(result)),
      'basin.png': Buffer.from('89504e470d0a1a0a', 'hex'),
    }),
  )
  const place = await testNamed(launchId, 'fills the basin')
  const [attempt] = (await ask(app, getTest, place)).attempts
  const { items } = await ask(app, listTestLogs, { ...place, query: {} })
  expect(items.map(({ kind, at: time }) => [kind, time - Date.parse(attempt?.startTime ?? '')])).toEqual([
    ['screenshot', 1500],
    ['screenshot', 4500],
  ])
})

test('stores at most 10,000 steps of an attempt, and returns the number of the others', async () => {
  const steps = Array.from({ length: LIMITS.steps + 5 }, (_, i) => ({ title: `step ${i}\u0000`, duration: 1 }))
  const spec = { title: 'walks', tests: [{ projectName: '', results: [{ status: 'passed', steps }] }] }
  const { launchId } = await imported('a.json', JSON.stringify({ config: {}, suites: [{ title: 'a', specs: [spec] }] }))
  const { items, omitted } = await ask(app, listTestSteps, { ...(await testNamed(launchId, 'walks')), query: {} })
  expect([items.length, omitted, items.at(-1)?.title]).toEqual([LIMITS.steps, 5, `step ${LIMITS.steps - 1}`])
})

test('has no steps of a test of another launch', async () => {
  const { launchId } = await imported('a.xml', '<testsuite><testcase classname="c" name="n"/></testsuite>')
  const place = await testNamed(launchId, 'n')
  const elsewhere = { ...place, params: { ...place.params, launchId: launchId + 1 } }
  expect((await refusalOf(app, listTestSteps, { ...elsewhere, query: {} })).status).toBe(404)
  expect((await refusalOf(app, listTestSteps, { ...place, query: { attempt: 0 } })).status).toBe(400)
})
