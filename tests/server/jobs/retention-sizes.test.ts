import * as fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import {
  limitsOf,
  NO_AMOUNTS,
  NO_RETENTION,
  previewRetention,
  updateRetention,
  type RetentionPolicy,
} from '../../../contract/settings/retention.ts'
import type { Writer } from '../../../server/launches/writer/writer.ts'
import { claimProject } from '../../../server/retention/run.ts'
import { exploratoryOf } from '../exploratory/support.ts'
import { refusalOf } from '../support/app.ts'
import { retainedProject } from './support/retention.ts'

const project = retainedProject()
const { age, inProject, launches, pin, preview, run, save, stored } = project
const MB = 1_000_000

interface Sizes {
  logs?: number
  attachments?: number
  videos?: number
}

/** An ended launch that takes these megabytes. */
const aLaunch = async (daysAgo: number, { logs = 0, attachments = 0, videos = 0 }: Sizes): Promise<number> => {
  const { id } = await endedLaunch(daysAgo)
  await project.app.db
    .insertInto('launch_storage')
    .values({
      launch_id: id,
      project_id: project.id,
      log_lines: logs,
      log_bytes: logs * MB,
      attachments,
      attachment_bytes: attachments * MB,
      videos,
      video_bytes: videos * MB,
      counted_at: sql`now() + interval '1 hour'`,
    })
    .execute()
  return id
}

const endedLaunch = async (daysAgo: number): Promise<{ id: number }> => {
  const launch = await project.agent.startLaunch()
  await launch.finish()
  await age(launch.id, daysAgo)
  return launch
}

test('the oldest launches are deleted until the rest fits, as the preview says', async () => {
  const newest = await aLaunch(100, { logs: 1, attachments: 1, videos: 1 })
  await aLaunch(400, { logs: 3 })
  await aLaunch(300, { videos: 3 })
  const middle = await aLaunch(200, { attachments: 3 })
  expect((await preview({ maxLaunchBytes: 12 * MB })).deleted).toEqual(NO_AMOUNTS)
  const { deleted, kept, unreached } = await preview({ maxLaunchBytes: 6 * MB })
  expect({ deleted, kept, unreached }).toMatchObject({
    deleted: { launches: 2, logLines: 3, logBytes: 3 * MB, videos: 3, videoBytes: 3 * MB, attachments: 0 },
    kept: [],
    unreached: [],
  })
  await save({ maxLaunchBytes: 6 * MB })
  expect(await run()).toEqual(deleted)
  expect(await launches()).toEqual([newest, middle])
  expect(await run()).toEqual(NO_AMOUNTS)
})

test('days and size of one part are both limits: what either of them selects is deleted', async () => {
  const young = await aLaunch(100, { logs: 4 })
  await aLaunch(200, { logs: 4 })
  await aLaunch(300, { logs: 4 })
  expect((await preview({ launchDays: 250, maxLaunchBytes: 100 * MB })).deleted.launches).toBe(1)
  expect((await preview({ launchDays: 250, maxLaunchBytes: 8 * MB })).deleted.launches).toBe(1)
  await save({ launchDays: 250, maxLaunchBytes: 5 * MB })
  expect((await run()).launches).toBe(2)
  expect(await launches()).toEqual([young])
})

test('launches that remain anyway count, and the preview names the limit that they exceed, with the reasons', async () => {
  const pinned = await aLaunch(400, { logs: 3, videos: 3 })
  const inWindow = await aLaunch(1, { attachments: 4 })
  const plain = await aLaunch(300, { logs: 1 })
  await pin(pinned)
  const limits = { maxLaunchBytes: 5 * MB, maxLogBytes: 2 * MB }
  const { kept, unreached, deleted } = await preview(limits)
  expect(deleted).toMatchObject({ launches: 0, logLines: 1 })
  expect(kept).toEqual([
    { reason: 'pinned', launches: 1 },
    { reason: 'flakyRules', launches: 1 },
  ])
  expect(unreached).toEqual([
    { part: 'launches', maxBytes: 5 * MB, bytes: 10 * MB, reasons: ['pinned', 'flakyRules'] },
    { part: 'logs', maxBytes: 2 * MB, bytes: 3 * MB, reasons: ['pinned'] },
  ])
  await save(limits)
  expect(await run()).toEqual(deleted)
  expect(await launches()).toEqual([pinned, inWindow, plain])
})

test('a newer launch is deleted before an older one that is pinned, and only if the limit needs it', async () => {
  const pinned = await aLaunch(400, { logs: 3 })
  await aLaunch(300, { logs: 3 })
  const young = await aLaunch(200, { logs: 3 })
  await pin(pinned)
  await save({ maxLaunchBytes: 6 * MB })
  const { kept, unreached } = await preview({ maxLaunchBytes: 6 * MB })
  expect({ kept, unreached }).toEqual({ kept: [{ reason: 'pinned', launches: 1 }], unreached: [] })
  await run()
  expect(await launches()).toEqual([pinned, young])
})

