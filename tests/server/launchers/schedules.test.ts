import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { nextRuns } from '../../../contract/launchers/cron.ts'
import { getLauncherActivity } from '../../../contract/launchers/activity.ts'
import { LAUNCHER_TEXTS } from '../../../contract/launchers/launcher-texts.ts'
import {
  createPreset,
  getPreset,
  updatePreset,
  deleteLauncher,
  type Preset,
} from '../../../contract/launchers/launchers.ts'
import { setLauncherSchedulesStatus } from '../../../contract/launchers/launcher-schedules.ts'
import { NEW_SCHEDULE, setScheduleStatus, setSchedulesStatus } from '../../../contract/launchers/schedules.ts'
import { listRepositories } from '../../../contract/launchers/repositories.ts'
import { createWebhook, encodeSecret } from '../../../contract/launchers/webhooks.ts'
import { createGit } from '../../../server/launchers/git/git.ts'
import { runDueSchedules } from '../../../server/launchers/schedules/scheduler.ts'
import { createWriter } from '../../../server/launches/writer/writer.ts'
import { createOutgoing } from '../../../server/outgoing/outgoing.ts'
import { createSecrets } from '../../../server/secrets/secrets.ts'
import { ask, refusalOf, startTestApp, type TestApp } from '../support/app.ts'
import { aLauncher, LAUNCHER_VALUES } from '../support/launcher.ts'
import { aUser, aProject, aWorkspace, type TestUser } from '../support/people.ts'

let app: TestApp
let owner: TestUser
let preset: Preset
let projectId: number
const requested = (params: Record<string, string | number> = {}) => ({
  token: owner.token,
  params: { projectKey: 'SHOP', ...params },
})
const HOURLY = { id: null, ...NEW_SCHEDULE }
const aPreset = async (values: object = {}) => {
  const launcher = await aLauncher(app, owner, 'SHOP')
  return ask(app, createPreset, {
    ...requested({ launcherId: launcher.id }),
    body: { ...LAUNCHER_VALUES, name: 'Nightly', schedules: [HOURLY], ...values },
  })
}
/** State of one server beside others. */
const aServer = () => ({
  db: app.db,
  writer: createWriter(app.db, { warn: () => undefined }, false),
  engine: { wake: () => undefined },
  config: app.config,
  secrets: createSecrets(app.config),
  outgoing: createOutgoing(app.config),
  git: createGit(app.config),
  log: { warn: () => undefined },
})
const launches = () => app.db.selectFrom('launch_execution').selectAll().orderBy('id').execute()
const stored = () => ask(app, getPreset, requested({ presetId: preset.id }))
const edit = (body: object) => ask(app, updatePreset, { ...requested({ presetId: preset.id }), body: body as never })
const hours = (from: string, count: number) => new Date(new Date(from).getTime() + count * 3_600_000 + 1000)

beforeAll(async () => {
  app = await startTestApp()
  owner = await aWorkspace(app)
  projectId = await aProject(app, owner, 'SHOP')
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.db.deleteFrom('launch').execute()
  await app.db.deleteFrom('launcher_preset').execute()
  preset = await aPreset()
})
const firstOf = ({ schedules }: Preset) => {
  const [first] = schedules
  if (first?.nextRunAt == null) throw new Error('there is no schedule that runs')
  return { ...first, nextRunAt: first.nextRunAt }
}

test('[SCHED-01] [SCHED-05] [PRE-03] [PRE-20] a preset has its schedules with their next run, on the hour by default', () => {
  const schedule = firstOf(preset)
  expect(schedule).toMatchObject({ cron: '0 0 * * * *', timezone: 'GMT+03:00', type: 'CRON', status: 'RUNNING' })
  const next = new Date(schedule.nextRunAt)
  expect([next.getUTCMinutes(), next.getUTCSeconds()]).toEqual([0, 0])
  expect(next.getTime() - Date.now()).toBeLessThanOrEqual(3_600_000)
})

