import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import {
  createPreset,
  deleteLauncher,
  deletePreset,
  updateLauncher,
  updatePreset,
} from '../../../contract/launchers/launchers.ts'
import { deleteRepository } from '../../../contract/launchers/repositories.ts'
import { setSchedulesStatus } from '../../../contract/launchers/schedules.ts'
import { createWorkerToken, updateLaunchLimit } from '../../../contract/launchers/workers.ts'
import { launchersStream, type LiveNews, topics } from '../../../contract/live.ts'
import { abortLaunch } from '../../../contract/launches/launches.ts'
import { TENANT } from '../../../server/config.ts'
import { listen, type LiveClient } from '../live/support/client.ts'
import { ask, startTestApp, type TestApp } from '../support/app.ts'
import { aHandWorker } from '../support/hand-worker.ts'
import { aLauncher, LAUNCHER_VALUES } from '../support/launcher.ts'
import { launchRuns } from '../support/launch-runs.ts'
import { aUser, aProject, aWorkspace, type TestUser } from '../support/people.ts'

type QueueNews = Extract<LiveNews, { type: 'LAUNCH_QUEUE' }>

let app: TestApp
let owner: TestUser
let guest: TestUser
let projectId: number
let token: string
let clients: LiveClient[] = []
const { asked, started } = launchRuns(
  () => app,
  () => owner,
  'SHOP',
)
beforeAll(async () => {
  // The server itself runs no launches.
  app = await startTestApp({ LAUNCHER_CONCURRENCY: '0' })
  owner = await aWorkspace(app)
  projectId = await aProject(app, owner, 'SHOP')
  guest = await aUser(app, { roles: { [projectId]: 'GUEST' } })
  token = (await ask(app, createWorkerToken, { token: owner.token, body: { name: 'Lab' } })).value
})
afterEach(async () => {
  await Promise.all(clients.map((client) => client.close()))
  clients = []
})
afterAll(() => app.close())

const following = async (user: Pick<TestUser, 'token'>, topic = topics.launchQueue(TENANT)) => {
  const client = await listen(app, { token: user.token })
  clients.push(client)
  await client.subscribe(topic)
  const queueNews = () => client.news.filter((news): news is QueueNews => news.type === 'LAUNCH_QUEUE')
  const aboutLaunch = (launchId: number) => queueNews().filter((news) => news.launchId === launchId)
  const aboutWorkers = () => queueNews().filter((news) => news.projectId === null)
  /** Resolves when this many messages have arrived. */
  const until = (received: () => unknown[], count: number) => client.until(() => received().length >= count)
  return { client, queueNews, aboutLaunch, aboutWorkers, until }
}

test('notifies users who may read launches of each step of a queued launch and of limits, only in their projects', async () => {
  const elsewhere = await aProject(app, owner, 'OTHER')
  const { aboutLaunch, queueNews, until } = await following(guest)
  const worker = await aHandWorker(app, token)
  const launchId = await started({ launchCommand: 'true' })
  const received = () => aboutLaunch(launchId)
  await until(received, 1)
  const job = await worker.claim('process')
  await until(received, 2)
  const lease = String(job?.lease)
  await worker.reach(lease, 'cloned')
  await until(received, 3)
  await worker.begin(lease, 'abc1234')
  await until(received, 4)
  await worker.reach(lease, 'command-ended')
  await until(received, 5)
  await worker.end(lease, { exitCode: 0, reason: null })
  await until(received, 6)
  expect(new Set(received().map((news) => news.projectId))).toEqual(new Set([projectId]))

  const aborted = await started({ launchCommand: 'true' })
  await until(() => aboutLaunch(aborted), 1)
  await ask(app, abortLaunch, { ...asked({ launchId: aborted }), body: { comment: 'Not needed' } })
  await until(() => aboutLaunch(aborted), 2)

  const limit = (of: number) =>
    ask(app, updateLaunchLimit, { token: owner.token, params: { projectId: of }, body: { most: 4 } })
  await limit(elsewhere)
  await limit(projectId)
  const ofLimits = () => queueNews().filter((news) => news.projectId !== null && news.launchId === null)
  await until(ofLimits, 1)
  expect(ofLimits()).toMatchObject([{ projectId }])
  await worker.leave()
})

