import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { getLaunch, listLaunches, pinLaunch } from '../../../contract/launches/launches.ts'
import { getTest, listTestLogs } from '../../../contract/launches/test-details.ts'
import { createPublicLink } from '../../../contract/public/public-links.ts'
import {
  getRetentionUsage,
  NO_AMOUNTS,
  NO_RETENTION,
  previewRetention,
  updateRetention,
  type RetentionPolicy,
} from '../../../contract/settings/retention.ts'
import { changeQuarantine } from '../../../contract/launches/quarantine.ts'
import { openFolderBlobs } from '../../../server/files/folder-blobs.ts'
import { createFileStore, type FileStore } from '../../../server/files/store.ts'
import { countStorage } from '../../../server/launches/storage/count.ts'
import { createWriter, type Writer } from '../../../server/launches/writer/writer.ts'
import { claimProject, runRetention } from '../../../server/retention/run.ts'
import { TestAgent, type TestLaunch } from '../support/agent.ts'
import { ask, refusalOf, startTestApp, type TestApp } from '../support/app.ts'
import { aProject, aWorkspace, type TestUser } from '../support/people.ts'

let app: TestApp
let owner: TestUser
let projectId: number
let agent: TestAgent
let projectKey = ''
let files: FileStore
let writer: Writer
let projects = 0
beforeAll(async () => {
  app = await startTestApp()
  owner = await aWorkspace(app)
  files = createFileStore(await openFolderBlobs(app.config.DATA_DIR), app.db)
  writer = createWriter(app.db, { warn: () => undefined }, app.database.isAlone)
})
beforeEach(async () => {
  projects += 1
  projectKey = `P${projects}`
  projectId = await aProject(app, owner, projectKey)
  agent = await TestAgent.of(app, owner, projectKey)
})
afterAll(() => app.close())

const DAY_MS = 24 * 3_600_000
const never = new AbortController().signal
const inProject = () => ({ token: owner.token, params: { projectKey } })
const of = ({ id }: { id: number }) => ({ token: owner.token, params: { projectKey, launchId: id } })

/** A launch with one failed test, two log lines, an attachment, a screenshot and a video, which ended `daysAgo`. */
const aLaunch = async (
  daysAgo: number,
  given: Record<string, unknown> = {},
): Promise<TestLaunch & { testId: number }> => {
  const launch = await agent.startLaunch(given)
  const testId = await launch.test('adds up', { result: 'FAILED', reason: 'boom' })
  await launch.logs([1, 2].map((n) => ({ testId, timestamp: n, message: '12345', level: 'INFO' })))
  await launch.upload('notes.txt', 'ten bytes!', `/tests/${testId}`)
  await launch.screenshot(testId, 5)
  await app.db
    .insertInto('artifact')
    .columns(['launch_id', 'test_id', 'kind', 'name', 'file_hash', 'at'])
    .expression(
      app.db
        .selectFrom('artifact')
        .select([
          'launch_id',
          'test_id',
          sql<'video'>`'video'`.as('kind'),
          sql<string>`'a.mp4'`.as('name'),
          'file_hash',
          'at',
        ])
        .where('launch_id', '=', launch.id)
        .where('kind', '=', 'file'),
    )
    .execute()
  await launch.finish()
  await age(launch, daysAgo)
  return Object.assign(launch, { testId })
}

const age = async ({ id }: { id: number }, daysAgo: number): Promise<void> => {
  const at = new Date(Date.now() - daysAgo * DAY_MS)
  await app.db
    .updateTable('launch')
    .set({
      started_at: at,
      ended_at: sql`case when ended_at is null then null else ${at}::timestamptz end`,
      created_at: at,
    })
    .where('id', '=', id)
    .execute()
}

/** Saves the policy, and keeps the server itself from running it for an hour. */
const save = async (changes: Partial<RetentionPolicy>) => {
  await ask(app, updateRetention, { ...inProject(), body: changes })
  await app.db
    .updateTable('retention_policy')
    .set({ is_due: false, run_at: new Date() })
    .where('project_id', '=', projectId)
    .execute()
}
const makeDue = () =>
  app.db.updateTable('retention_policy').set({ is_due: true }).where('project_id', '=', projectId).execute()
const preview = (policy: Partial<RetentionPolicy>) => {
  const { keepsMilestones, ...days } = { ...NO_RETENTION, ...policy }
  const given = Object.fromEntries(Object.entries(days).filter(([, value]) => value !== null)) as Record<string, number>
  return ask(app, previewRetention, { ...inProject(), query: { ...given, keepsMilestones: String(keepsMilestones) } })
}
const count = async () => {
  while ((await countStorage(app.db, never)) > 0);
}
const run = (signal = never) =>
  runRetention({ db: app.db, writer, files, wakeClearing: () => undefined }, projectId, signal)
const launches = async () =>
  (await ask(app, listLaunches, inProject())).items.map(({ id }) => id).toSorted((a, b) => a - b)

test('the run deletes what the preview says, and nothing without a policy', async () => {
  const [old, young] = [await aLaunch(100), await aLaunch(50)]
  await count()
  expect((await preview({})).deleted).toEqual(NO_AMOUNTS)
  const { deleted, kept, uncounted } = await preview({ launchDays: 90 })
  expect({ deleted, kept, uncounted }).toMatchObject({
    deleted: { launches: 1, logLines: 2, logBytes: 10, attachments: 2, videos: 1 },
    kept: [],
    uncounted: 0,
  })
  expect(await run()).toEqual(NO_AMOUNTS)
  expect(await launches()).toEqual([old.id, young.id])

  await save({ launchDays: 90 })
  expect(await run()).toEqual(deleted)
  expect(await launches()).toEqual([young.id])
  const usage = await ask(app, getRetentionUsage, inProject())
  expect(usage.stored).toMatchObject({ launches: 1, logLines: 2, videos: 1 })
})

