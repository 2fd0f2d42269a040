import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DEFAULT_FLAKY, updateFlakySettings, type FlakySettings } from '../../../contract/launches/flaky-tests.ts'
import { changeQuarantine, listQuarantine } from '../../../contract/launches/quarantine.ts'
import { listSettingsChanges } from '../../../contract/settings/change-log.ts'
import { claimProject, quarantineByRules } from '../../../server/launches/flaky/auto-quarantine.ts'
import { TestAgent } from '../support/agent.ts'
import { ask, startTestApp, type TestApp } from '../support/app.ts'
import { aProject, aWorkspace, type TestUser } from '../support/people.ts'

let app: TestApp
let owner: TestUser
beforeAll(async () => {
  app = await startTestApp()
  owner = await aWorkspace(app)
})
afterAll(() => app.close())

/** `R`: passed on a retry. */
type Result = 'P' | 'F' | 'R'
let projects = 0

/** A project whose rules quarantine tests that passed on a retry once, and its agent. */
const aProjectWithRules = async (rules: Partial<FlakySettings> = {}) => {
  projects += 1
  const projectKey = `AQ${projects}`
  await aProject(app, owner, projectKey)
  const agent = await TestAgent.of(app, owner, projectKey)
  const of = { params: { projectKey }, token: owner.token }
  const save = (body: Partial<FlakySettings>) => ask(app, updateFlakySettings, { ...of, body })
  const settings = { quarantines: true, minRetries: 1, maxQuarantinedShare: 100, ...rules }
  await save(settings)
  const { id } = await app.db.selectFrom('project').select('id').where('key', '=', projectKey).executeTakeFirstOrThrow()
  let started = 0
  const launch = async (results: Record<string, Result>) => {
    started += 1
    const startedAt = new Date(Date.now() - 3_600_000 + started * 60_000).toISOString()
    const reported = await agent.startLaunch({ startedAt })
    for (const [name, result] of Object.entries(results)) {
      const test = await reported.test(name, result === 'P' ? 'PASSED' : { result: 'FAILED', reason: name }, {
        maintainer: 'ada',
      })
      if (result === 'R') {
        await reported.restartTest(test, name)
        await reported.finishTest(test, { result: 'PASSED' })
      }
    }
    await reported.finish()
  }
  const entries = async () => (await ask(app, listQuarantine, of)).items
  const names = async () => (await entries()).map(({ name }) => name).toSorted()
  return { of, id, launch, save, entries, names, look: () => quarantineByRules(app.db, id) }
}

test('a rule quarantines a test once, with its reason and last day, and the change is in the log', async () => {
  const { of, launch, entries, look } = await aProjectWithRules()
  await launch({ shaky: 'R', steady: 'P' })
  const lastDay = () => new Date(Date.now() + DEFAULT_FLAKY.quarantineDays * 24 * 3_600_000).toISOString().slice(0, 10)
  const days = [lastDay()]
  const both = await Promise.all([look(), look()])
  days.push(lastDay())
  expect(both.reduce((sum, { quarantined }) => sum + quarantined, 0)).toBe(1)
  expect(await entries()).toMatchObject([
    { name: 'shaky', reason: 'Passed on a retry once in 30 days', rule: 'retries', by: null, version: 1 },
  ])
  expect(days).toContain((await entries())[0]?.until)
  const log = await ask(app, listSettingsChanges, { ...of, query: {} })
  expect(log.items[0]).toMatchObject({
    area: 'quarantine',
    user: null,
    isAutomatic: true,
    changes: [{ kind: 'added', subject: 'shaky', values: { rule: { after: 'retries' } } }],
  })
})

test('a rule quarantines no more tests than the share of the project allows, the flakiest first', async () => {
  const { launch, look, names, save } = await aProjectWithRules({ maxQuarantinedShare: 50 })
  await launch({ often: 'R', a: 'R', b: 'R', steady: 'P' })
  await launch({ often: 'R', a: 'R', b: 'P', steady: 'P' })
  await launch({ often: 'R', a: 'P', b: 'P', steady: 'P' })
  expect(await look()).toEqual({ quarantined: 2, released: 0 })
  expect(await names()).toEqual(['a', 'often'])
  expect(await look()).toEqual({ quarantined: 0, released: 0 })
  await save({ maxQuarantinedShare: 75 })
  expect(await look()).toEqual({ quarantined: 1, released: 0 })
})

test('a quarantine by a rule ends after enough passes, and begins again only with another retry', async () => {
  const { launch, look, names } = await aProjectWithRules({ releaseAfter: 2 })
  await launch({ shaky: 'R' })
  await look()
  await launch({ shaky: 'P' })
  expect(await look()).toEqual({ quarantined: 0, released: 0 })
  await launch({ shaky: 'P' })
  expect(await look()).toEqual({ quarantined: 0, released: 1 })
  expect(await look()).toEqual({ quarantined: 0, released: 0 })
  await launch({ shaky: 'R' })
  expect(await look()).toEqual({ quarantined: 1, released: 0 })
  expect(await names()).toEqual(['shaky'])
})

test('a quarantine by a rule ends after its last day, also when the rules quarantine no more', async () => {
  const { id, launch, look, names, save } = await aProjectWithRules()
  await launch({ shaky: 'R' })
  await look()
  await save({ quarantines: false })
  await sql`update quarantined_test set until = '2020-01-01' where project_id = ${id}`.execute(app.db)
  expect(await look()).toEqual({ quarantined: 0, released: 1 })
  expect(await names()).toEqual([])
})

test('a quarantine by a rule ends although the launches of the test were deleted', async () => {
  const { id, launch, look, names } = await aProjectWithRules()
  await launch({ shaky: 'R' })
  await look()
  await app.db.deleteFrom('launch').where('project_id', '=', id).execute()
  await sql`update quarantined_test set until = '2020-01-01' where project_id = ${id}`.execute(app.db)
  expect(await look()).toEqual({ quarantined: 0, released: 1 })
  expect(await names()).toEqual([])
})

test('rules leave alone what users quarantined, changed or released', async () => {
  const { of, launch, look, entries, names } = await aProjectWithRules({ releaseAfter: 1 })
  await launch({ own: 'R', changed: 'R', released: 'R' })
  await look()
  const put = async (name: string, entry: { reason: string; until: string | null } | null) => {
    const found = (await entries()).find((one) => one.name === name)
    const items = [{ key: found?.key ?? '', version: found?.version ?? null, entry }]
    await ask(app, changeQuarantine, { ...of, body: { items } })
  }
  await put('own', null)
  await put('released', null)
  await put('changed', { reason: 'Waits for the new sandbox', until: null })
  expect(await look()).toEqual({ quarantined: 0, released: 0 })
  expect(await entries()).toMatchObject([{ name: 'changed', rule: null, by: 'owner Tester' }])
  await launch({ own: 'P', changed: 'P', released: 'P' })
  expect(await look()).toEqual({ quarantined: 0, released: 0 })
  expect(await names()).toEqual(['changed'])
})

test('servers share the projects to look at, and look at none again soon', async () => {
  await app.db.updateTable('flaky_settings').set({ looked_at: new Date() }).execute()
  const { id } = await aProjectWithRules()
  await aProjectWithRules({ quarantines: false })
  const claimed = await Promise.all([claimProject(app.db), claimProject(app.db), claimProject(app.db)])
  expect(claimed.filter((one) => one !== null)).toEqual([id])
  await sql`update flaky_settings set looked_at = now() - interval '1 hour' where project_id = ${id}`.execute(app.db)
  expect(await claimProject(app.db)).toBe(id)
})