test('a worker that connects, changes, falls silent, returns or leaves is reported once; that it is still there is not', async () => {
  const { client, aboutWorkers, queueNews, until } = await following(guest)
  // Messages arrive in the order of the changes: after this one, those of other tests are over.
  await ask(app, updateLaunchLimit, { token: owner.token, params: { projectId }, body: { most: 7 } })
  await until(() => queueNews().filter((news) => news.projectId === projectId && news.launchId === null), 1)
  client.news.length = 0
  const worker = await aHandWorker(app, token)
  await until(aboutWorkers, 1)
  for (let time = 0; time < 3; time += 1) await worker.sendState()
  await worker.renew({ name: 'by hand', labels: ['gpu'], concurrency: 2, drivers: ['process'] }, [])
  await until(aboutWorkers, 2)
  await app.db
    .updateTable('launch_worker')
    .set({ seen_at: new Date(Date.now() - 60_000) })
    .where('id', '=', worker.id)
    .execute()
  await until(aboutWorkers, 3)
  await worker.renew({ name: 'by hand', labels: ['gpu'], concurrency: 2, drivers: ['process'] }, [])
  await until(aboutWorkers, 4)
  await worker.leave()
  await until(aboutWorkers, 5)
  expect(aboutWorkers()).toHaveLength(5)
})

test('notifies users who manage workers of the queues of all projects, and others only of their own', async () => {
  const hidden = await aProject(app, owner, 'HIDDEN')
  const manager = await aUser(app, { permissions: ['INTEGRATIONS_WRITE'] })
  const [managing, reading] = [await following(manager), await following(guest)]
  const limit = (of: number, most: number) =>
    ask(app, updateLaunchLimit, { token: owner.token, params: { projectId: of }, body: { most } })
  await limit(hidden, 2)
  await limit(projectId, 2)
  const of = (news: readonly QueueNews[]) => news.flatMap((one) => one.projectId ?? [])
  await managing.until(() => of(managing.queueNews()), 2)
  await reading.until(() => of(reading.queueNews()), 1)
  expect(of(managing.queueNews())).toEqual([hidden, projectId])
  expect(of(reading.queueNews())).toEqual([projectId])
})

test('notifies users who may change launchers of paused schedules; a guest cannot subscribe', async () => {
  const launcher = await aLauncher(app, owner, 'SHOP')
  const schedules = [{ id: null, cron: '0 0 * * * *', timezone: 'UTC' }]
  const preset = await ask(app, createPreset, {
    ...asked({ launcherId: launcher.id }),
    body: { ...LAUNCHER_VALUES, name: 'Nightly', schedules },
  })
  const topic = topics.launchers(TENANT, projectId)
  const { client } = await following(owner, topic)
  await ask(app, setSchedulesStatus, { ...asked({ presetId: preset.id }), body: { status: 'PAUSED' } })
  await client.until(() => client.news.some((news) => news.type === 'LAUNCHERS' && news.by === owner.id))
  const other = await listen(app, { token: guest.token })
  clients.push(other)
  await expect(other.subscribe(topic)).rejects.toThrow('subscription refused')
})

test('people who may change launchers are notified of all that the tree shows; members of other projects cannot subscribe', async () => {
  const topic = topics.launchers(TENANT, projectId)
  const engineer = await aUser(app, { roles: { [projectId]: 'ENGINEER' } })
  const outsider = await aUser(app, { roles: { [await aProject(app, owner, 'ELSE')]: 'MANAGER' } })
  const { client } = await following(engineer, topic)
  const last = async () => {
    const events = app.db.selectFrom('event').select('sequence').where('stream', '=', launchersStream(projectId))
    return (await events.orderBy('sequence', 'desc').limit(1).executeTakeFirst())?.sequence ?? 0
  }
  /** Resolves once the latest event of a change was sent. */
  const reported = async <Answer>(change: () => Promise<Answer>) => {
    const before = await last()
    const answer = await change()
    const after = await last()
    expect(after).toBeGreaterThan(before)
    await client.until(() =>
      client.news.some((news) => news.type === 'LAUNCHERS' && news.by === owner.id && news.sequence === after),
    )
    return answer
  }
  const { id: launcherId, repositoryId: repoId } = await reported(() => aLauncher(app, owner, 'SHOP'))
  await reported(() => ask(app, updateLauncher, { ...asked({ launcherId }), body: { name: 'Renamed' } }))
  const body = { ...LAUNCHER_VALUES, name: 'Weekly' }
  const { id: presetId } = await reported(() => ask(app, createPreset, { ...asked({ launcherId }), body }))
  await reported(() => ask(app, updatePreset, { ...asked({ presetId }), body: { name: 'Monthly' } }))
  await reported(() => ask(app, deletePreset, asked({ presetId })))
  await reported(() => ask(app, deleteLauncher, asked({ launcherId })))
  await reported(() => ask(app, deleteRepository, asked({ repoId })))
  for (const user of [guest, outsider]) {
    const other = await listen(app, { token: user.token })
    clients.push(other)
    await expect(other.subscribe(topic)).rejects.toThrow('subscription refused')
  }
})
