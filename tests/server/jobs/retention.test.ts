import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { getLaunch } from '../../../contract/launches/launches.ts'
import { changeQuarantine } from '../../../contract/launches/quarantine.ts'
import { getTest, listTestLogs } from '../../../contract/launches/test-details.ts'
import { createPublicLink } from '../../../contract/public/public-links.ts'
import { NO_AMOUNTS, updateRetention } from '../../../contract/settings/retention.ts'
import { countStorage } from '../../../server/launches/storage/count.ts'
import type { Writer } from '../../../server/launches/writer/writer.ts'
import { claimProject } from '../../../server/retention/run.ts'
import type { TestLaunch } from '../support/agent.ts'
import { ask, refusalOf } from '../support/app.ts'
import { retainedProject } from './support/retention.ts'

const project = retainedProject()
const { age, inProject, launches, ofLaunch, pin, preview, run, save, stored } = project
const never = new AbortController().signal

/** A launch with one failed test, two log lines, an attachment, a screenshot and a video, which ended `daysAgo`. */
const aLaunch = async (
  daysAgo: number,
  given: Record<string, unknown> = {},
): Promise<TestLaunch & { testId: number }> => {
  const launch = await project.agent.startLaunch(given)
  const testId = await launch.test('adds up', { result: 'FAILED', reason: 'boom' })
  await launch.logs([1, 2].map((n) => ({ testId, timestamp: n, message: '12345', level: 'INFO' })))
  await launch.upload('notes.txt', 'ten bytes!', `/tests/${testId}`)
  await launch.screenshot(testId, 5)
  await project.app.db
    .insertInto('artifact')
    .columns(['launch_id', 'test_id', 'kind', 'name', 'file_hash', 'at'])
    .expression(
      project.app.db
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
  await age(launch.id, daysAgo)
  return Object.assign(launch, { testId })
}

const makeDue = () =>
  project.app.db.updateTable('retention_policy').set({ is_due: true }).where('project_id', '=', project.id).execute()
const count = async () => {
  while ((await countStorage(project.app.db, never)) > 0);
}

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
  expect(await stored()).toMatchObject({ launches: 1, logLines: 2, videos: 1 })
})

test('a launch in progress, a pinned one, one of a milestone, and one with a public link stay', async () => {
  const running = await project.agent.startLaunch()
  await age(running.id, 100)
  const [pinned, milestone, linked, plain] = [
    await aLaunch(100),
    await aLaunch(100),
    await aLaunch(100),
    await aLaunch(100),
  ]
  await pin(pinned.id)
  await project.app.db
    .updateTable('launch')
    .set({ milestone: JSON.stringify({ name: '2.4' }) })
    .where('id', '=', milestone.id)
    .execute()
  await ask(project.app, createPublicLink, {
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
  const logs = await ask(project.app, listTestLogs, {
    token: project.owner.token,
    params: { projectKey: project.key, launchId: pinned.id, testId: pinned.testId },
  })
  expect(logs.items.filter(({ kind }) => kind === 'line')).toHaveLength(2)

  await save({ keepsMilestones: false })
  await pin(pinned.id, false)
  await run()
  expect(await launches()).toEqual([running.id, linked.id])
})

test('launches that the rules for flaky tests or the quarantine look at stay', async () => {
  const inWindow = await aLaunch(20)
  const quarantined = await aLaunch(100)
  const other = await aLaunch(100)
  await ask(project.app, changeQuarantine, {
    ...inProject(),
    body: { items: [{ testId: quarantined.testId, version: null, entry: { reason: 'flaky', until: null } }] },
  })
  // The runs after the beginning of the quarantine decide when it ends.
  await project.app.db
    .updateTable('quarantined_test')
    .set({ newest_test_id: quarantined.testId })
    .where('project_id', '=', project.id)
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
  const ofTest = {
    token: project.owner.token,
    params: { projectKey: project.key, launchId: launch.id, testId: launch.testId },
  }
  expect((await ask(project.app, getTest, ofTest)).test.artifactsCount).toBe(1)
  await save({ logDays: 30 })
  expect(await run()).toMatchObject({ launches: 0, logLines: 2, attachments: 0, videos: 0 })
  expect((await ask(project.app, listTestLogs, ofTest)).items.filter(({ kind }) => kind === 'line')).toEqual([])
  await save({ videoDays: 30 })
  expect(await run()).toMatchObject({ logLines: 0, attachments: 0, videos: 1 })
  await save({ attachmentDays: 30 })
  expect(await run()).toMatchObject({ attachments: 2, videos: 0 })
  const { test: shown } = await ask(project.app, getTest, ofTest)
  expect(shown).toMatchObject({ status: 'FAILED', artifactsCount: 0 })
  expect(await project.app.db.selectFrom('artifact').select('id').where('launch_id', '=', launch.id).execute()).toEqual(
    [],
  )
  expect(await stored()).toEqual({ ...NO_AMOUNTS, launches: 1 })
  expect(await run()).toEqual(NO_AMOUNTS)
})

test('an interrupted run is due again, and two servers never claim one run', async () => {
  const old = await aLaunch(100)
  await save({ launchDays: 90 })
  await makeDue()
  const claims = await Promise.all([
    claimProject(project.app.db),
    claimProject(project.app.db),
    claimProject(project.app.db),
  ])
  expect(claims.filter((id) => id === project.id)).toEqual([project.id])
  const stopped = new AbortController()
  stopped.abort()
  await run({ signal: stopped.signal })
  expect(await launches()).toEqual([old.id])
  const again = await Promise.all([claimProject(project.app.db), claimProject(project.app.db)])
  expect(again.filter((id) => id === project.id)).toEqual([project.id])
  await run()
  expect(await launches()).toEqual([])
})

test('a launch that is pinned or continued after it was selected stays', async () => {
  const launch = await aLaunch(100)
  await save({ launchDays: 90 })
  const pinning: Writer = {
    ...project.writer,
    submit: async (operation) => {
      await pin(launch.id)
      return project.writer.submit(operation)
    },
  }
  const deleted = await run({ writer: pinning })
  expect(deleted.launches).toBe(0)
  expect((await ask(project.app, getLaunch, ofLaunch(launch.id))).launch.pinned).toBe(true)
})

test('rejects days below 1 and above 3650 at their field', async () => {
  for (const launchDays of [0, -1, 1.5, 3651, 'x'])
    expect(
      (await refusalOf(project.app, updateRetention, { ...inProject(), body: { launchDays } })).errors,
    ).toMatchObject([{ field: 'launchDays' }])
})
