import { filter, firstValueFrom, ReplaySubject, tap } from 'rxjs'
import { afterEach, expect, test, vi } from 'vitest'
import { append, record } from '../../../store/log/append.ts'
import { compact } from '../../../store/log/compact.ts'
import { eraseLog } from '../../../store/log/log.ts'
import { streamPosition } from '../../../store/log/positions.ts'
import { project, project$, type Projected } from '../../../store/projections/project.ts'
import { read } from '../../../store/log/read.ts'
import { putSnapshot } from '../../../store/log/snapshots.ts'
import { aLog, aRecord, closeLog, notes, records, source, texts, type Notes } from './support/events.ts'

afterEach(() => vi.restoreAllMocks())

const full = () => new DOMException('no room', 'QuotaExceededError')

/** The disk takes no more records, from now on or for the next `times`. */
const fill = (times = Infinity) => {
  const { value: add } = Object.getOwnPropertyDescriptor(IDBObjectStore.prototype, 'add') as {
    value: IDBObjectStore['add']
  }
  vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementation(function (this: IDBObjectStore, ...given) {
    if (this.name === 'records' && times-- > 0) throw full()
    return add.apply(this, given)
  })
}

test('reads records in the order of the stream, in any order of arrival', async () => {
  const log = aLog()
  expect(await append(log, records(2, 1))).toMatchObject({ appended: 2, duplicates: 0 })
  expect(await append(log, records(3))).toMatchObject({ appended: 1 })
  expect((await read(log, 'notes:1')).map((r) => r.sequence)).toEqual([1, 2, 3])
  expect((await read(log, 'notes:1', 2)).map((r) => r.sequence)).toEqual([3])
  expect(await streamPosition(log, 'notes:1')).toMatchObject({ head: 3 })
})

test('stores a thousand records in one call, and counts duplicates', async () => {
  const log = aLog()
  const all = records(...Array.from({ length: 1000 }, (_, at) => at + 1))
  await append(log, [...all.slice(250, 260), ...all.slice(650, 655)])
  expect(await append(log, all)).toMatchObject({ appended: 985, duplicates: 15 })
  expect((await read(log, 'notes:1')).map((one) => one.sequence)).toEqual(all.map((one) => one.sequence))
})

test('a record delivered again counts as a duplicate, by its id and by its place', async () => {
  const log = aLog()
  await append(log, records(1, 2))
  const answer = await append(log, [...records(2, 3), aRecord(1, { id: 'another' })])
  expect(answer).toMatchObject({ appended: 1, duplicates: 2 })
  expect((await project(source(log))).state.texts).toEqual(texts(1, 2, 3))
})

test('withholds records after a gap, and continues when the gap is filled', async () => {
  const log = aLog()
  await append(log, records(1, 4, 7))
  expect(await streamPosition(log, 'notes:1')).toMatchObject({ applied: 1, head: 7 })
  expect(await project(source(log))).toMatchObject({ state: { texts: texts(1) }, sequence: 1, isStale: true })
  await append(log, records(2, 3))
  expect(await streamPosition(log, 'notes:1')).toMatchObject({ applied: 4, head: 7 })
  await append(log, records(5, 6))
  expect(await project(source(log))).toMatchObject({ sequence: 7, isStale: false })
  expect(await streamPosition(log, 'notes:1')).toMatchObject({ applied: 7, head: 7 })
})

test('a record covers the events before it that the server left out', async () => {
  const log = aLog()
  await append(log, [...records(1), aRecord(5, { previous: 1 })])
  expect(await project(source(log))).toMatchObject({ state: { texts: texts(1, 5) }, sequence: 5, isStale: false })
  expect(await streamPosition(log, 'notes:1')).toMatchObject({ applied: 5, head: 5 })
})

test('a stream has a gap until all events that the server left out are covered', async () => {
  const log = aLog()
  await append(log, [...records(1, 6, 8), aRecord(7, { previous: 3 })])
  expect(await streamPosition(log, 'notes:1')).toMatchObject({ applied: 1, head: 8 })
  await append(log, records(5))
  expect(await project(source(log))).toMatchObject({ sequence: 1, isStale: true })
  await append(log, records(2, 3))
  expect(await project(source(log))).toMatchObject({ sequence: 8, isStale: false })
  expect(await streamPosition(log, 'notes:1')).toMatchObject({ applied: 8, head: 8 })
})

test('a record in memory is used instead of the one on disk if it covers more events', async () => {
  const log = aLog()
  const other = aLog(log.db.name)
  await append(log, records(1))
  fill()
  await append(log, [aRecord(4, { previous: 1 })])
  vi.restoreAllMocks()
  await append(other, records(4))
  expect(await project(source(log))).toMatchObject({ sequence: 4, isStale: false })
  expect(await streamPosition(log, 'notes:1')).toMatchObject({ applied: 4, head: 4 })
  expect(await project(source(other))).toMatchObject({ sequence: 1, isStale: true })
})