test('a launch in progress, a pinned one, one of a milestone, and one with a public link stay', async () => {
  const running = await agent.startLaunch()
  await age(running, 100)
  const [pinned, milestone, linked, plain] = [
    await aLaunch(100),
    await aLaunch(100),
    await aLaunch(100),
    await aLaunch(100),
  ]
  await ask(app, pinLaunch, { ...of(pinned), body: { pinned: true } })
  await app.db
    .updateTable('launch')
    .set({ milestone: JSON.stringify({ name: '2.4' }) })
    .where('id', '=', milestone.id)
    .execute()
  await ask(app, createPublicLink, {
    ...inProject(),
    body: { resourceType: 'launch', resourceId: String(linked.id), passcode: null, expiresAt: null },
  })
  await save({ launchDays: 90, logDays: 90, attachmentDays: 90, videoDays: 90 })
  const { kept, deleted } = await preview({ launchDays: 90, logDays: 90 })
  expect(deleted.launches).toBe(1)
  expect(kept).toEqual(['inProgress', 'pinned', 'milestone', 'publicLink'].map((reason) => ({ reason, launches: 1 })))
  await count()
  await run()
  expect(await launches()).toEqual([running.id, pinned.id, milestone.id, linked.id])
  expect(plain.id).toBeGreaterThan(linked.id)
  const logs = await ask(app, listTestLogs, {
    token: owner.token,
    params: { projectKey, launchId: pinned.id, testId: pinned.testId },
  })
  expect(logs.items.filter(({ kind }) => kind === 'line')).toHaveLength(2)

  await save({ keepsMilestones: false })
  await ask(app, pinLaunch, { ...of(pinned), body: { pinned: false } })
  await run()
  expect(await launches()).toEqual([running.id, linked.id])
})

test('launches that the rules for flaky tests or the quarantine look at stay', async () => {
  const inWindow = await aLaunch(20)
  const quarantined = await aLaunch(100)
  const other = await aLaunch(100)
  await ask(app, changeQuarantine, {
    ...inProject(),
    body: { items: [{ testId: quarantined.testId, version: null, entry: { reason: 'flaky', until: null } }] },
  })
  // The runs after the beginning of the quarantine decide when it ends.
  await app.db
    .updateTable('quarantined_test')
    .set({ newest_test_id: quarantined.testId })
    .where('project_id', '=', projectId)
    .execute()
  await save({ launchDays: 7 })
  const { kept } = await preview({ launchDays: 7 })
  expect(kept).toEqual([
    { reason: 'flakyRules', launches: 1 },
    { reason: 'quarantine', launches: 1 },
  ])
  await run()
  expect(await launches()).toEqual([inWindow.id, other.id])
})

test('logs, attachments and videos of a launch are deleted after days of their own', async () => {
  const launch = await aLaunch(50)
  await count()
  const ofTest = { token: owner.token, params: { projectKey, launchId: launch.id, testId: launch.testId } }
  expect((await ask(app, getTest, ofTest)).test.artifactsCount).toBe(1)
  await save({ logDays: 30 })
  expect(await run()).toMatchObject({ launches: 0, logLines: 2, attachments: 0, videos: 0 })
  expect((await ask(app, listTestLogs, ofTest)).items.filter(({ kind }) => kind === 'line')).toEqual([])
  await save({ videoDays: 30 })
  expect(await run()).toMatchObject({ logLines: 0, attachments: 0, videos: 1 })
  await save({ attachmentDays: 30 })
  expect(await run()).toMatchObject({ attachments: 2, videos: 0 })
  const { test: shown } = await ask(app, getTest, ofTest)
  expect(shown).toMatchObject({ status: 'FAILED', artifactsCount: 0 })
  expect(await app.db.selectFrom('artifact').select('id').where('launch_id', '=', launch.id).execute()).toEqual([])
  expect((await ask(app, getRetentionUsage, inProject())).stored).toEqual({ ...NO_AMOUNTS, launches: 1 })
  expect(await run()).toEqual(NO_AMOUNTS)
})

test('an interrupted run is due again, and two servers never claim one run', async () => {
  const old = await aLaunch(100)
  await save({ launchDays: 90 })
  await makeDue()
  const claims = await Promise.all([claimProject(app.db), claimProject(app.db), claimProject(app.db)])
  expect(claims.filter((id) => id === projectId)).toEqual([projectId])
  const stopped = new AbortController()
  stopped.abort()
  await run(stopped.signal)
  expect(await launches()).toEqual([old.id])
  const again = await Promise.all([claimProject(app.db), claimProject(app.db)])
  expect(again.filter((id) => id === projectId)).toEqual([projectId])
  await run()
  expect(await launches()).toEqual([])
})

test('a launch that is pinned or continued after it was selected stays', async () => {
  const launch = await aLaunch(100)
  await save({ launchDays: 90 })
  const pinning: Writer = {
    ...writer,
    submit: async (operation) => {
      await ask(app, pinLaunch, { ...of(launch), body: { pinned: true } })
      return writer.submit(operation)
    },
  }
  const deleted = await runRetention(
    { db: app.db, writer: pinning, files, wakeClearing: () => undefined },
    projectId,
    never,
  )
  expect(deleted.launches).toBe(0)
  expect((await ask(app, getLaunch, of(launch))).launch.pinned).toBe(true)
})

test('rejects days below 1 and above 3650 at their field', async () => {
  for (const launchDays of [0, -1, 1.5, 3651, 'x'])
    expect((await refusalOf(app, updateRetention, { ...inProject(), body: { launchDays } })).errors).toMatchObject([
      { field: 'launchDays' },
    ])
})
