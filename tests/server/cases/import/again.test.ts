import { sql } from 'kysely'
import http from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pathOf } from '../../../../contract/call.ts'
import { runCaseImport } from '../../../../contract/cases/import.ts'
import { listSharedSteps, createSharedSteps } from '../../../../contract/shared-steps/shared-steps.ts'
import { ask, startTestApp, type TestApp } from '../../support/app.ts'
import { aWorkspace, type TestUser } from '../../support/people.ts'
import { anImporter, stepsOf } from './support.ts'

let app: TestApp
let owner: TestUser
beforeAll(async () => {
  app = await startTestApp()
  owner = await aWorkspace(app)
})
afterAll(() => app.close())

const FIRST = 'ID,Title,Suite,Description\nTC-1,Pay,Shop,One\nTC-2,Leave,Shop,Two\nTC-3,Sign in,Door,Three\n'
const SECOND =
  'ID,Title,Suite,Description\nTC-1,Pay now,Shop,One\nTC-2,Leave,Shop,Two\nTC-3,Sign in,Shop > Door,Three\nTC-4,New,Shop,\n'

test('[IMPT-03] importing a file again updates the cases that differ, matched by their keys, and is undone as one operation', async () => {
  const to = await anImporter(app, owner)
  await to.run(await to.given(FIRST))
  const before = await to.cases()
  const tree = await to.tree()
  const unchanged = await to.run(await to.given(FIRST))
  expect(unchanged.counts).toEqual({ created: 0, updated: 0, unchanged: 3, leftOut: 0, suites: 0, sameTitle: 0 })

  const file = await to.given(SECOND)
  expect(file.isRemembered).toBe(true)
  const outcome = await to.run(file)
  expect(outcome.counts).toEqual({ created: 1, updated: 2, unchanged: 1, leftOut: 0, suites: 1, sameTitle: 0 })
  expect(await to.tree()).toEqual(['/Shop: Pay now', '/Shop: Leave', '/Shop: New', '/Shop/Door: Sign in'])
  expect((await to.cases()).map(({ title, version }) => [title, version])).toEqual([
    ['Pay now', 2],
    ['Leave', 1],
    ['New', 1],
    ['Sign in', 2],
  ])

  const undone = await to.undo(outcome.operationId)
  expect(undone.failed).toEqual([])
  expect(undone.successfullyProcessed).toHaveLength(3)
  expect(await to.tree()).toEqual(tree)
  const textOf = (cases: typeof before) => cases.map(({ key, title, description }) => [key, title, description])
  expect(textOf(await to.cases())).toEqual(textOf(before))
})

test('leaves known cases unchanged when the import is set to skip them', async () => {
  const to = await anImporter(app, owner)
  await to.run(await to.given(FIRST))
  const { counts } = await to.run(await to.given(SECOND), { updatesKnown: false })
  expect(counts).toEqual({ created: 1, updated: 0, unchanged: 3, leftOut: 0, suites: 0, sameTitle: 0 })
  expect((await to.cases()).map(({ title }) => title)).toContain('Pay')
})

test('keys of our own are known too, and a case of the trash bin is not', async () => {
  const to = await anImporter(app, owner)
  const suite = await to.suite('A')
  const saved = await to.case(suite, 'Kept')
  const gone = await to.case(suite, 'Gone')
  await to.delete([gone.id])
  const file = await to.given(`Key,Title\n${saved.key},Kept better\n${gone.key},Back again\n`)
  const { counts } = await to.run(file)
  expect(counts).toEqual({ created: 1, updated: 1, unchanged: 0, leftOut: 0, suites: 1, sameTitle: 0 })
  expect((await to.get(saved.id)).title).toBe('Kept better')
  expect((await to.get(saved.id)).testSuiteId).toBe(suite)
})