test('separates streams of one batch', async () => {
  const log = aLog()
  await append(log, [...records(1), aRecord(2, { stream: 'notes:2' })])
  expect(await streamPosition(log, 'notes:1')).toMatchObject({ applied: 1, head: 1 })
  expect(await streamPosition(log, 'notes:2')).toMatchObject({ applied: 0, head: 2 })
})

test('sets an unreadable record aside once, and leaves a gap', async () => {
  const log = aLog()
  const reported: string[] = []
  log.damage$.subscribe(({ reason }) => reported.push(reason))
  const broken = [{ nonsense: true }, aRecord(2, { payload: { text: 7 } }), null]
  expect(await append(log, [...records(1, 3), ...broken])).toMatchObject({ appended: 2, damaged: 3 })
  expect(await streamPosition(log, 'notes:1')).toMatchObject({ applied: 1, head: 3 })
  await append(log, [aRecord(2, { payload: { text: 7 } })])
  expect(await log.db.setAside.count()).toBe(3)
  expect(reported).toHaveLength(4)
})

test('a record of an unknown type advances the stream', async () => {
  const log = aLog()
  await append(log, [...records(1, 3), aRecord(2, { type: 'constructor', payload: null })])
  expect(await project(source(log))).toMatchObject({ state: { texts: texts(1, 3) }, sequence: 3, isStale: false })
})

test('a record damaged on disk is set aside when read, becomes a gap, and is repaired by a new delivery', async () => {
  const log = aLog()
  await append(log, records(1, 2, 3))
  await log.db.records.put({ ...aRecord(2), payload: 'garbage' })
  expect(await project(source(log))).toMatchObject({ sequence: 1, isStale: true })
  expect(await streamPosition(log, 'notes:1')).toMatchObject({ applied: 1, head: 3 })
  expect(await log.db.setAside.count()).toBe(1)
  await append(log, records(2))
  expect(await project(source(log))).toMatchObject({ state: { texts: texts(1, 2, 3) }, isStale: false })
})

test('a record that no index orders any more is found by a compaction', async () => {
  const log = aLog()
  await append(log, records(1))
  await log.db.records.put({ id: 'notes:1#1', junk: true } as never)
  await compact(log)
  expect(await log.db.setAside.count()).toBe(1)
  expect(await log.db.records.count()).toBe(0)
})

test('a snapshot replaces records that the log does not hold', async () => {
  const log = aLog()
  await append(log, records(11, 12))
  const snapshot = { key: 'notes', stream: 'notes:1', sequence: 10, state: { texts: ['ten'] } }
  expect(await putSnapshot(log, notes, snapshot)).toBe(true)
  expect(await project(source(log))).toMatchObject({ state: { texts: ['ten', 't11', 't12'] }, sequence: 12 })
  expect(await streamPosition(log, 'notes:1')).toMatchObject({ applied: 12, head: 12 })
  expect(await putSnapshot(log, notes, { ...snapshot, sequence: 9, state: { texts: ['old'] } })).toBe(false)
  expect((await project(source(log))).state.texts[0]).toBe('ten')
})

test('a changed fold starts over', async () => {
  const log = aLog()
  await append(log, records(1, 2))
  await putSnapshot(log, notes, { key: 'notes', stream: 'notes:1', sequence: 1, state: { texts: ['v1'] } })
  const changed = { ...notes, version: 2 }
  expect((await project({ ...source(log), projection: changed })).state.texts).toEqual(texts(1, 2))
  expect(await putSnapshot(log, changed, { key: 'notes', stream: 'notes:1', sequence: 0, state: { texts: [] } })).toBe(
    true,
  )
})

test('a damaged snapshot is set aside, and the projection continues without it', async () => {
  const log = aLog()
  await append(log, records(1, 2))
  await putSnapshot(log, notes, { key: 'notes', stream: 'notes:1', sequence: 1, state: { texts: ['a'] } })
  await log.db.snapshots.update('notes', { state: 'garbage' })
  const live = await firstValueFrom(project$(source(log)))
  expect(live.state.texts).toEqual(texts(1, 2))
  expect(await log.db.setAside.count()).toBe(1)
})

test('compaction drops only records that every fresh snapshot of the stream contains', async () => {
  const log = aLog()
  await append(log, records(1, 2, 3, 4))
  await record(log, 'draft:x', { type: 'note/added', payload: { text: 'mine' } })
  await putSnapshot(log, notes, { key: 'a', stream: 'notes:1', sequence: 2, state: { texts: texts(1, 2) } })
  await putSnapshot(log, notes, { key: 'b', stream: 'notes:1', sequence: 3, state: { texts: texts(1, 2, 3) } })
  expect(await compact(log)).toEqual({ records: 2, snapshots: 0 })
  for (const key of ['a', 'b'])
    expect(await project(source(log, key))).toMatchObject({ state: { texts: texts(1, 2, 3, 4) }, isStale: false })
  expect(await log.db.records.count()).toBe(3)
})

