import { expect, test } from 'vitest'
import type { Unsent } from '../../../store/log/log.ts'
import { append, record } from '../../../store/log/append.ts'
import { compact } from '../../../store/log/compact.ts'
import { positionOf } from '../../../store/log/positions.ts'
import { read } from '../../../store/log/read.ts'
import { markShown } from '../../../store/log/shown.ts'
import { aLog, aRecord, records } from './support/events.ts'

const none = { snapshots: 0, setAside: 0, commandStreams: 0 }

/** A log with streams of commands that were used in this order. */
const withCommands = async (...streams: string[]) => {
  const log = aLog()
  for (const [at, stream] of streams.entries()) {
    const { id } = await record(log, stream, { type: 'note/added', payload: { text: stream } })
    await log.db.records.update(id, { at })
  }
  const left = async () => [...new Set((await log.db.records.toArray()).map(({ stream }) => stream))].sort()
  return { log, left }
}

test('streams of commands that were all sent are dropped except the last used, and continue where they were', async () => {
  const { log, left } = await withCommands('run:oldest', 'run:newest', 'run:middle')
  await log.db.records.where('stream').equals('run:newest').modify({ at: 9 })
  expect(await compact(log, { ...none, commandStreams: 2 })).toEqual({ records: 1, snapshots: 0 })
  expect(await left()).toEqual(['run:middle', 'run:newest'])
  expect(await positionOf(log, 'run:oldest')).toMatchObject({ applied: 1, head: 1 })
})

test('keeps streams of commands that are unsent, visible or drafts', async () => {
  const { log, left } = await withCommands('run:unsent', 'run:shown', 'draft:x', 'run:sent')
  await append(log, records(1))
  await log.db.outbox.add({ key: 'k', stream: 'run:unsent', refusal: null } as unknown as Unsent)
  const hide = [markShown(log, 'run:shown'), markShown(log, 'run:shown')]
  expect(await compact(log, none)).toMatchObject({ records: 1 })
  hide[0]?.()
  await compact(log, none)
  expect(await left()).toEqual(['draft:x', 'notes:1', 'run:shown', 'run:unsent'])
  hide[1]?.()
  await compact(log, none)
  expect(await left()).toEqual(['draft:x', 'notes:1', 'run:unsent'])
})

test('keeps only the newest damaged records', async () => {
  const log = aLog()
  await append(
    log,
    [1, 2, 3].map((n) => aRecord(n, { payload: n })),
  )
  const saved = async () => (await log.db.setAside.toArray()).map(({ key }) => key)
  await compact(log, { setAside: 3 })
  expect(await saved()).toHaveLength(3)
  await compact(log, { setAside: 2 })
  expect(await saved()).toEqual([2, 3].map((n) => `notes:1#${n} payload of note/added does not fit`))
})

test('sets aside only the record that no index orders', async () => {
  const log = aLog()
  await append(log, records(1, 2))
  await log.db.records.put({ id: 'lost', junk: true } as never)
  await compact(log)
  expect((await log.db.setAside.toArray()).map(({ key }) => key)).toEqual(['lost not a record'])
  expect((await read(log, 'notes:1')).map(({ sequence }) => sequence)).toEqual([1, 2])
})
