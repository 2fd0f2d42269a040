import { expect, test } from 'vitest'
import { damageOf } from '../../../store/log/record.ts'
import { append, record } from '../../../store/log/append.ts'
import { positionOf, recount, skipTo, streamPosition } from '../../../store/log/positions.ts'
import { read, tailOf } from '../../../store/log/read.ts'
import { setAsideSnapshot, setAsideStored } from '../../../store/log/set-aside.ts'
import { putSnapshot } from '../../../store/log/snapshots.ts'
import { aLog, aRecord, notes, records, texts } from './support/events.ts'

const { events: known } = notes

test.each([
  { id: '' },
  { stream: '' },
  { type: '' },
  { id: 7 },
  { sequence: 0 },
  { sequence: 1.5 },
  { sequence: '1' },
  { previous: 1 },
  { previous: -1 },
  { previous: 0.5 },
  { previous: null },
  { at: Infinity },
  { origin: 'elsewhere' },
  { origin: '' },
])('a record with %o is none', (over) => {
  expect(damageOf({ ...aRecord(1), ...over }, known)).toBe('not a record')
})

test('a payload has to fit its type, where the type is known', () => {
  expect(damageOf(aRecord(1), known)).toBeNull()
  expect(damageOf(aRecord(1, { payload: { text: 7 } }), known)).toBe('payload of note/added does not fit')
  expect(damageOf(aRecord(1, { type: 'toString', payload: null }), known)).toBeNull()
})

test('a locally recorded event is at the end of its stream, after the server’s', async () => {
  const log = aLog()
  const event = { type: 'note/added', payload: { text: 'mine' } }
  expect(await record(log, 'notes:1', event)).toMatchObject({ sequence: 1, origin: 'here' })
  expect(await positionOf(log, 'notes:1')).toMatchObject({ applied: 1, head: 1 })
  await append(log, records(4))
  expect(await record(log, 'notes:1', event)).toMatchObject({ sequence: 5 })
  expect(await positionOf(log, 'notes:1')).toMatchObject({ applied: 1, head: 5 })
  await expect(record(log, 'notes:1', { type: 'note/added', payload: 7 })).rejects.toThrow('does not fit')
  expect(await log.db.records.count()).toBe(3)
})

test('a stream only skips forward, and over records it already holds', async () => {
  const log = aLog()
  await append(log, records(1, 5, 6, 9))
  await skipTo(log, 'notes:1', 1)
  expect(await positionOf(log, 'notes:1')).toMatchObject({ applied: 1, head: 9 })
  await skipTo(log, 'notes:1', 4)
  expect(await positionOf(log, 'notes:1')).toMatchObject({ applied: 6, head: 9 })
  await skipTo(log, 'notes:1', 3)
  expect(await positionOf(log, 'notes:1')).toMatchObject({ applied: 6, head: 9 })
  await skipTo(log, 'notes:1', 20)
  expect(await positionOf(log, 'notes:1')).toMatchObject({ applied: 20, head: 20 })
})

test('a stream that holds nothing any more is counted as never met', async () => {
  const log = aLog()
  await append(log, [...records(1, 2), aRecord(1, { stream: 'notes:2' })])
  await putSnapshot(log, notes, { key: 'a', stream: 'notes:1', sequence: 2, state: { texts: texts(1, 2) } })
  await log.db.records.where('id').startsWith('notes:1#').delete()
  await recount(log, 'notes:1')
  expect(await log.db.positions.get('notes:1')).toMatchObject({ applied: 2, head: 2 })
  await log.db.snapshots.delete('a')
  await recount(log, 'notes:1')
  expect(await log.db.positions.get('notes:1')).toBeUndefined()
  expect(await log.db.positions.get('notes:2')).toMatchObject({ applied: 1, head: 1 })
})

