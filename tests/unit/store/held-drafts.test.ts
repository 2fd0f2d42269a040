import { afterEach, expect, test } from 'vitest'
import { firstValueFrom } from 'rxjs'
import type { HeldEdit, History } from '../../../contract/settings/held-edits.ts'
import { heldDraft, type HeldDraft } from '../../../store/drafts/held-drafts.ts'
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
  const log = openLog(name)
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

test('every step is on disk as it is made, and comes back after a crash with what can be redone', async () => {
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

test('nothing of a discarded draft stays, and it can be put back whole', async () => {
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

test('an edit in one tab shows in the other, and a save takes only what it has sent', async () => {
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

test('a tab is not told of its own steps', async () => {
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

test('on a full disk the steps are held in this tab, said so, and written with the next one that finds room', async () => {
  const log = aLog()
  const draft = heldDraft(log, 'list:DEF', isThing)
  await draft.load()
  const { prototype } = IDBObjectStore
  const add = Object.getOwnPropertyDescriptor(prototype, 'add')
  prototype.add = () => {
    throw new DOMException('no room', 'QuotaExceededError')
  }
  const told = new Promise((resolve) => {
    draft.isKept$.subscribe((isKept) => {
      if (!isKept) resolve(isKept)
    })
  })
  draft.made(edit('a'), false)
  expect(await told).toBe(false)
  expect(draft.isWriting()).toBe(true)
  if (add) Object.defineProperty(prototype, 'add', add)
  draft.made(edit('b'), false)
  await settledIn(draft)
  expect(await firstValueFrom(draft.isKept$)).toBe(true)
  expect(await keptIn(log)).toEqual(history(['a', 'b']))
})
