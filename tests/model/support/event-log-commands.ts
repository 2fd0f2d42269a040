import * as fc from 'fast-check'
import { expect } from 'vitest'
import { append } from '../../../store/log/append.ts'
import { compact } from '../../../store/log/compact.ts'
import type { Log } from '../../../store/log/log.ts'
import { streamPosition } from '../../../store/log/positions.ts'
import { project } from '../../../store/projections/project.ts'
import type { LogRecord } from '../../../store/log/record.ts'
import { putSnapshot } from '../../../store/log/snapshots.ts'
import { aRecord, notes, source, texts, type Notes } from '../../unit/store/support/events.ts'
import {
  compacted,
  heldBy,
  newestSnapshot,
  unbrokenIn,
  type Held,
  type Key,
  type LogModel,
  type RealLog,
} from './event-log.ts'

type Tab = 0 | 1
type Step = fc.AsyncCommand<LogModel, RealLog>

/** Every third event is a note; the others are counts, which replace the counts before them. */
const isCount = (n: number) => n % 3 !== 1

const eventOf = (n: number): LogRecord =>
  isCount(n) ? aRecord(n, { type: 'count/changed', payload: { count: n } }) : aRecord(n)

const inRun = (first: number, length: number) => Array.from({ length }, (_, i) => first + i)

const stateAt = (n: number) => ({
  texts: texts(...inRun(1, n).filter((one) => !isCount(one))),
  count: isCount(n) ? n : Math.max(0, n - 1),
})

/**
 * Asserts the state after event `n`. Its count may be older while later events are beyond a gap, set aside, or only in a snapshot of another
 * window: one of them replaces it.
 */
function expectStateAt(model: LogModel, n: number, isStale: boolean, { texts: shown, count = 0 }: Notes): void {
  const expected = stateAt(n)
  expect(shown).toEqual(expected.texts)
  const isBehind = isStale || newestSnapshot(model) > n || [...model.setAside.values()].some((one) => one > n)
  expect(count).toBeLessThanOrEqual(expected.count)
  if (!isBehind) expect(count).toBe(expected.count)
}

/** Consecutive events in a batch of the server: counts that a later one replaces are left out. */
const batchOf = (sequences: readonly number[]): LogRecord[] => {
  const newest = sequences.findLast(isCount)
  const sent = sequences.filter((n) => !isCount(n) || n === newest)
  return sent.map((n, i) => ({ ...eventOf(n), previous: sent[i - 1] ?? (sequences[0] ?? 1) - 1 }))
}

const ascending = (numbers: Iterable<number>) => [...numbers].sort((a, b) => a - b)

/** Only delivered records are held, and in one place: there is no other stream, snapshot or record in memory. */
async function hasNothingElse(model: LogModel, real: RealLog): Promise<void> {
  const { snapshots, positions } = real.tabs[0].db
  const stored = (await snapshots.toArray()).map(({ key, sequence }) => [key, sequence])
  expect(Object.fromEntries(stored)).toEqual(Object.fromEntries(model.snapshots))
  for (const { stream } of await positions.toArray()) expect(stream).toBe('notes:1')
  for (const [tab, log] of real.tabs.entries()) {
    const { records: inMemory, snapshots: saved } = log.memory.value
    expect(saved.size).toBe(0)
    expect(ascending(inMemory.map(({ sequence }) => sequence))).toEqual(ascending(model.memory[tab]?.keys() ?? []))
  }
}