test('reads records in memory together with the disk, each once and in order, of this stream only', async () => {
  const log = aLog()
  await append(log, records(1, 3))
  const remembered = [aRecord(4), aRecord(2), aRecord(3), aRecord(9, { stream: 'notes:2' })]
  log.memory.next({ records: remembered, snapshots: new Map() })
  expect((await read(log, 'notes:1')).map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4])
  expect((await read(log, 'notes:1', 2)).map(({ sequence }) => sequence)).toEqual([3, 4])
  expect(await streamPosition(log, 'notes:1')).toMatchObject({ applied: 4, head: 4 })
})

test('a snapshot that is only in memory advances its own stream and no other', async () => {
  const log = aLog()
  await append(log, [...records(1, 5), aRecord(1, { stream: 'notes:2' })])
  const { stored } = { stored: { key: 'a', projection: 'notes', version: 1, at: 0, state: { texts: [] } } }
  log.memory.next({
    records: [],
    snapshots: new Map([['a', { ...stored, stream: 'notes:1', sequence: 4 } as never]]),
  })
  expect(await streamPosition(log, 'notes:1')).toMatchObject({ applied: 5, head: 5 })
  expect(await streamPosition(log, 'notes:2')).toMatchObject({ applied: 1, head: 1 })
})

test('a tail ends at the first hole, and says that there is more', () => {
  const log = aLog()
  const damaged = { ...aRecord(2), payload: 7 }
  const cut = (stored: ReturnType<typeof records>, after: number) => {
    const tail = tailOf(log, stored, [], after)
    return { ...tail, records: tail.records.map(({ sequence }) => sequence) }
  }
  expect(cut(records(1, 2, 3), 1)).toEqual({ records: [2, 3], hasGap: false, damaged: [] })
  expect(cut(records(1, 2, 4), 1)).toEqual({ records: [2], hasGap: true, damaged: [] })
  expect(cut(records(1), 1)).toEqual({ records: [], hasGap: false, damaged: [] })
  expect(cut([aRecord(1), damaged], 1)).toEqual({ records: [], hasGap: true, damaged: [damaged.id] })
  expect(cut([damaged, aRecord(3)], 2)).toEqual({ records: [3], hasGap: true, damaged: [damaged.id] })
})

test('reports what is set aside with stream and reason, and keeps what was repaired meanwhile', async () => {
  const log = aLog()
  const emitted: unknown[] = []
  log.damage$.subscribe(({ stream, reason }) => emitted.push([stream, reason]))
  await append(log, [...records(1, 2), { id: 'x', stream: 'notes:7' }, 'junk'])
  expect(emitted).toEqual([
    ['notes:7', 'not a record'],
    [null, 'not a record'],
  ])
  await log.db.records.update('notes:1#2', { payload: 7 })
  await setAsideStored(log, ['notes:1#1', 'notes:1#2', 'gone'])
  expect(emitted.slice(2)).toEqual([['notes:1', 'payload of note/added does not fit']])
  expect((await log.db.records.toArray()).map(({ id }) => id)).toEqual(['notes:1#1'])
  expect(await positionOf(log, 'notes:1')).toMatchObject({ applied: 1, head: 1 })
})

test('setting a snapshot aside also removes the records it replaced, and a deleted one changes nothing', async () => {
  const log = aLog()
  await append(log, records(1))
  await putSnapshot(log, notes, { key: 'a', stream: 'notes:1', sequence: 5, state: { texts: [] } })
  expect(await positionOf(log, 'notes:1')).toMatchObject({ applied: 5 })
  await setAsideSnapshot(log, 'b', 'notes:1', 'nothing there')
  expect(await log.db.setAside.count()).toBe(0)
  expect(await positionOf(log, 'notes:1')).toMatchObject({ applied: 5 })
  await setAsideSnapshot(log, 'a', 'notes:1', 'does not fit')
  expect((await log.db.setAside.toArray()).map(({ key }) => key)).toEqual(['a does not fit'])
  expect(await log.db.snapshots.count()).toBe(0)
  expect(await positionOf(log, 'notes:1')).toMatchObject({ applied: 1, head: 1 })
})