test('[SCHED-03] [SCHED-06] [SCHED-07] [PRESET-03] rejects invalid expressions and zones and a sixth schedule, by field', async () => {
  const refused = async (schedules: object[]) =>
    (await refusalOf(app, updatePreset, { ...requested({ presetId: preset.id }), body: { schedules } })).errors
  for (const cron of ['0 * * * *', 'tomorrow', '0 61 * * * *', '0 0 0 30 2 *', ''])
    expect(await refused([{ ...HOURLY, cron }])).toMatchObject([
      { field: 'schedules.0.cron', message: LAUNCHER_TEXTS.cron },
    ])
  expect(await refused([{ ...HOURLY, cron: '* * * * * *' }])).toMatchObject([{ message: LAUNCHER_TEXTS.cronTooOften }])
  expect(await refused([{ ...HOURLY, timezone: 'Mars/Base' }])).toMatchObject([{ message: LAUNCHER_TEXTS.timezone }])
  expect(await refused(Array.from({ length: 6 }, () => HOURLY))).toMatchObject([
    { message: LAUNCHER_TEXTS.maxSchedules },
  ])
  expect(await refused([{ ...HOURLY, id: 1_000_000 }])).toMatchObject([{ field: 'schedules' }])
})

test('evaluates an expression in its time zone, across daylight saving time', () => {
  const from = new Date('2026-03-28T12:00:00Z')
  const times = (timezone: string) =>
    nextRuns({ cron: '30 15 4 * * *', timezone }, from, 2).map((time) => time.toISOString())
  expect(times('Europe/Berlin')).toEqual(['2026-03-29T02:15:30.000Z', '2026-03-30T02:15:30.000Z'])
  expect(times('GMT+03:00')).toEqual(['2026-03-29T01:15:30.000Z', '2026-03-30T01:15:30.000Z'])
  expect(times('GMT-05:30')).toEqual(['2026-03-29T09:45:30.000Z', '2026-03-30T09:45:30.000Z'])
})

test('[SCHED-16] [PRE-21] schedules are added, changed and removed with the preset, and conflict as one field', async () => {
  const { id, cron, timezone } = firstOf(preset)
  const seen = [{ id, cron, timezone }]
  const first = await edit({
    schedules: [{ id, cron: '0 30 1 * * *', timezone }, HOURLY],
    expected: { schedules: seen },
  })
  expect(first.schedules.map((one) => one.cron)).toEqual(['0 30 1 * * *', '0 0 * * * *'])
  expect(first.schedules[0]?.id).toBe(id)
  expect(
    await refusalOf(app, updatePreset, {
      ...requested({ presetId: preset.id }),
      body: { schedules: [], expected: { schedules: seen } },
    }),
  ).toMatchObject({ status: 409, errors: [{ field: 'schedules' }] })
  // A change of another field does not affect them.
  expect((await edit({ branch: 'main', expected: { branch: 'main' } })).schedules).toEqual(first.schedules)
  expect((await edit({ schedules: [] })).schedules).toEqual([])
  const received = await app.db
    .selectFrom('event')
    .select('type')
    .where('type', 'like', 'launchers/schedule-%')
    .orderBy('id', 'desc')
    .limit(4)
    .execute()
  expect(received.map(({ type }) => type).sort()).toEqual([
    'launchers/schedule-added',
    'launchers/schedule-changed',
    'launchers/schedule-deleted',
    'launchers/schedule-deleted',
  ])
})

test('[SCHED-08] [SCHED-14] [SCHED-15] pauses and resumes one schedule or all, and does not make up for missed times', async () => {
  await edit({ schedules: [...preset.schedules.map(({ id, cron, timezone }) => ({ id, cron, timezone })), HOURLY] })
  const [one, other] = (await stored()).schedules
  if (one === undefined || other === undefined) throw new Error('there are two schedules')
  const set = (status: 'PAUSED' | 'RUNNING', scheduleId?: number) =>
    scheduleId === undefined
      ? ask(app, setSchedulesStatus, { ...requested({ presetId: preset.id }), body: { status } })
      : ask(app, setScheduleStatus, { ...requested({ presetId: preset.id, scheduleId }), body: { status } })
  const statuses = ({ items }: { items: { status: string; nextRunAt: string | null }[] }) =>
    items.map(({ status }) => status)
  const paused = await set('PAUSED', one.id)
  expect(statuses(paused)).toEqual(['PAUSED', 'RUNNING'])
  expect(paused.items[0]).toMatchObject({ nextRunAt: null, paused: { by: owner.username }, version: one.version + 1 })
  expect(statuses(await set('PAUSED'))).toEqual(['PAUSED', 'PAUSED'])
  expect(await runDueSchedules(aServer(), hours(new Date().toISOString(), 30))).toBe(0)
  const resumed = await set('RUNNING')
  expect(statuses(resumed)).toEqual(['RUNNING', 'RUNNING'])
  expect(resumed.items.map(({ paused: since }) => since)).toEqual([null, null])
  expect(Date.parse(resumed.items[0]?.nextRunAt ?? '')).toBeGreaterThan(Date.now())
  expect(
    await refusalOf(app, setScheduleStatus, {
      ...requested({ presetId: preset.id, scheduleId: 1_000_000 }),
      body: { status: 'PAUSED' },
    }),
  ).toMatchObject({ status: 404, message: LAUNCHER_TEXTS.scheduleUnknown })
})

