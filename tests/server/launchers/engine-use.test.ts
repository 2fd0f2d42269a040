import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ENGINE_USE_DAYS, getEngineUse } from '../../../contract/launchers/engine-use.ts'
import type { Launcher } from '../../../contract/launchers/launchers.ts'
import { startLaunch } from '../../../contract/launchers/start.ts'
import { ask, refusalOf, startTestApp, type TestApp } from '../support/app.ts'
import { aLauncher, startOf } from '../support/launcher.ts'
import { aProject, aWorkspace, type TestUser } from '../support/people.ts'

let app: TestApp
let owner: TestUser
beforeAll(async () => {
  app = await startTestApp({ LAUNCHER_CONCURRENCY: '0' })
  owner = await aWorkspace(app)
  await aProject(app, owner, 'SHOP')
  await aProject(app, owner, 'BANK')
})
afterAll(() => app.close())

/** Seconds past noon in Kyiv, this many days ago. */
const noon = (daysAgo: number, seconds = 0) => {
  const today = new Intl.DateTimeFormat('sv', { timeZone: 'Europe/Kyiv' }).format(new Date())
  // The offset is two or three hours: 9:30 is within the hour before noon in either.
  return new Date(Date.parse(`${today}T09:30:00Z`) - daysAgo * 86_400_000 + seconds * 1000)
}
const aRun = async (projectKey: string, launcher: Launcher, queuedAt: Date, startedAt: Date, endedAt: Date) => {
  const requested = { token: owner.token, params: { projectKey }, body: startOf(launcher) }
  const { launchId } = await ask(app, startLaunch, requested)
  await sql`update launch_execution set state = 'ended', queued_at = ${queuedAt}, started_at = ${startedAt},
                   ended_at = ${endedAt} where launch_id = ${launchId}`.execute(app.db)
}

test('engine time of a project and of its launcher, the wait and the queue are reported for each of the last days', async () => {
  const checkout = await aLauncher(app, owner, 'SHOP', { name: 'Checkout' })
  const other = await aLauncher(app, owner, 'SHOP', { name: 'Search' })
  const elsewhere = await aLauncher(app, owner, 'BANK', { name: 'Payments' })
  const use = async (timeZone = 'Europe/Kyiv') => {
    const requested = {
      token: owner.token,
      params: { projectKey: 'SHOP', launcherId: checkout.id },
      query: { timeZone },
    }
    return (await ask(app, getEngineUse, requested)).days
  }
  const nothing = { launches: 0, engineSeconds: 0, launcherSeconds: 0, medianWaitSeconds: 0, maxQueued: 0 }
  const empty = await use()
  expect(empty).toHaveLength(ENGINE_USE_DAYS)
  expect(empty.map(({ day }) => day)).toEqual(empty.map(({ day }) => day).toSorted())
  for (const { day: _, ...figures } of empty) expect(figures).toEqual(nothing)

  // Two wait together three days ago, and one waits for three days.
  await aRun('SHOP', checkout, noon(3), noon(3, 10), noon(3, 130))
  await aRun('SHOP', other, noon(3, 5), noon(3, 35), noon(3, 95))
  await aRun('SHOP', other, noon(4), noon(1), noon(1, 20))
  await aRun('BANK', elsewhere, noon(3), noon(3, 1), noon(3, 9001))
  // Before the first day.
  await aRun('SHOP', checkout, noon(20), noon(20, 1), noon(20, 9001))
  const days = await use()
  expect(days.slice(-5).map(({ day: _, ...figures }) => figures)).toEqual([
    { ...nothing, maxQueued: 1 },
    { launches: 2, engineSeconds: 180, launcherSeconds: 120, medianWaitSeconds: 20, maxQueued: 3 },
    { ...nothing, maxQueued: 1 },
    { launches: 1, engineSeconds: 20, launcherSeconds: 0, medianWaitSeconds: 259_200, maxQueued: 1 },
    nothing,
  ])
  expect(days.slice(0, -5).every(({ engineSeconds, maxQueued }) => engineSeconds === 0 && maxQueued === 0)).toBe(true)
  // Noon in Kyiv is the evening of the day before in a zone fourteen hours earlier.
  expect((await use('Pacific/Pago_Pago')).find(({ launches }) => launches === 2)?.day).toBe(
    new Date(noon(3).getTime() - 11 * 3_600_000).toISOString().slice(0, 'YYYY-MM-DD'.length),
  )

  // A queued launch has been waiting since it was created.
  const waiting = { token: owner.token, params: { projectKey: 'SHOP' }, body: startOf(checkout) }
  await ask(app, startLaunch, waiting)
  expect((await use()).at(-1)).toMatchObject({ launches: 0, maxQueued: 1 })
})

test('rejects a launcher of another project and an unknown time zone', async () => {
  const elsewhere = await aLauncher(app, owner, 'BANK')
  const requested = { token: owner.token, params: { projectKey: 'SHOP', launcherId: elsewhere.id } }
  expect((await refusalOf(app, getEngineUse, requested)).status).toBe(404)
  expect((await refusalOf(app, getEngineUse, { ...requested, query: { timeZone: 'Mars/Base' } })).status).toBe(400)
})
