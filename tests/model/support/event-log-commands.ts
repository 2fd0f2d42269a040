import * as fc from 'fast-check'
import { expect } from 'vitest'
import { append } from '../../../store/log/append.ts'
import { compact } from '../../../store/log/compact.ts'
import type { Log } from '../../../store/log/log.ts'
import { streamPosition } from '../../../store/log/positions.ts'
import { project } from '../../../store/projections/project.ts'
import type { LogRecord } from '../../../store/log/record.ts'
import { putSnapshot } from '../../../store/log/snapshots.ts'
import { aRecord, notes, records, source, texts } from '../../unit/store/support/events.ts'
import { compacted, heldBy, newestSnapshot, unbrokenIn, type Key, type LogModel, type RealLog } from './event-log.ts'

type Tab = 0 | 1
type Step = fc.AsyncCommand<LogModel, RealLog>

const upTo = (n: number) => texts(...Array.from({ length: n }, (_, i) => i + 1))

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
    expect(ascending(inMemory.map(({ sequence }) => sequence))).toEqual(ascending(model.memory[tab] ?? []))
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
    const isStale = [...heldBy(model, tab)].some((n) => n > sequence)
    const now = await project(source(log, key))
    expect(now).toMatchObject({ sequence, isStale, state: { texts: upTo(sequence) } })
    const applied = unbrokenIn(heldBy(model, tab), newestSnapshot(model))
    expect((await streamPosition(log, 'notes:1')).applied).toBe(applied)
  }
  model.screen = unbrokenIn(heldBy(model, 0), model.screen)
  const isStale = [...heldBy(model, 0)].some((n) => n > model.screen)
  expect((await real.screenShows(model.screen, isStale, model.mark)).state.texts).toEqual(upTo(model.screen))
  const { records, setAside } = real.tabs[0].db
  expect(ascending((await records.toArray()).map((r) => r.sequence))).toEqual(ascending(model.disk))
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

/** Numbers near the end of the stream: before (delivered again), next, and beyond (a gap). */
const near = (model: LogModel, offsets: readonly number[]) => {
  const applied = unbrokenIn(model.disk, newestSnapshot(model))
  return offsets.map((offset) => Math.max(1, applied + offset))
}

function stored(model: LogModel, tab: Tab, sequences: readonly number[]): void {
  for (const n of [...model.memory[tab], ...sequences]) model.disk.add(n)
  model.memory[tab].clear()
}

async function deliver(model: LogModel, log: Log, tab: Tab, sequences: readonly number[]): Promise<void> {
  const fresh = [...new Set(sequences)].filter((n) => !heldBy(model, tab).has(n)).length
  expect(await append(log, records(...sequences))).toMatchObject({
    appended: fresh,
    duplicates: sequences.length - fresh,
    isInMemory: false,
  })
  stored(model, tab, sequences)
}

const delivery = (tab: Tab, offsets: readonly number[]) =>
  command('deliver', [tab, offsets], (model, real) => deliver(model, real.tabs[tab], tab, near(model, offsets)))

const fillGaps = (tab: Tab) =>
  command('fillGaps', [tab], async (model, real) => {
    const { gaps } = await streamPosition(real.tabs[tab], 'notes:1')
    const missing = gaps.flatMap(({ after, before }) =>
      Array.from({ length: before - after - 1 }, (_, i) => after + 1 + i),
    )
    await deliver(model, real.tabs[tab], tab, missing)
  })

const bothTabs = (offsets: readonly number[]) =>
  command('bothTabs', [offsets], async (model, real) => {
    const sequences = near(model, offsets)
    const answers = await Promise.all(real.tabs.map((log) => append(log, records(...sequences))))
    const waiting = new Set([...sequences, ...model.memory[0], ...model.memory[1]])
    const fresh = [...new Set(sequences)].filter((n) => !model.disk.has(n)).length
    const appended = answers.reduce((sum, answer) => sum + answer.appended, 0)
    // A tab that flushes its memory at the same time may be the one that stores a number.
    expect(appended).toBeLessThanOrEqual(fresh)
    if (model.memory[0].size + model.memory[1].size === 0) expect(appended).toBe(fresh)
    for (const n of waiting) model.disk.add(n)
    for (const memory of model.memory) memory.clear()
  })

/** The batch was stored, but the page closed before the acknowledgement: it is sent again. */
const crashBeforeAcknowledgement = (tab: Tab, offsets: readonly number[]) =>
  command('crashBeforeAcknowledgement', [tab, offsets], async (model, real) => {
    const sequences = near(model, offsets)
    await append(real.tabs[tab], records(...sequences))
    stored(model, tab, sequences)
    reopen(model, real, tab)
    await deliver(model, real.tabs[tab], tab, sequences)
  })