test('shared steps stay shared as long as the file says the same; undoing brings them back', async () => {
  const to = await anImporter(app, owner)
  const step = { kind: 'step' as const, id: 'a', action: 'Open', expectedResult: 'It is open', attachments: [] }
  const shared = await ask(app, createSharedSteps, {
    token: owner.token,
    params: to.params,
    body: { name: 'Opening', steps: [step] },
  })
  const sharedStepsId = shared.data.id
  const steps = [
    { kind: 'shared' as const, id: 's', sharedStepsId },
    { ...step, id: 'b', action: 'Pay', expectedResult: '' },
  ]
  const one = await to.case(await to.suite('A'), 'One', { steps })
  const head = 'Key,Title,Steps,Expected\n'
  const same = await to.run(await to.given(`${head}${one.key},One,"1. Open\n2. Pay","1. It is open\n2. "\n`))
  expect(same.counts.unchanged).toBe(1)
  const other = await to.run(await to.given(`${head}${one.key},One,"1. Open\n2. Pay twice","1. It is open\n2. "\n`))
  const changed = await to.get(one.id)
  expect(stepsOf(changed)).toEqual([
    ['Open', 'It is open'],
    ['Pay twice', ''],
  ])
  const usesOf = async () =>
    (await ask(app, listSharedSteps, { token: owner.token, params: to.params })).items.map(
      (item) => item.numberOfAttachedTestCases,
    )
  expect(await usesOf()).toEqual([0])
  await to.undo(other.operationId)
  expect((await to.get(one.id)).steps).toEqual(steps)
  expect(await usesOf()).toEqual([1])
})

test('undoing an import keeps cases that a user has changed since, and their suites', async () => {
  const to = await anImporter(app, owner)
  const { operationId } = await to.run(await to.given(FIRST))
  const [pay] = await to.cases()
  await to.update(pay?.id ?? 0, 1, { title: 'Pay with care' })
  const { failed } = await to.undo(operationId)
  expect(failed.map(({ id }) => id)).toEqual([pay?.id])
  expect(await to.tree()).toEqual(['/Shop: Pay with care'])
})

test('repeated requests for one import create its cases once', async () => {
  const to = await anImporter(app, owner)
  const file = await to.given('Title\nA\n')
  const outcome = await to.run(file)
  expect(await to.run(file)).toEqual(outcome)
  expect(await to.cases()).toHaveLength(1)
})

test('progress is reported while it runs', async () => {
  const to = await anImporter(app, owner)
  const lines = await to.received(
    await to.given(`Title\n${Array.from({ length: 1200 }, (_, i) => `Case ${i}\n`).join('')}`),
  )
  expect(lines.slice(0, -1)).toEqual([{ rows: 501 }, { rows: 1001 }, { rows: 1200 }])
  const { total } = await to.count()
  expect(total).toBe(1200)
})

test('an import that fails midway saves no cases', async () => {
  const to = await anImporter(app, owner)
  // More cases than fit into one part.
  const file = await to.given(`Title\n${Array.from({ length: 700 }, (_, i) => `Faulty ${i}\n`).join('')}`)
  await app.db.schema
    .alterTable('test_case')
    .addCheckConstraint('refused', sql`title <> 'Faulty 650'`)
    .execute()
  try {
    expect((await to.received(file)).at(-1)).toMatchObject({ problem: { code: expect.any(String) as string } })
  } finally {
    await app.db.schema.alterTable('test_case').dropConstraint('refused').execute()
  }
  expect(await to.suites()).toEqual([])
  expect((await to.run(file)).counts.created).toBe(700)
})

test('closing the connection cancels it', async () => {
  const to = await anImporter(app, owner)
  const file = await to.given(`Title\n${Array.from({ length: 20_000 }, (_, i) => `Case ${i}\n`).join('')}`)
  const { hostname, port } = new URL(app.url)
  const body = JSON.stringify({ sheet: null, mapping: file.mapping })
  await new Promise<void>((resolve, reject) => {
    const request = http.request(
      {
        hostname,
        port,
        method: 'POST',
        path: pathOf(runCaseImport.path, { ...to.params, importId: file.id }),
        headers: { authorization: `Bearer ${owner.token}`, 'content-type': 'application/json' },
      },
      (response) => {
        response.on('error', () => undefined)
        response.once('data', () => {
          request.destroy()
          resolve()
        })
      },
    )
    request.on('error', reject)
    request.end(body)
  })
  // Waits for the holder of the import.
  const { outcome } = await app.db
    .selectFrom('case_import')
    .select('outcome')
    .where('id', '=', file.id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  expect(outcome).toBe(null)
  expect(await to.suites()).toEqual([])
})