test('compaction keeps recently used snapshots, and stale ones do not prevent it', async () => {
  const log = aLog()
  await append(log, records(1, 2, 3, 4))
  const put = (key: string, sequence: number) =>
    putSnapshot(log, notes, { key, stream: 'notes:1', sequence, state: { texts: [key] } })
  vi.spyOn(Date, 'now').mockReturnValue(1)
  await put('old', 4)
  vi.spyOn(Date, 'now').mockReturnValue(2)
  await put('slow', 1)
  await put('new', 3)
  expect(await compact(log, { snapshots: 2, tail: 1 })).toEqual({ records: 3, snapshots: 1 })
  expect((await log.db.snapshots.toArray()).map(({ key }) => key).sort()).toEqual(['new', 'slow'])
  expect(await project(source(log, 'new'))).toMatchObject({ state: { texts: ['new', 't4'] }, isStale: false })
  expect(await project(source(log, 'slow'))).toMatchObject({ state: { texts: ['slow'] }, isStale: true })
})

test('compaction keeps the snapshot that a page opened last, at any age', async () => {
  const log = aLog()
  const now = vi.spyOn(Date, 'now')
  const put = (key: string, at: number) => {
    now.mockReturnValue(at)
    return putSnapshot(log, notes, { key, stream: 'notes:1', sequence: 1, state: { texts: [key] } })
  }
  await put('shown', 1)
  await put('other', 2)
  now.mockReturnValue(3)
  await firstValueFrom(project$(source(log, 'shown')))
  await vi.waitFor(async () => expect(await log.db.snapshots.get('shown')).toMatchObject({ at: 3 }), {
    timeout: 60_000,
  })
  await compact(log, { snapshots: 1 })
  expect((await log.db.snapshots.toArray()).map(({ key }) => key)).toEqual(['shown'])
})

test('a visible projection stays and continues when its snapshot is deleted', async () => {
  const log = aLog()
  const put = (key: string, at: number) => {
    vi.spyOn(Date, 'now').mockReturnValue(at)
    return putSnapshot(log, notes, { key, stream: 'notes:1', sequence: 1, state: { texts: [key] } })
  }
  await put('shown', 1)
  const screen$ = new ReplaySubject<Projected<Notes>>()
  const subscription = project$(source(log, 'shown')).subscribe(screen$)
  await firstValueFrom(screen$)
  await put('other', 9)
  await compact(log, { snapshots: 1 })
  expect(await log.db.snapshots.get('shown')).toBeDefined()
  await log.db.snapshots.delete('shown')
  await append(log, records(2))
  const seen: string[][] = []
  await firstValueFrom(
    screen$.pipe(
      tap(({ state }) => seen.push(state.texts)),
      filter(({ sequence }) => sequence === 2),
    ),
  )
  expect(seen).toEqual([['shown'], ['shown', 't2']])
  subscription.unsubscribe()
})

test('when the last snapshot of a stream is deleted, so are its records, and the stream is at its start', async () => {
  const log = aLog()
  await putSnapshot(log, notes, { key: 'a', stream: 'notes:1', sequence: 5, state: { texts: [] } })
  await append(log, records(6, 7))
  vi.spyOn(Date, 'now').mockReturnValue(9e12)
  await putSnapshot(log, notes, { key: 'b', stream: 'notes:2', sequence: 1, state: { texts: [] } })
  await compact(log, { snapshots: 1 })
  expect(await log.db.records.count()).toBe(0)
  expect(await streamPosition(log, 'notes:1')).toMatchObject({ applied: 0, head: 0 })
})

test('a full disk is compacted once, and then takes the batch', async () => {
  const log = aLog()
  const troubles: string[] = []
  log.trouble$.subscribe(({ kind }) => troubles.push(kind))
  await append(log, records(1, 2))
  await putSnapshot(log, notes, { key: 'notes', stream: 'notes:1', sequence: 2, state: { texts: texts(1, 2) } })
  fill(1)
  expect(await append(log, records(3))).toMatchObject({ appended: 1, isInMemory: false })
  expect(troubles).toEqual([])
  expect((await log.db.records.toArray()).map((r) => r.sequence)).toEqual([3])
})

