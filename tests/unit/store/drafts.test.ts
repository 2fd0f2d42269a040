import { knownEvents } from '../../../store/projections/known-events.ts'
import { expect, test } from 'vitest'
import { compact } from '../../../store/log/compact.ts'
import { draft, dropDraft, keepDraft } from '../../../store/drafts/drafts.ts'
import { openLog } from '../../../store/log/log.ts'
import { closeLog } from './support/events.ts'

test('the last value of each field survives a crash and a compaction', async () => {
  const log = openLog('drafts-1', knownEvents)
  await keepDraft(log, 'project', { name: 'D', key: 'DEF' })
  await keepDraft(log, 'project', { name: 'Def' })
  await compact(log)
  closeLog(log)
  const again = openLog('drafts-1', knownEvents)
  expect(await draft(again, 'project')).toEqual({ name: 'Def', key: 'DEF' })
  expect(await draft(again, 'another')).toBeNull()
})

test('a long draft stays compact on disk and keeps the original values, and a dropped one leaves nothing', async () => {
  const log = openLog('drafts-2', knownEvents)
  await keepDraft(log, 'other', { name: 'another form' })
  await keepDraft(log, 'token', { first: 'typed once' })
  for (let i = 1; i <= 40; i += 1) await keepDraft(log, 'token', { [`f${i % 3}`]: i })
  expect(await draft(log, 'token')).toEqual({ first: 'typed once', f0: 39, f1: 40, f2: 38 })
  const held = () => log.db.records.where('stream').equals('draft:token').toArray()
  // Thirty-two steps are merged into one with the next, and eight follow.
  expect((await held()).map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
  expect(await log.db.positions.get('draft:token')).toMatchObject({ applied: 9, head: 9 })
  await dropDraft(log, 'token')
  expect(await draft(log, 'token')).toBeNull()
  expect([await held(), await log.db.positions.get('draft:token')]).toEqual([[], undefined])
  expect(await draft(log, 'other')).toEqual({ name: 'another form' })
  await keepDraft(log, 'token', { f0: 'new' })
  expect(await draft(log, 'token')).toEqual({ f0: 'new' })
})

test('two tabs type into one draft without losing a field', async () => {
  const [one, other] = [openLog('drafts-3', knownEvents), openLog('drafts-3', knownEvents)]
  await Promise.all([keepDraft(one, 'form', { a: 1 }), keepDraft(other, 'form', { b: 2 })])
  expect(await draft(one, 'form')).toEqual({ a: 1, b: 2 })
})

test('a damaged part of a draft costs that part alone', async () => {
  const log = openLog('drafts-4', knownEvents)
  await keepDraft(log, 'form', { a: 1 })
  await keepDraft(log, 'form', { b: 2 })
  const first = await log.db.records.orderBy('[stream+sequence]').first()
  await log.db.records.update(first?.id ?? '', { payload: 'garbage' })
  expect(await draft(log, 'form')).toEqual({ b: 2 })
  await keepDraft(log, 'form', { c: 3 })
  expect(await draft(log, 'form')).toEqual({ b: 2, c: 3 })
})
