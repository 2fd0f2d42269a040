import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startLaunch } from '../../../contract/launchers/start.ts'
import { deleteLauncher } from '../../../contract/launchers/launchers.ts'
import { getEngineUtilization } from '../../../contract/workspace/engine-utilization.ts'
import { getUsage } from '../../../contract/workspace/usage.ts'
import { ask, startTestApp, type TestApp } from '../support/app.ts'
import { aLauncher, startOf } from '../support/launcher.ts'
import { aUser, aProject, aWorkspace, type TestUser } from '../support/people.ts'

let app: TestApp
let owner: TestUser
let billing: TestUser
beforeAll(async () => {
  app = await startTestApp({ LAUNCHER_CONCURRENCY: '0' })
  owner = await aWorkspace(app)
  billing = await aUser(app, { permissions: ['BILLING'] })
})
afterAll(() => app.close())

/** The time of a day at which the tests below run, this many days ago, and this many seconds past noon. */
const noon = (daysAgo: number, seconds = 0) => {
  const day = new Date()
  day.setUTCHours(12, 0, 0, 0)
  return new Date(day.getTime() - daysAgo * 86_400_000 + seconds * 1000)
}
const dayOf = (daysAgo: number) => noon(daysAgo).toISOString().slice(0, 'YYYY-MM-DD'.length)

/** A launch that waited and ran; without times it waits. */
const aRun = async (
  projectKey: string,
  launcher: Awaited<ReturnType<typeof aLauncher>>,
  times?: { queuedAt: Date; startedAt: Date; endedAt: Date },
) => {
  const { launchId } = await ask(app, startLaunch, {
    token: owner.token,
    params: { projectKey },
    body: startOf(launcher),
  })
  if (times !== undefined)
    await sql`update launch_execution set state = 'ended', queued_at = ${times.queuedAt}, started_at = ${times.startedAt},
                     ended_at = ${times.endedAt} where launch_id = ${launchId}`.execute(app.db)
}

test('engine time, waiting time and the longest queue are counted by day, project and launcher', async () => {
  await aProject(app, owner, 'SHOP')
  await aProject(app, owner, 'BANK')
  const checkout = await aLauncher(app, owner, 'SHOP', { name: 'Checkout' })
  const payments = await aLauncher(app, owner, 'BANK', { name: 'Payments' })
  // Two wait together on one day; a third two days later.
  await aRun('SHOP', checkout, { queuedAt: noon(3), startedAt: noon(3, 10), endedAt: noon(3, 130) })
  await aRun('BANK', payments, { queuedAt: noon(3, 5), startedAt: noon(3, 35), endedAt: noon(3, 95) })
  await aRun('SHOP', checkout, { queuedAt: noon(1), startedAt: noon(1, 20), endedAt: noon(1, 620) })
  // Too long ago.
  await aRun('SHOP', checkout, { queuedAt: noon(40), startedAt: noon(40, 1), endedAt: noon(40, 9001) })
  await aRun('SHOP', checkout)

  const { token } = billing
  const { total, points, rows, now } = await ask(app, getEngineUtilization, { token, query: { days: '7' } })
  expect(total).toEqual({ launches: 3, engineSeconds: 780, medianWaitSeconds: 20, maxWaitSeconds: 30 })
  expect(
    points.map(({ day, launches, engineSeconds, maxQueued }) => [day, launches, engineSeconds, maxQueued]),
  ).toEqual([
    [dayOf(3), 2, 180, 2],
    [dayOf(1), 1, 600, 1],
    [dayOf(0), 0, 0, 1],
  ])
  expect(rows.map(({ project, launcher, engineSeconds }) => [project.key, launcher, engineSeconds])).toEqual([
    ['SHOP', null, 720],
    ['BANK', null, 60],
  ])
  expect(now).toMatchObject({ queued: 1, running: 0 })
  expect(now.oldestQueuedAt).not.toBeNull()

  const byLauncher = () => ask(app, getEngineUtilization, { token, query: { days: '90', by: 'launcher' as const } })
  expect((await byLauncher()).rows.map(({ launcher, engineSeconds }) => [launcher?.name, engineSeconds])).toEqual([
    ['Checkout', 9720],
    ['Payments', 60],
  ])
  const params = { projectKey: 'BANK', repoId: payments.repositoryId, launcherId: payments.id }
  await ask(app, deleteLauncher, { token: owner.token, params })
  expect((await byLauncher()).rows[1]).toMatchObject({ project: { key: 'BANK' }, launcher: null, engineSeconds: 60 })

  const { projects } = await ask(app, getUsage, { token })
  expect(projects.find(({ key }) => key === 'SHOP')?.engineSeconds).toBe(9720)
})

test('a launch that runs counts up to now, on the day on which it began where the reader is', async () => {
  await aProject(app, owner, 'LATE')
  const launcher = await aLauncher(app, owner, 'LATE')
  // 22:30 in UTC is the next day in Kyiv.
  const startedAt = new Date(noon(2).getTime() + 10.5 * 3_600_000)
  await aRun('LATE', launcher, { queuedAt: startedAt, startedAt, endedAt: startedAt })
  await app.db
    .updateTable('launch_execution')
    .set({ state: 'running', ended_at: null })
    .where('started_at', '=', startedAt)
    .execute()
  const query = { days: '7' as const, timeZone: 'Europe/Kyiv' }
  const { points, rows, now } = await ask(app, getEngineUtilization, { token: billing.token, query })
  const ran = rows.find(({ project }) => project.key === 'LATE')?.engineSeconds ?? 0
  expect(ran).toBeGreaterThan(24 * 3600)
  expect(now.running).toBe(1)
  expect(points.find(({ engineSeconds }) => engineSeconds > 24 * 3600)?.day).toBe(dayOf(1))
})
