import * as fc from 'fast-check'
import { filter, firstValueFrom, timeout } from 'rxjs'
import { afterEach, expect, test, vi } from 'vitest'
import type { ExploratoryCommand } from '../../../contract/exploratory/commands.ts'
import { append, record } from '../../../store/log/append.ts'
import { compact } from '../../../store/log/compact.ts'
import { compactWhenDue, isCompactionDue } from '../../../store/log/compaction.ts'
import type { Log } from '../../../store/log/log.ts'
import { putSnapshot } from '../../../store/log/snapshots.ts'
import { carryOut } from '../../../store/outbox/exploratory/sessions.ts'
import { project$ } from '../../../store/projections/project.ts'
import { CHECK_EVERY_MS, compactOnIdle } from '../../../views/application/log/idle-compaction.ts'
import { aLog, aRecord, closeLog, notes, records, source, texts } from '../../unit/store/support/events.ts'

const HOUR_MS = 60 * 60 * 1000
const upTo = (last: number) => Array.from({ length: last }, (_, i) => i + 1)

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const situation = fc.record({
  last: fc.integer({ min: 1, max: 12 }),
  /** Of each window, in the order of last use: the last event it contains. */
  snapshots: fc.array(fc.nat(12), { minLength: 1, maxLength: 5 }),
  shown: fc.uniqueArray(fc.nat(4), { maxLength: 3 }),
  unsent: fc.integer({ min: 0, max: 3 }),
  limits: fc.record({
    snapshots: fc.integer({ min: 0, max: 3 }),
    tail: fc.nat(4),
    commandStreams: fc.constant(0),
    setAside: fc.constant(0),
  }),
})

const begin = (sessionId: string): ExploratoryCommand => ({
  type: 'session/create',
  sessionId,
  values: { title: 'Checkout', description: '', testCaseIds: [] } as never,
})

const unsentIn = async ({ db }: Log) => ({
  outbox: (await db.outbox.toArray()).map(({ key }) => key),
  records: (await db.records.toArray()).flatMap(({ id, origin }) => (origin === 'here' ? [id] : [])).sort(),
})

test('a compaction at any moment drops no snapshot on screen, nothing it is still folded from, and nothing unsent', async () => {
  const property = fc.asyncProperty(situation, async ({ last, snapshots, shown, unsent, limits }) => {
    const log = aLog()
    await append(log, records(...upTo(last)))
    for (const [i, sequence] of snapshots.entries()) {
      const held = Math.min(sequence, last)
      const state = { texts: texts(...upTo(held)) }
      await putSnapshot(log, notes, { key: `${i}`, stream: 'notes:1', sequence: held, state })
      await log.db.snapshots.update(`${i}`, { at: i })
    }
    await record(log, 'draft:x', { type: 'note/added', payload: { text: 'mine' } })
    await putSnapshot(log, notes, { key: 'draft', stream: 'draft:x', sequence: 1, state: { texts: ['mine'] } })
    for (const n of upTo(unsent)) await carryOut(log, [{ projectKey: 'DEMO', command: begin(`s${n}`) }])
    const before = await unsentIn(log)
    const keys = shown.filter((i) => i < snapshots.length).map(String)
    const screens = keys.map((key) => {
      const projected$ = project$({ ...source(log, key), readAtOnce: 1 })
      return firstValueFrom(
        projected$.pipe(
          filter(({ sequence, isStale }) => sequence === last + 1 && !isStale),
          timeout(20_000),
        ),
      )
    })
    await compact(log, limits)
    const left = new Set(await log.db.snapshots.toCollection().primaryKeys())
    expect(keys.filter((key) => !left.has(key))).toEqual([])
    await append(log, [aRecord(last + 1)])
    for (const { state } of await Promise.all(screens)) expect(state.texts).toEqual(texts(...upTo(last + 1)))
    expect(await unsentIn(log)).toEqual(before)
    closeLog(log)
  })
  const result = await fc.check(property, { numRuns: 60, timeout: 60_000 })
  expect((await fc.asyncDefaultReportMessage(result)) ?? 'held').toBe('held')
})

test('a compaction is due after a day, or after an hour in a log of many records', () => {
  expect([isCompactionDue(0, 24 * HOUR_MS - 1), isCompactionDue(0, 24 * HOUR_MS)]).toEqual([false, true])
  expect([isCompactionDue(9_999, HOUR_MS), isCompactionDue(10_000, HOUR_MS)]).toEqual([false, true])
  expect(isCompactionDue(10_000, HOUR_MS - 1)).toBe(false)
})

/** A log whose first record a compaction drops. */
const aDroppable = async (name?: string) => {
  const log = aLog(name)
  await append(log, records(1))
  await putSnapshot(log, notes, { key: 'a', stream: 'notes:1', sequence: 1, state: { texts: texts(1) } })
  return log
}

test('a clock that was set back does not put a compaction off', async () => {
  const log = await aDroppable()
  expect(await compactWhenDue(log, 100 * HOUR_MS, 99.5 * HOUR_MS)).toBe(true)
  expect(await log.db.records.count()).toBe(0)
})

/** Locks as browsers grant them to one tab at a time. */
const sharedLocks = () => {
  const held = new Set<string>()
  const request = async (name: string, _: unknown, work: (lock: object | null) => unknown) => {
    if (held.has(name)) return work(null)
    held.add(name)
    return Promise.resolve(work({ name })).finally(() => held.delete(name))
  }
  return { held, locks: { request } as unknown as LockManager }
}

test('idle tabs compact their log one at a time, remember when, and again only after the time', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const saved = new Map<string, string>()
  const remembered: string[] = []
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => saved.get(key) ?? null,
    setItem: (key: string, value: string) => {
      remembered.push(value)
      saved.set(key, value)
    },
  })
  const first = await aDroppable()
  const tabs = [first, aLog(first.db.name)]
  const { held, locks } = sharedLocks()
  const due: (() => void)[] = []
  let now = 1000 * HOUR_MS
  const compacting = tabs.map((log) =>
    compactOnIdle(log, {
      locks,
      after: Promise.resolve(),
      now: () => now,
      idle: (act) => {
        due.push(act)
        return () => undefined
      },
    }),
  )
  const rest = async () => {
    for (const act of due.splice(0)) act()
    await vi.waitFor(() => expect(held.size).toBe(0), { timeout: 60_000 })
  }
  await vi.waitFor(() => expect(due).toHaveLength(2), { timeout: 60_000 })
  expect(await first.db.records.count()).toBe(1)
  due.forEach((act) => act())
  due.splice(0)
  expect(held.size).toBe(1)
  await vi.waitFor(() => expect(held.size).toBe(0), { timeout: 60_000 })
  expect(await first.db.records.count()).toBe(0)
  expect(remembered).toEqual([String(now)])

  await append(first, records(2))
  await putSnapshot(first, notes, { key: 'a', stream: 'notes:1', sequence: 2, state: { texts: texts(1, 2) } })
  now += 23 * HOUR_MS
  vi.advanceTimersByTime(CHECK_EVERY_MS)
  await rest()
  expect(await first.db.records.count()).toBe(1)
  now += HOUR_MS
  vi.advanceTimersByTime(CHECK_EVERY_MS)
  await rest()
  expect(await first.db.records.count()).toBe(0)
  closeLog(first)
  compacting[1]?.stop()
  vi.advanceTimersByTime(CHECK_EVERY_MS)
  expect(due).toEqual([])
})