test('a schedule that another user changed is not paused: the change is rejected, and skipped in a change of all', async () => {
  const valuesOf = (schedules: Preset['schedules']) =>
    schedules.map(({ id, cron, timezone }) => ({ id, cron, timezone }))
  await edit({ schedules: [...valuesOf(preset.schedules), HOURLY, HOURLY] })
  const seen = (await stored()).schedules.map(({ id, version }) => ({ id, version }))
  const [first, second, third] = seen
  if (first === undefined || second === undefined || third === undefined) throw new Error('there are three schedules')
  // Another user changes the first, deletes the third and adds a fourth.
  const [one, other] = valuesOf((await stored()).schedules)
  await edit({ schedules: [{ ...one, cron: '0 30 1 * * *' }, other, HOURLY] })
  const added = Number((await stored()).schedules[2]?.id)
  const statuses = async () => (await stored()).schedules.map(({ status }) => status)

  const of = (scheduleId: number) => requested({ presetId: preset.id, scheduleId })
  const body = { status: 'PAUSED' as const, version: first.version }
  expect(await refusalOf(app, setScheduleStatus, { ...of(first.id), body })).toMatchObject({
    status: 409,
    message: LAUNCHER_TEXTS.scheduleChanged,
    errors: [{ field: `schedules.${first.id}` }],
    current: { items: [{ id: first.id, cron: '0 30 1 * * *' }, {}, {}] },
  })
  expect(await statuses()).toEqual(['RUNNING', 'RUNNING', 'RUNNING'])

  const all = { ...requested({ presetId: preset.id }), body: { status: 'PAUSED' as const, seen } }
  const answer = await ask(app, setSchedulesStatus, all)
  expect(answer.items.map(({ status }) => status)).toEqual(['RUNNING', 'PAUSED', 'RUNNING'])
  expect(answer.skipped).toEqual([
    { id: third.id, reason: 'deleted' },
    { id: first.id, reason: 'changed' },
    { id: added, reason: 'added' },
  ])
  // Another user paused the second as well: the same status is no conflict.
  await ask(app, setScheduleStatus, { ...of(second.id), body: { status: 'PAUSED', version: second.version } })
  expect(await statuses()).toEqual(['RUNNING', 'PAUSED', 'RUNNING'])
})