test('logs and files are deleted first, and whole launches only if they still take too much', async () => {
  const old = await aLaunch(300, { logs: 4, attachments: 1, videos: 4 })
  await aLaunch(200, { logs: 4, attachments: 1, videos: 4 })
  const limits = {
    maxLaunchBytes: 10 * MB,
    maxLogBytes: 4 * MB,
    maxAttachmentBytes: 1 * MB,
    maxVideoBytes: 7 * MB,
  }
  const { deleted } = await preview(limits)
  expect(deleted).toMatchObject({ launches: 0, logLines: 4, attachments: 1, videos: 4 })
  await save(limits)
  expect(await run()).toEqual(deleted)
  // Launches that take nothing any more free nothing.
  await save({ maxLaunchBytes: 8 * MB })
  expect((await run()).launches).toBe(1)
  expect(await launches()).toEqual([old])
})

test('launches that are not counted yet stay, and the preview names their number', async () => {
  const { id: uncounted } = await endedLaunch(300)
  await aLaunch(200, { logs: 4 })
  const { deleted, uncounted: count } = await preview({ maxLaunchBytes: 1 * MB })
  expect({ launches: deleted.launches, count }).toEqual({ launches: 1, count: 1 })
  await save({ maxLaunchBytes: 1 * MB })
  await run()
  expect(await launches()).toEqual([uncounted])
})

test('an interrupted run and its successor delete together what one run would', async () => {
  // Of the selected ones, the newest takes most: without the order of age, its deletion would spare an older one.
  for (let i = 1; i <= 6; i += 1) await aLaunch(400 - i, { logs: i })
  const limits = { maxLaunchBytes: 14 * MB }
  const { deleted } = await preview(limits)
  await save(limits)
  const stopped = new AbortController()
  let submitted = 0
  const stopping: Writer = {
    ...project.writer,
    submit: (operation) => {
      submitted += 1
      if (submitted === 1) stopped.abort()
      return project.writer.submit(operation)
    },
  }
  const first = await run({ writer: stopping, signal: stopped.signal })
  const second = await run()
  expect([deleted.launches, first.launches, second.launches]).toEqual([4, 1, 3])
})

interface Stored extends Required<Sizes> {
  id: number
  daysAgo: number
  isPinned: boolean
}

/** Deletes one after the other, the oldest first, until each limit is met. Returns what is deleted, in megabytes. */
const deletedByModel = (all: readonly Stored[], policy: RetentionPolicy) => {
  const parts = ['logs', 'attachments', 'videos'] as const
  const left = all.map((launch) => ({ ...launch })).toSorted((a, b) => b.daysAgo - a.daysAgo)
  const deleted = { launches: 0, logs: 0, attachments: 0, videos: 0 }
  const clear = (launch: Stored, part: (typeof parts)[number]) => {
    deleted[part] += launch[part]
    launch[part] = 0
  }
  const gone = new Set<number>()
  const remove = (launch: Stored) => {
    deleted.launches += 1
    for (const part of parts) clear(launch, part)
    gone.add(launch.id)
  }
  const isDeletable = (launch: Stored) => !launch.isPinned && launch.daysAgo > 30
  const sumOf = (of: (launch: Stored) => number) => left.reduce((sum, launch) => sum + of(launch), 0)
  const bytes = (launch: Stored) => launch.logs + launch.attachments + launch.videos
  for (const launch of left) if (launch.daysAgo > (policy.launchDays ?? Infinity) && isDeletable(launch)) remove(launch)
  for (const part of parts) {
    const { days, maxBytes } = limitsOf(policy, part)
    for (const launch of left) {
      if (launch.isPinned) continue
      if (launch.daysAgo > (days ?? Infinity)) clear(launch, part)
    }
    for (const launch of left)
      if (!launch.isPinned && sumOf((one) => one[part]) * MB > (maxBytes ?? Infinity)) clear(launch, part)
  }
  for (const launch of left)
    if (isDeletable(launch) && bytes(launch) > 0 && sumOf(bytes) * MB > (policy.maxLaunchBytes ?? Infinity))
      remove(launch)
  return { ...deleted, ids: all.map(({ id }) => id).filter((id) => !gone.has(id)) }
}