/** Invariants after every command. */
async function holds(model: LogModel, real: RealLog): Promise<void> {
  for (const [tab, key] of [
    [0, 'a'],
    [1, 'b'],
  ] as const) {
    const log = real.tabs[tab]
    const sequence = unbrokenIn(heldBy(model, tab), model.snapshots.get(key) ?? 0)
    const isStale = [...heldBy(model, tab).keys()].some((n) => n > sequence)
    const now = await project(source(log, key))
    expect(now).toMatchObject({ sequence, isStale })
    expectStateAt(model, sequence, isStale, now.state)
    const applied = unbrokenIn(heldBy(model, tab), newestSnapshot(model))
    expect(await streamPosition(log, 'notes:1')).toMatchObject({
      applied,
      head: Math.max(applied, ...heldBy(model, tab).keys()),
    })
  }
  model.screen = unbrokenIn(heldBy(model, 0), model.screen)
  const isStale = [...heldBy(model, 0).keys()].some((n) => n > model.screen)
  expectStateAt(model, model.screen, isStale, (await real.screenShows(model.screen, isStale, model.mark)).state)
  const { records, setAside } = real.tabs[0].db
  expect(ascending((await records.toArray()).map((r) => r.sequence))).toEqual(ascending(model.disk.keys()))
  const aside = (await setAside.toArray()).map(({ record }) => (record as LogRecord).sequence)
  expect(ascending(aside)).toEqual(ascending(model.setAside.values()))
  await hasNothingElse(model, real)
}

const command = (
  name: string,
  given: readonly unknown[],
  run: (model: LogModel, real: RealLog) => Promise<void>,
): Step => ({
  check: () => true,
  run: async (model, real) => {
    await run(model, real)
    await holds(model, real)
  },
  toString: () => `${name}(${JSON.stringify(given).slice(1, -1)})`,
})

/** Numbers relative to the end of the stream: before it (delivered again), next, and beyond (a gap). */
type Delivery = { events: readonly number[] } | { batchFrom: number; length: number }

const near = (model: LogModel, offset: number) => Math.max(1, unbrokenIn(model.disk, newestSnapshot(model)) + offset)

const recordsOf = (model: LogModel, delivery: Delivery): LogRecord[] =>
  'events' in delivery
    ? delivery.events.map((offset) => eventOf(near(model, offset)))
    : batchOf(inRun(near(model, delivery.batchFrom), delivery.length))

/** Of two records of a number, the log holds the first. */
const hold = (held: Held, records: readonly LogRecord[]): void => {
  for (const { sequence, previous = sequence - 1 } of records) if (!held.has(sequence)) held.set(sequence, previous)
}

function stored(model: LogModel, tab: Tab, records: readonly LogRecord[]): void {
  for (const [n, previous] of model.memory[tab]) if (!model.disk.has(n)) model.disk.set(n, previous)
  hold(model.disk, records)
  model.memory[tab].clear()
}

const holdInMemory = (model: LogModel, tab: Tab, records: readonly LogRecord[]): void =>
  hold(
    model.memory[tab],
    records.filter(({ sequence }) => !model.disk.has(sequence)),
  )

/** Number of different events that are not held. */
const freshIn = (held: Held, records: readonly LogRecord[]): number =>
  new Set(records.map(({ sequence }) => sequence).filter((n) => !held.has(n))).size

async function deliver(model: LogModel, log: Log, tab: Tab, records: readonly LogRecord[]): Promise<void> {
  const fresh = freshIn(heldBy(model, tab), records)
  expect(await append(log, records)).toMatchObject({
    appended: fresh,
    duplicates: records.length - fresh,
    isInMemory: false,
  })
  stored(model, tab, records)
}

const deliveryTo = (tab: Tab, delivery: Delivery) =>
  command('deliver', [tab, delivery], (model, real) => deliver(model, real.tabs[tab], tab, recordsOf(model, delivery)))

const fillGaps = (tab: Tab) =>
  command('fillGaps', [tab], async (model, real) => {
    const { applied, head } = await streamPosition(real.tabs[tab], 'notes:1')
    const held = [...heldBy(model, tab)]
    const missing = inRun(applied + 1, head - applied).filter(
      (one) => !held.some(([n, previous]) => previous < one && one <= n),
    )
    await deliver(model, real.tabs[tab], tab, missing.map(eventOf))
  })

