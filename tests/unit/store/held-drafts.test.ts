import { knownEvents } from '../../../store/projections/known-events.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { firstValueFrom } from 'rxjs'
import type { HeldEdit, History } from '../../../contract/settings/held-edits.ts'
import { heldDraft, type HeldDraft } from '../../../store/drafts/held-drafts.ts'
import { record } from '../../../store/log/append.ts'
import { closeLog, openLog, type Log } from '../../../store/log/log.ts'
import './support/events.ts'

interface Thing {
  id: number | null
  name: string
}
const isThing = (value: unknown): value is Thing =>
  typeof value === 'object' &&
  value !== null &&
  'name' in value &&
  typeof value.name === 'string' &&
  value.name !== 'odd'

const named = (name: string) => ({ id: 2, name })
const edit = (name: string): HeldEdit<Thing> => ({
  type: 'entry/changed',
  key: 'id:2',
  changes: { name },
  was: named('was'),
})
const history = (edits: readonly string[], undone: readonly string[] = []): History<Thing> => ({
  edits: edits.map(edit),
  undone: undone.map(edit),
})

let count = 0
const logs: Log[] = []
const aLog = (name = `held-${(count += 1)}`) => {
  const log = openLog(name, knownEvents)
  logs.push(log)
  return log
}
afterEach(() => logs.splice(0).forEach(closeLog))

const settledIn = async (draft: HeldDraft<Thing>) => {
  while (draft.isWriting()) await new Promise(setImmediate)
}
const keptIn = async (log: Log, list = 'list:DEF') => {
  const draft = heldDraft(log, list, isThing)
  const found = await draft.load()
  draft.close()
  return found?.history ?? null
}

/** Until it is mended, nothing is added to any store. */
const breakDisk = (name: string): (() => void) => {
  const add = vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementation(() => {
    throw new DOMException('no', name)
  })
  return () => add.mockRestore()
}

test('each step is on disk immediately, and a crash restores it with the redo steps', async () => {
  const log = aLog()
  const draft = heldDraft(log, 'list:DEF', isThing)
  expect(await draft.load()).toBeNull()
  for (const name of ['a', 'b', 'c', 'd']) draft.made(edit(name), false)
  draft.undone()
  draft.undone()
  draft.redone()
  await settledIn(draft)
  closeLog(log)
  const again = aLog(log.db.name)
  expect(await keptIn(again)).toEqual(history(['a', 'b', 'c'], ['d']))
  expect(await keptIn(again, 'list:OTHER')).toBeNull()
})

test('typing on takes the place of the step before it', async () => {
  const log = aLog()
  const draft = heldDraft(log, 'list:DEF', isThing)
  await draft.load()
  draft.made(edit('a'), false)
  for (const name of ['b', 'bc', 'bcd']) draft.made(edit(name), name !== 'b')
  await settledIn(draft)
  expect(await keptIn(log)).toEqual(history(['a', 'bcd']))
  expect(await log.db.records.count()).toBe(2)
})

test('a discarded draft leaves nothing, and can be restored completely', async () => {
  const log = aLog()
  const draft = heldDraft(log, 'list:DEF', isThing)
  await draft.load()
  draft.made(edit('a'), false)
  draft.dropped()
  await settledIn(draft)
  expect([await log.db.records.count(), await log.db.positions.count()]).toEqual([0, 0])
  draft.replaced(history(['a', 'b'], ['c', 'd']))
  await settledIn(draft)
  expect(await keptIn(log)).toEqual(history(['a', 'b'], ['c', 'd']))
})

test('an edit in one tab shows in the other, and a save removes only what it has sent', async () => {
  const first = aLog()
  const [one, other] = [heldDraft(first, 'list:DEF', isThing), heldDraft(aLog(first.db.name), 'list:DEF', isThing)]
  await Promise.all([one.load(), other.load()])
  const seenByOther = firstValueFrom(other.seen$)
  one.made(edit('a'), false)
  expect(await seenByOther).toEqual(history(['a']))
  one.sent()
  const seenByOne = firstValueFrom(one.seen$)
  other.made(edit('b'), false)
  expect(await seenByOne).toEqual(history(['a', 'b']))
  const after = firstValueFrom(other.seen$)
  one.settled()
  expect(await after).toEqual(history(['b']))
  one.close()
  other.close()
})

test('a tab does not receive its own steps', async () => {
  const draft = heldDraft(aLog(), 'list:DEF', isThing)
  await draft.load()
  const seen: History<Thing>[] = []
  draft.seen$.subscribe((one) => seen.push(one))
  for (const name of ['a', 'b', 'c']) {
    draft.made(edit(name), false)
    await settledIn(draft)
    await new Promise(setImmediate)
  }
  expect(seen).toEqual([])
  draft.close()
})