test('preview and run delete what deleting one launch after the other would, for any limits', async () => {
  const megabytes = fc.integer({ min: 0, max: 4 })
  const seed = 20261130
  const rows = fc.sample(
    fc.record({
      daysAgo: fc.integer({ min: 1, max: 120 }),
      isPinned: fc.integer({ min: 0, max: 4 }).map((n) => n === 0),
      sizes: fc.record({ logs: megabytes, attachments: megabytes, videos: megabytes }),
    }),
    { numRuns: 14, seed },
  )
  const all: Stored[] = []
  // Launches of equal age are deleted in the order of their ids.
  for (const [i, { daysAgo, isPinned, sizes }] of rows.toSorted((a, b) => b.daysAgo - a.daysAgo).entries()) {
    const aged = daysAgo + (rows.length - i) / 1000
    const id = await aLaunch(aged, sizes)
    if (isPinned) await pin(id)
    all.push({ id, daysAgo: aged, isPinned, ...sizes })
  }
  const days = fc.option(fc.integer({ min: 10, max: 120 }), { freq: 2 })
  const size = fc.option(
    fc.integer({ min: 1, max: 60 }).map((n) => n * MB),
    { freq: 3 },
  )
  const policies = fc.sample(
    fc.record({
      launchDays: days,
      logDays: days,
      attachmentDays: days,
      videoDays: days,
      maxLaunchBytes: size,
      maxLogBytes: size,
      maxAttachmentBytes: size,
      maxVideoBytes: size,
    }),
    { numRuns: 60, seed },
  )
  for (const limits of policies) {
    const policy = { ...NO_RETENTION, ...limits }
    const { launches: count, logs, attachments, videos } = deletedByModel(all, policy)
    const { deleted } = await preview(policy)
    expect({ seed, ...limits, ...deleted }).toMatchObject({ launches: count, logLines: logs, attachments, videos })
  }
  const policy = { ...NO_RETENTION, logDays: 60, maxLogBytes: 9 * MB, maxVideoBytes: 20 * MB, maxLaunchBytes: 45 * MB }
  const expected = deletedByModel(all, policy)
  expect(expected.launches).toBeGreaterThan(0)
  await save(policy)
  expect(await run()).toMatchObject({ launches: expected.launches, logLines: expected.logs, videos: expected.videos })
  expect(await launches()).toEqual(expected.ids)
})

test('a project with limits of size alone is due every hour', async () => {
  await save({ maxVideoBytes: 1 * MB })
  expect(await claimProject(project.app.db)).not.toBe(project.id)
  await project.app.db
    .updateTable('retention_policy')
    .set({ run_at: sql`now() - interval '2 hours'` })
    .where('project_id', '=', project.id)
    .execute()
  const claims = await Promise.all([claimProject(project.app.db), claimProject(project.app.db)])
  expect(claims.filter((id) => id === project.id)).toEqual([project.id])
})

test('media of the sessions that were closed first are deleted until the rest fits; open sessions keep theirs', async () => {
  const exploratory = await exploratoryOf(project.app, project.owner, project.key, project.id)
  const session = async (daysAgo: number | null, megabytes: number) => {
    const { id } = await exploratory.create()
    const observation = await exploratory.observe(id)
    const fileId = crypto.randomUUID()
    const size = megabytes * MB
    await sql`
      insert into observation_file (id, project_id, name, content_type, size_bytes, received_bytes)
      values (${fileId}, ${project.id}, 'clip.webm', 'video/webm', ${size}, ${size})`.execute(project.app.db)
    await sql`insert into observation_file_use (observation_id, file_id, position) values (${observation.id}, ${fileId}, 0)`.execute(
      project.app.db,
    )
    if (daysAgo !== null) {
      await exploratory.close(id)
      await sql`update exploratory_session set closed_at = now() - make_interval(days => ${daysAgo}::int) where id = ${id}`.execute(
        project.app.db,
      )
    }
  }
  await session(null, 3)
  await session(1, 3)
  await session(30, 3)
  await session(20, 3)
  await session(10, 3)
  expect((await preview({ maxExploratoryBytes: 9 * MB })).deleted).toEqual({
    ...NO_AMOUNTS,
    media: 2,
    mediaBytes: 6 * MB,
  })
  expect((await preview({ exploratoryDays: 5, maxExploratoryBytes: 9 * MB })).deleted.media).toBe(3)
  expect((await preview({ maxExploratoryBytes: 2 * MB })).unreached).toEqual([
    { part: 'media', maxBytes: 2 * MB, bytes: 3 * MB, reasons: [] },
  ])
  await save({ maxExploratoryBytes: 9 * MB })
  expect(await run()).toEqual({ ...NO_AMOUNTS, media: 2, mediaBytes: 6 * MB })
  expect(await stored()).toMatchObject({ media: 3, mediaBytes: 9 * MB })
  expect(await run()).toEqual(NO_AMOUNTS)
  await save({ maxExploratoryBytes: 2 * MB })
  expect((await run()).media).toBe(2)
})

test('rejects sizes below 1 MB, above 1,000,000 GB and of parts of a megabyte at their field', async () => {
  for (const maxVideoBytes of [0, -MB, MB - 1, 1.5 * MB + 0.5, 1_500_001, 1e15 + MB, 1e300, 'x']) {
    const body = { maxVideoBytes }
    expect((await refusalOf(project.app, updateRetention, { ...inProject(), body })).errors).toMatchObject([
      { field: 'maxVideoBytes' },
    ])
    expect(
      (await refusalOf(project.app, previewRetention, { ...inProject(), query: { ...body } })).errors,
    ).toMatchObject([{ field: 'maxVideoBytes' }])
  }
  await save({ maxVideoBytes: 1e15 })
  expect((await preview({ maxVideoBytes: 1e15 })).deleted).toEqual(NO_AMOUNTS)
})