const bothTabs = (delivery: Delivery) =>
  command('bothTabs', [delivery], async (model, real) => {
    const records = recordsOf(model, delivery)
    const answers = await Promise.all(real.tabs.map((log) => append(log, records)))
    const fresh = freshIn(model.disk, records)
    const appended = answers.reduce((sum, answer) => sum + answer.appended, 0)
    // A tab that flushes its memory at the same time may be the one that stores a number.
    expect(appended).toBeLessThanOrEqual(fresh)
    if (model.memory[0].size + model.memory[1].size === 0) expect(appended).toBe(fresh)
    const known = new Set(model.disk.keys())
    for (const tab of [0, 1] as const) stored(model, tab, records)
    // Either tab may be the first to store a number that both have in memory.
    for (const { sequence, previous = sequence - 1 } of await real.tabs[0].db.records.toArray())
      if (model.disk.has(sequence) && !known.has(sequence)) model.disk.set(sequence, previous)
  })

/** The batch was stored, but the page closed before the acknowledgement: it is sent again. */
const crashBeforeAcknowledgement = (tab: Tab, delivery: Delivery) =>
  command('crashBeforeAcknowledgement', [tab, delivery], async (model, real) => {
    const records = recordsOf(model, delivery)
    await append(real.tabs[tab], records)
    stored(model, tab, records)
    reopen(model, real, tab)
    await deliver(model, real.tabs[tab], tab, records)
  })

/** The page closes during a write: afterwards all of the batch is stored, or nothing. */
const crashWhileWriting = (tab: Tab, delivery: Delivery, turns: number) =>
  command('crashWhileWriting', [tab, delivery, turns], async (model, real) => {
    const records = recordsOf(model, delivery)
    const batch: Held = new Map(model.memory[tab])
    hold(batch, records)
    const fresh = [...batch.keys()].filter((n) => !model.disk.has(n))
    const writing = append(real.tabs[tab], records).catch(() => null)
    for (let turn = 0; turn < turns; turn += 1) await new Promise(setImmediate)
    reopen(model, real, tab)
    await writing
    const now = new Set((await real.tabs[tab].db.records.toArray()).map((r) => r.sequence))
    const written = fresh.filter((n) => now.has(n))
    expect([0, fresh.length]).toContain(written.length)
    for (const n of written) model.disk.set(n, batch.get(n) ?? n - 1)
  })

function reopen(model: LogModel, real: RealLog, tab: Tab): void {
  real.reopen(tab)
  model.memory[tab].clear()
  if (tab === 0) model.screen = model.snapshots.get('a') ?? 0
}

const reload = (tab: Tab) => command('reload', [tab], (model, real) => Promise.resolve(reopen(model, real, tab)))

/** The server's answer for a window, older or newer than the log. A newer one ends a gap too long to replay. */
const snapshot = (tab: Tab, key: Key, offset: number) =>
  command('snapshot', [tab, key, offset], async (model, real) => {
    const sequence = near(model, offset)
    const isNewer = sequence >= (model.snapshots.get(key) ?? 0)
    const mark = model.mark + 1
    const put = { key, stream: 'notes:1', sequence, state: { ...stateAt(sequence), mark } }
    expect(await putSnapshot(real.tabs[tab], notes, put)).toBe(isNewer)
    if (!isNewer) return
    model.snapshots.set(key, sequence)
    if (key !== 'a') return
    model.screen = sequence
    model.mark = mark
  })

const compaction = (tab: Tab) =>
  command('compaction', [tab], async (model, real) => {
    await compact(real.tabs[tab])
    compacted(model)
  })

/** No space from the given add on: once, so that a compaction frees space, or permanently, so that memory is used. */
const fullDisk = (tab: Tab, delivery: Delivery, at: number, isForGood: boolean) =>
  command('fullDisk', [tab, delivery, at, isForGood], async (model, real) => {
    const records = recordsOf(model, delivery)
    const disk = fill(at, isForGood)
    const answer = await append(real.tabs[tab], records).finally(disk.restore)
    if (disk.hasRefused()) compacted(model)
    expect(answer.isInMemory).toBe(isForGood && disk.hasRefused())
    if (answer.isInMemory) holdInMemory(model, tab, records)
    else stored(model, tab, records)
  })