test('a damaged record, and an edit that the page cannot show, cost themselves alone', async () => {
  const log = aLog()
  const draft = heldDraft(log, 'list:DEF', isThing)
  await draft.load()
  for (const name of ['a', 'b', 'odd', 'd']) draft.made(edit(name), false)
  await settledIn(draft)
  const [, second] = await log.db.records.orderBy('[stream+sequence]').toArray()
  await log.db.records.update(second?.id ?? '', { payload: { edit: { type: 'entry/changed', key: 7 } } })
  const found = await heldDraft(log, 'list:DEF', isThing).load()
  expect(found?.history).toEqual(history(['a', 'd']))
  expect(await log.db.setAside.count()).toBe(1)
})

test('on a full disk keeps the steps in the tab, reports it, and writes them with the next successful one', async () => {
  const log = aLog()
  const troubles: string[] = []
  log.trouble$.subscribe(({ kind }) => troubles.push(kind))
  const draft = heldDraft(log, 'list:DEF', isThing)
  await draft.load()
  const mend = breakDisk('QuotaExceededError')
  const emitted = new Promise((resolve) => {
    draft.isKept$.subscribe((isKept) => {
      if (!isKept) resolve(isKept)
    })
  })
  draft.made(edit('a'), false)
  expect(await emitted).toBe(false)
  expect(draft.isWriting()).toBe(true)
  mend()
  draft.made(edit('b'), false)
  await settledIn(draft)
  expect(await firstValueFrom(draft.isKept$)).toBe(true)
  expect(troubles).toEqual(['full'])
  expect(await keptIn(log)).toEqual(history(['a', 'b']))
})

test('reports an unwritable disk as such', async () => {
  const log = aLog()
  const troubles: string[] = []
  log.trouble$.subscribe(({ kind }) => troubles.push(kind))
  const draft = heldDraft(log, 'list:DEF', isThing)
  await draft.load()
  const mend = breakDisk('UnknownError')
  draft.made(edit('a'), false)
  await draft.written()
  mend()
  expect(troubles).toEqual(['failed'])
  expect([await firstValueFrom(draft.isKept$), draft.isWriting()]).toEqual([false, true])
})

test('a draft is as old as its last step, and waits for its turn to be written', async () => {
  const log = aLog()
  const turns: (() => void)[] = []
  const draft = heldDraft(log, 'list:DEF', isThing, () => new Promise((resolve) => turns.push(resolve)))
  expect(await firstValueFrom(draft.isKept$)).toBe(true)
  draft.made(edit('a'), false)
  const written = draft.written()
  expect([turns.length, await log.db.records.count(), draft.isWriting()]).toEqual([1, 0, true])
  turns[0]?.()
  await written
  expect([await log.db.records.count(), draft.isWriting()]).toEqual([1, false])
  await draft.written()
  draft.made(edit('b'), false)
  turns[1]?.()
  await draft.written()
  const [first, second] = await log.db.records.orderBy('[stream+sequence]').toArray()
  await log.db.records.update(first?.id ?? '', { at: 5 })
  await log.db.records.update(second?.id ?? '', { at: 9 })
  expect(await heldDraft(log, 'list:DEF', isThing).load()).toEqual({ history: history(['a', 'b']), at: 9 })
})

test('typing on takes the place of an edit alone, not of a step along the history', async () => {
  const log = aLog()
  const draft = heldDraft(log, 'list:DEF', isThing)
  await draft.load()
  draft.made(edit('a'), true)
  draft.made(edit('b'), false)
  draft.undone()
  draft.made(edit('c'), true)
  await draft.written()
  expect(await keptIn(log)).toEqual(history(['a', 'c']))
})

test('a discard in one tab empties the other, which continues from there; a closed one receives nothing', async () => {
  const log = aLog()
  const [one, other] = [heldDraft(log, 'list:DEF', isThing), heldDraft(aLog(log.db.name), 'list:DEF', isThing)]
  one.made(edit('a'), false)
  await one.written()
  await Promise.all([one.load(), other.load()])
  const seen = firstValueFrom(other.seen$)
  one.dropped()
  expect(await seen).toEqual(history([]))
  const seenByOne = firstValueFrom(one.seen$)
  other.made(edit('b'), true)
  expect(await seenByOne).toEqual(history(['b']))
  other.close()
  const late: unknown[] = []
  other.seen$.subscribe((emitted) => late.push(emitted))
  const again = heldDraft(log, 'list:DEF', isThing)
  await again.load()
  const heard = firstValueFrom(again.seen$)
  await heldDraft(aLog(log.db.name), 'list:DEF', isThing).load()
  one.dropped()
  await heard
  expect(late).toEqual([])
  one.close()
  again.close()
})

test('records of another kind in the stream are left out, and an edit that cannot be shown is not redone', async () => {
  const log = aLog()
  const draft = heldDraft(log, 'list:DEF', isThing)
  draft.replaced({ edits: [edit('a')], undone: [edit('odd'), edit('b')] })
  await draft.written()
  await record(log, 'draft:list:DEF', { type: 'draft/changed', payload: { values: {} } })
  expect(await keptIn(log)).toEqual(history(['a'], ['b']))
})