test('pauses and resumes the schedules of all presets of a launcher in one transaction, with an event for each', async () => {
  const launcherId = preset.launcherId
  const other = await ask(app, createPreset, {
    ...requested({ launcherId }),
    body: { ...LAUNCHER_VALUES, name: 'Weekly', schedules: [HOURLY, HOURLY] },
  })
  await ask(app, setScheduleStatus, {
    ...requested({ presetId: other.id, scheduleId: Number(other.schedules[1]?.id) }),
    body: { status: 'PAUSED' },
  })
  const seenOf = (items: readonly { id: number; version: number }[]) =>
    items.map(({ id, version }) => ({ id, version }))
  const now = async () => (await ask(app, getLauncherActivity, requested({ launcherId }))).schedules
  const all = seenOf(await now())
  const set = (status: 'PAUSED' | 'RUNNING', seen: object[] = all, isAll = true) => ({
    ...requested({ launcherId }),
    body: { status, seen, isAll } as never,
  })
  const received = async () => {
    const events = await app.db
      .selectFrom('event')
      .select(['type', 'payload'])
      .where('type', 'in', ['launchers/schedule-paused', 'launchers/schedule-resumed'])
      .orderBy('id')
      .execute()
    return events.map(({ type, payload }) => [type, (payload as { id: number }).id])
  }
  const before = (await received()).length
  const paused = await ask(app, setLauncherSchedulesStatus, set('PAUSED'))
  expect(paused.items.map((one) => [one.preset.name, one.status, one.nextRunAt])).toEqual([
    ['Nightly', 'PAUSED', null],
    ['Weekly', 'PAUSED', null],
    ['Weekly', 'PAUSED', null],
  ])
  // The third was paused before.
  const ids = all.map(({ id }) => id)
  expect(paused.changed).toEqual(ids.slice(0, 2))
  const undone = await ask(app, setLauncherSchedulesStatus, set('RUNNING', seenOf(paused.items).slice(0, 2), false))
  expect(undone.items.map(({ status }) => status)).toEqual(['RUNNING', 'RUNNING', 'PAUSED'])
  expect((await received()).slice(before)).toEqual([
    ['launchers/schedule-paused', ids[0]],
    ['launchers/schedule-paused', ids[1]],
    ['launchers/schedule-resumed', ids[0]],
    ['launchers/schedule-resumed', ids[1]],
  ])

  // Meanwhile a user pauses and resumes one, changes its times, adds one, or deletes one: nothing changes.
  const running = async () => (await now()).map(({ status }) => status)
  const refused = (seen: object[], isAll?: boolean) =>
    refusalOf(app, setLauncherSchedulesStatus, set('PAUSED', seen, isAll))
  expect(await refused(all)).toMatchObject({ status: 409, errors: [{ field: `schedules.${ids[0]}` }, {}] })
  const seen = seenOf(await now())
  await edit({ schedules: preset.schedules.map(({ id, timezone }) => ({ id, timezone, cron: '0 30 1 * * *' })) })
  const changed = await refused(seen)
  expect(changed).toMatchObject({
    status: 409,
    message: LAUNCHER_TEXTS.schedulesChanged('Nightly'),
    errors: [{ field: `schedules.${ids[0]}` }],
    current: { items: [{ cron: '0 30 1 * * *', status: 'RUNNING' }, {}, {}] },
  })
  expect(await running()).toEqual(['RUNNING', 'RUNNING', 'PAUSED'])
  expect(await refused(seen.slice(1, 2))).toMatchObject({ errors: [{ field: `schedules.${ids[0]}` }] })
  await edit({ schedules: [] })
  expect(await refused(seen.slice(0, 1), false)).toMatchObject({
    status: 409,
    message: LAUNCHER_TEXTS.schedulesDeleted,
  })
  expect(await running()).toEqual(['RUNNING', 'PAUSED'])

  // A schedule of another launcher is not found.
  const elsewhere = await aPreset()
  expect((await refused(elsewhere.schedules, false)).status).toBe(409)
  expect(await runDueSchedules(aServer(), hours(new Date().toISOString(), 2))).toBe(2)
})

test('a due time starts one launch on one of several servers, and the next due time another', async () => {
  const { nextRunAt } = firstOf(preset)
  const servers = [aServer(), aServer(), aServer()]
  const look = (now: Date) => Promise.all(servers.map((server) => runDueSchedules(server, now)))
  const taken = await look(hours(nextRunAt, 0))
  expect(taken.reduce((sum, count) => sum + count, 0)).toBe(1)
  const [started, ...more] = await launches()
  expect(more).toEqual([])
  expect(started).toMatchObject({ started_via: 'schedule', preset_id: preset.id, state: 'queued' })
  expect(firstOf(await stored())).toMatchObject({
    lastRun: { dueAt: nextRunAt, launchId: started?.launch_id, problem: null },
  })
  await look(hours(nextRunAt, 0))
  expect(await launches()).toHaveLength(1)
  await look(hours(nextRunAt, 1))
  expect(await launches()).toHaveLength(2)
})

test('after a downtime a schedule starts once, and continues with its next due time', async () => {
  const { nextRunAt } = firstOf(preset)
  expect(await runDueSchedules(aServer(), hours(nextRunAt, 50))).toBe(1)
  expect(await launches()).toHaveLength(1)
  expect(firstOf(await stored()).nextRunAt).toBe(new Date(Date.parse(nextRunAt) + 51 * 3_600_000).toISOString())
})