test('on a disk that stays full live data continues in memory, and reaches the disk when there is room', async () => {
  const log = aLog()
  const troubles: string[] = []
  log.trouble$.subscribe(({ kind }) => troubles.push(kind))
  await append(log, records(1))
  fill()
  expect(await append(log, records(1, 2, 4, 2))).toMatchObject({
    appended: 2,
    duplicates: 2,
    isInMemory: true,
  })
  expect(troubles).toEqual(['full'])
  expect(await project(source(log))).toMatchObject({ state: { texts: texts(1, 2) }, isStale: true })
  expect(await streamPosition(log, 'notes:1')).toMatchObject({ applied: 2, head: 4 })
  vi.restoreAllMocks()
  expect(await append(log, records(3))).toMatchObject({ appended: 1, duplicates: 0, isInMemory: false })
  expect(log.memory.value.records).toEqual([])
  expect((await log.db.records.toArray()).map((r) => r.sequence)).toEqual([1, 2, 3, 4])
})

test('on a full disk, a record that arrives again is held once in memory', async () => {
  const log = aLog()
  fill()
  expect(await append(log, records(1, 2))).toMatchObject({ appended: 2, duplicates: 0, isInMemory: true })
  expect(await append(log, records(1, 1, 3))).toMatchObject({ appended: 1, duplicates: 2, isInMemory: true })
  expect(await project(source(log))).toMatchObject({ state: { texts: texts(1, 2, 3) }, isStale: false })
  vi.restoreAllMocks()
  expect(await append(log, records(1, 1))).toMatchObject({ appended: 0, duplicates: 2, isInMemory: false })
  expect((await log.db.records.toArray()).map((r) => r.sequence)).toEqual([1, 2, 3])
  expect(await project(source(log))).toMatchObject({ state: { texts: texts(1, 2, 3) }, isStale: false })
})

test('batches that find the disk full at the same time are all held in memory', async () => {
  const log = aLog()
  fill()
  const batches = [records(1, 2), records(2, 3), [aRecord(1, { stream: 'notes:2' })]]
  const answers = await Promise.all(batches.map((batch) => append(log, batch)))
  expect(answers.reduce((sum, { appended }) => sum + appended, 0)).toBe(4)
  expect(await project(source(log))).toMatchObject({ state: { texts: texts(1, 2, 3) }, isStale: false })
  expect(await streamPosition(log, 'notes:2')).toMatchObject({ head: 1 })
  vi.restoreAllMocks()
  await append(log, records(4))
  expect(await log.db.records.count()).toBe(5)
})

test('a snapshot without space on disk stays in memory and is shown', async () => {
  const log = aLog()
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw full()
  })
  const snapshot = { key: 'notes', stream: 'notes:1', sequence: 3, state: { texts: ['three'] } }
  expect(await putSnapshot(log, notes, snapshot)).toBe(true)
  expect(await firstValueFrom(project$(source(log)))).toMatchObject({ state: { texts: ['three'] }, sequence: 3 })
  expect(await streamPosition(log, 'notes:1')).toMatchObject({ applied: 3 })
  vi.restoreAllMocks()
  expect(await putSnapshot(log, notes, { ...snapshot, sequence: 4, state: { texts: ['four'] } })).toBe(true)
  expect(log.memory.value.snapshots.size).toBe(0)
  expect((await project(source(log))).state.texts).toEqual(['four'])
})

test('a projection follows appends of this tab and another, and folds each event once', async () => {
  const log = aLog()
  const other = aLog(log.db.name)
  const seen: string[][] = []
  const folded: string[] = []
  const counting: typeof notes = {
    ...notes,
    fold: (draft, event) => {
      folded.push((event.payload as { text: string }).text)
      notes.fold(draft, event)
    },
  }
  const shown = new ReplaySubject<Projected<Notes>>()
  project$({ ...source(log), projection: counting })
    .pipe(tap(({ state }) => seen.push(state.texts)))
    .subscribe(shown)
  const until = (sequence: number) => firstValueFrom(shown.pipe(filter((p) => p.sequence === sequence)))
  await until(0)
  await append(log, records(1))
  await until(1)
  await append(other, records(1, 2))
  await until(2)
  await putSnapshot(other, notes, { key: 'notes', stream: 'notes:1', sequence: 9, state: { texts: ['nine'] } })
  await until(9)
  expect(seen).toEqual([[], texts(1), texts(1, 2), ['nine']])
  expect(folded).toEqual(texts(1, 2))
})

test('a long stream keeps a snapshot by itself', async () => {
  const log = aLog()
  await append(log, records(1, 2, 3))
  await firstValueFrom(project$({ ...source(log), snapshotEvery: 3 }))
  await vi.waitFor(async () => expect((await log.db.snapshots.get('notes'))?.sequence).toBe(3), { timeout: 60_000 })
})

test('a closed log ends its streams, and an erased one is empty', async () => {
  const log = aLog()
  await append(log, records(1))
  closeLog(log)
  const again = aLog(log.db.name)
  expect(await streamPosition(again, 'notes:1')).toMatchObject({ head: 1 })
  await eraseLog(again)
  expect(await streamPosition(aLog(log.db.name), 'notes:1')).toMatchObject({ head: 0 })
})