/** Two batches of one tab find the disk full concurrently, as those of two streams may. Either may be held first. */
const fullDiskAtOnce = (tab: Tab, first: Delivery, second: Delivery) =>
  command('fullDiskAtOnce', [tab, first, second], async (model, real) => {
    const batches = [recordsOf(model, first), recordsOf(model, second)]
    const disk = fill(0, true)
    const answers = await Promise.all(batches.map((batch) => append(real.tabs[tab], batch))).finally(disk.restore)
    compacted(model)
    const fresh = freshIn(heldBy(model, tab), batches.flat())
    expect(answers.reduce((sum, { appended }) => sum + appended, 0)).toBe(fresh)
    holdInMemory(model, tab, batches.flat())
  })

/** Returns whether a write was rejected: the number of attempts per batch is the log's own affair. */
function fill(at: number, isForGood: boolean): { hasRefused: () => boolean; restore: () => void } {
  const { prototype } = IDBObjectStore
  const { value: add } = Object.getOwnPropertyDescriptor(prototype, 'add') as { value: IDBObjectStore['add'] }
  let turn = 0
  let hasRefused = false
  prototype.add = function (this: IDBObjectStore, ...given: Parameters<IDBObjectStore['add']>) {
    if (this.name === 'records' && (isForGood || !hasRefused) && turn++ >= at) {
      hasRefused = true
      throw new DOMException('no room', 'QuotaExceededError')
    }
    return add.apply(this, given)
  }
  return {
    hasRefused: () => hasRefused,
    restore: () => {
      prototype.add = add
    },
  }
}

/** Overwrites a record with nonsense before projections read it. */
const damage = (which: number, isPayload: boolean) =>
  command('damage', [which, isPayload], async (model, real) => {
    const floor = Math.min(...(['a', 'b'] as const).map((key) => model.snapshots.get(key) ?? 0))
    const unread = [...model.disk.keys()].filter((n) => n > floor)
    const sequence = unread[which % Math.max(1, unread.length)]
    if (sequence === undefined) return
    const garbage = isPayload ? { payload: { text: 7 } } : { type: 9 as unknown as string }
    await real.tabs[0].db.records.put(aRecord(sequence, garbage))
    model.disk.delete(sequence)
    model.setAside.set(`${sequence} ${isPayload}`, sequence)
  })

const tab = fc.constantFrom<Tab[]>(0, 1)
const single: fc.Arbitrary<Delivery> = fc.record({
  events: fc.array(fc.integer({ min: -3, max: 5 }), { minLength: 1, maxLength: 6 }),
})
const delivery: fc.Arbitrary<Delivery> = fc.oneof(
  single,
  fc.record({ batchFrom: fc.integer({ min: -3, max: 3 }), length: fc.integer({ min: 1, max: 9 }) }),
)

export const commands: fc.Arbitrary<Step>[] = [
  fc.tuple(tab, delivery).map(([t, d]) => deliveryTo(t, d)),
  fc.tuple(tab, fc.integer({ min: 1, max: 6 })).map(([t, n]) => deliveryTo(t, { events: inRun(1, n) })),
  delivery.map(bothTabs),
  tab.map(fillGaps),
  fc.tuple(tab, delivery).map(([t, d]) => crashBeforeAcknowledgement(t, d)),
  fc.tuple(tab, delivery, fc.nat(6)).map(([t, d, turns]) => crashWhileWriting(t, d, turns)),
  tab.map(reload),
  fc
    .tuple(tab, fc.constantFrom<Key[]>('a', 'b'), fc.integer({ min: -3, max: 8 }))
    .map(([t, k, o]) => snapshot(t, k, o)),
  tab.map(compaction),
  fc.tuple(tab, delivery, fc.nat(4), fc.boolean()).map(([t, d, at, isForGood]) => fullDisk(t, d, at, isForGood)),
  fc.tuple(tab, single, single).map(([t, first, second]) => fullDiskAtOnce(t, first, second)),
  fc.tuple(fc.nat(20), fc.boolean()).map(([which, isPayload]) => damage(which, isPayload)),
]