/** The page closes during a write: afterwards all of the batch is stored, or nothing. */
const crashWhileWriting = (tab: Tab, offsets: readonly number[], turns: number) =>
  command('crashWhileWriting', [tab, offsets, turns], async (model, real) => {
    const sequences = near(model, offsets)
    const batch = new Set([...sequences, ...model.memory[tab]])
    const fresh = [...batch].filter((n) => !model.disk.has(n))
    const writing = append(real.tabs[tab], records(...sequences)).catch(() => null)
    for (let turn = 0; turn < turns; turn += 1) await new Promise(setImmediate)
    reopen(model, real, tab)
    await writing
    const now = new Set((await real.tabs[tab].db.records.toArray()).map((r) => r.sequence))
    const written = fresh.filter((n) => now.has(n))
    expect([0, fresh.length]).toContain(written.length)
    for (const n of written) model.disk.add(n)
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
    const [sequence = 1] = near(model, [offset])
    const isNewer = sequence >= (model.snapshots.get(key) ?? 0)
    const mark = model.mark + 1
    const put = { key, stream: 'notes:1', sequence, state: { texts: upTo(sequence), mark } }
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
const fullDisk = (tab: Tab, offsets: readonly number[], at: number, isForGood: boolean) =>
  command('fullDisk', [tab, offsets, at, isForGood], async (model, real) => {
    const sequences = near(model, offsets)
    const disk = fill(at, isForGood)
    const answer = await append(real.tabs[tab], records(...sequences)).finally(disk.restore)
    if (disk.hasRefused()) compacted(model)
    expect(answer.isInMemory).toBe(isForGood && disk.hasRefused())
    if (!answer.isInMemory) stored(model, tab, sequences)
    else for (const n of sequences) if (!model.disk.has(n)) model.memory[tab].add(n)
  })

/** Two batches of one tab find the disk full concurrently, as those of two streams may. */
const fullDiskAtOnce = (tab: Tab, first: readonly number[], second: readonly number[]) =>
  command('fullDiskAtOnce', [tab, first, second], async (model, real) => {
    const batches = [near(model, first), near(model, second)]
    const disk = fill(0, true)
    const answers = await Promise.all(batches.map((batch) => append(real.tabs[tab], records(...batch)))).finally(
      disk.restore,
    )
    compacted(model)
    const fresh = new Set(batches.flat().filter((n) => !heldBy(model, tab).has(n)))
    expect(answers.reduce((sum, { appended }) => sum + appended, 0)).toBe(fresh.size)
    for (const n of fresh) model.memory[tab].add(n)
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
    const unread = [...model.disk].filter((n) => n > floor)
    const sequence = unread[which % Math.max(1, unread.length)]
    if (sequence === undefined) return
    const garbage = isPayload ? { payload: { text: 7 } } : { type: 9 as unknown as string }
    await real.tabs[0].db.records.put(aRecord(sequence, garbage))
    model.disk.delete(sequence)
    model.setAside.set(`${sequence} ${isPayload}`, sequence)
  })

const tab = fc.constantFrom<Tab[]>(0, 1)
const offsets = fc.array(fc.integer({ min: -3, max: 5 }), { minLength: 1, maxLength: 6 })

export const commands: fc.Arbitrary<Step>[] = [
  fc.tuple(tab, offsets).map(([t, o]) => delivery(t, o)),
  fc.tuple(tab, fc.integer({ min: 1, max: 6 })).map(([t, n]) =>
    delivery(
      t,
      Array.from({ length: n }, (_, i) => i + 1),
    ),
  ),
  offsets.map(bothTabs),
  tab.map(fillGaps),
  fc.tuple(tab, offsets).map(([t, o]) => crashBeforeAcknowledgement(t, o)),
  fc.tuple(tab, offsets, fc.nat(6)).map(([t, o, turns]) => crashWhileWriting(t, o, turns)),
  tab.map(reload),
  fc
    .tuple(tab, fc.constantFrom<Key[]>('a', 'b'), fc.integer({ min: -3, max: 8 }))
    .map(([t, k, o]) => snapshot(t, k, o)),
  tab.map(compaction),
  fc.tuple(tab, offsets, fc.nat(4), fc.boolean()).map(([t, o, at, isForGood]) => fullDisk(t, o, at, isForGood)),
  fc.tuple(tab, offsets, offsets).map(([t, first, second]) => fullDiskAtOnce(t, first, second)),
  fc.tuple(fc.nat(20), fc.boolean()).map(([which, isPayload]) => damage(which, isPayload)),
]