test('another server takes over the due time of a stopped server, without a second launch', async () => {
  const { id, nextRunAt } = firstOf(preset)
  await runDueSchedules(aServer(), hours(nextRunAt, 0))
  // As if the first server had crashed before it stored the outcome.
  await app.db
    .updateTable('launch_schedule_run')
    .set({ lease_until: new Date(0), launch_id: null })
    .where('schedule_id', '=', id)
    .execute()
  expect(await runDueSchedules(aServer(), hours(nextRunAt, 0))).toBe(1)
  const [started, ...more] = await launches()
  expect(more).toEqual([])
  expect(firstOf(await stored()).lastRun?.launchId).toBe(started?.launch_id)
})

test('[START-06] a due time that cannot start a launch is recorded with its reason', async () => {
  await edit({ branch: 'gone' })
  await runDueSchedules(aServer(), hours(firstOf(preset).nextRunAt, 0))
  expect(firstOf(await stored()).lastRun).toMatchObject({
    launchId: null,
    problem: 'The repository has no branch gone',
  })
  await edit({ branch: 'main', executor: null })
  await runDueSchedules(aServer(), hours(firstOf(await stored()).nextRunAt, 0))
  expect(firstOf(await stored()).lastRun?.problem).toBe(LAUNCHER_TEXTS.noExecutor)
  const failed = app.db.selectFrom('event').select('type').where('type', '=', 'launchers/schedule-failed')
  expect(await failed.execute()).toHaveLength(2)
  expect(await launches()).toEqual([])
})

test('launches run in the name of the user who last saved the schedule, while that user has the right', async () => {
  const member = await aUser(app, { username: 'scheduler', roles: { [projectId]: 'ENGINEER' } })
  const { id, cron, timezone, nextRunAt } = firstOf(preset)
  await ask(app, updatePreset, {
    token: member.token,
    params: { projectKey: 'SHOP', presetId: preset.id },
    body: { schedules: [{ id, cron, timezone }] },
  })
  await runDueSchedules(aServer(), hours(nextRunAt, 0))
  const [started] = await app.db.selectFrom('launch').select('started_by').execute()
  expect(started?.started_by).toBe(member.id)
  await app.db.updateTable('project_member').set({ role: 'GUEST' }).where('user_id', '=', member.id).execute()
  await runDueSchedules(aServer(), hours(nextRunAt, 1))
  expect(firstOf(await stored()).lastRun?.problem).toBe(LAUNCHER_TEXTS.starterMayNot)
  await app.db.updateTable('workspace_user').set({ status: 'INACTIVE' }).where('id', '=', member.id).execute()
  await runDueSchedules(aServer(), hours(nextRunAt, 2))
  expect(firstOf(await stored()).lastRun?.problem).toBe(LAUNCHER_TEXTS.starterGone)
})

test('schedules go with their launcher', async () => {
  await ask(app, deleteLauncher, requested({ launcherId: preset.launcherId }))
  expect(await runDueSchedules(aServer(), hours(firstOf(preset).nextRunAt, 0))).toBe(0)
})

test('the tree shows which presets have schedules or webhooks, and which have only paused schedules', async () => {
  const presetOf = async () => {
    const { items } = await ask(app, listRepositories, requested())
    return items
      .flatMap(({ launchers }) => launchers.flatMap(({ presets }) => presets))
      .find(({ id }) => id === preset.id)
  }
  await edit({ schedules: [...preset.schedules.map(({ id, cron, timezone }) => ({ id, cron, timezone })), HOURLY] })
  const [one] = (await stored()).schedules
  const plain = { id: preset.id, name: preset.name }
  expect(await presetOf()).toEqual({ ...plain, schedules: 'RUNNING' })
  await ask(app, setScheduleStatus, {
    ...requested({ presetId: preset.id, scheduleId: Number(one?.id) }),
    body: { status: 'PAUSED' },
  })
  expect(await presetOf()).toEqual({ ...plain, schedules: 'RUNNING' })
  await ask(app, setSchedulesStatus, { ...requested({ presetId: preset.id }), body: { status: 'PAUSED' } })
  expect(await presetOf()).toEqual({ ...plain, schedules: 'PAUSED' })
  await edit({ schedules: [] })
  expect(await presetOf()).toEqual(plain)
  await ask(app, createWebhook, {
    ...requested({ presetId: preset.id }),
    body: { name: 'Deploy finished', base64SecretKey: encodeSecret('s') },
  })
  expect(await presetOf()).toEqual({ ...plain, hasWebhooks: true })
})
