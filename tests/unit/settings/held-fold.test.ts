import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { HeldEdit, Key } from '../../../contract/settings/held-edits.ts'
import { keyOf, made, NO_HISTORY, redo, undo } from '../../../machines/patterns/held-editor/held-edits.ts'
import { fold, requested, type Conflict, type FoldRules } from '../../../machines/patterns/held-editor/held-fold.ts'

interface Thing {
  id: number | null
  name: string
  size: number
}

const rules: FoldRules<Thing> = {
  fields: ['name', 'size'],
  isFixed: ({ id }) => id === 1,
  locked: ({ id }) => (id === 1 ? ['size'] : []),
}
const base: Thing[] = ['fixed', 'b', 'c', 'd'].map((name, i) => ({ id: i + 1, name, size: i }))
const orderOf = (list: readonly Thing[]) => list.map(keyOf)
const at = (id: number, list = base): Thing => list.find((one) => one.id === id) as Thing
const changed = (id: number, changes: Partial<Thing>, list = base): HeldEdit<Thing> => ({
  type: 'entry/changed',
  key: `id:${id}`,
  changes,
  was: at(id, list),
})
const deleted = (id: number): HeldEdit<Thing> => ({ type: 'entry/deleted', key: `id:${id}`, was: at(id) })
const moved = (id: number, after: Key | null, list = base): HeldEdit<Thing> => ({
  type: 'entry/moved',
  key: `id:${id}`,
  after,
  order: orderOf(list),
  was: at(id, list),
})
const settled = (conflict: Conflict<Thing>, choice: 'mine' | 'theirs', list: readonly Thing[]): HeldEdit<Thing> => ({
  type: 'conflict/settled',
  choice,
  key: conflict.key,
  against: conflict.theirs,
  order: orderOf(list),
  fields: conflict.fields,
  isMoved: conflict.isMoved,
  name: '',
})
const namesIn = (list: readonly Thing[], edits: readonly HeldEdit<Thing>[]) =>
  fold(list, edits, rules).rows.map(({ entry, marks }) => `${entry.name}${marks.map((mark) => ` ${mark}`).join('')}`)
const sentIn = (list: readonly Thing[], edits: readonly HeldEdit<Thing>[]) =>
  requested(fold(list, edits, rules).rows).map(({ entry }) => entry)

test('rows show how they differ from the stored entries', () => {
  const edits: HeldEdit<Thing>[] = [
    changed(2, { name: 'B' }),
    { type: 'entry/added', key: 'new:1', entry: { id: null, name: 'n', size: 0 }, after: 'id:2' },
    moved(4, 'id:1'),
    deleted(3),
  ]
  expect(namesIn(base, edits)).toEqual(['fixed', 'd moved', 'B edited', 'n added', 'c deleted'])
  expect(fold(base, edits, rules).held).toBe(4)
  expect(sentIn(base, edits).map(({ id }) => id)).toEqual([1, 4, 2, null])
})

test('an added entry that the server has stored since is listed once, where it was added', () => {
  const added: HeldEdit<Thing> = {
    type: 'entry/added',
    key: 'new:1',
    entry: { id: null, name: '', size: 0 },
    after: 'id:2',
    over: 4,
  }
  const named: HeldEdit<Thing> = { type: 'entry/changed', key: 'new:1', changes: { name: 'n' }, was: added.entry }
  const edits = [added, named, moved(4, 'new:1'), deleted(3)]
  expect(namesIn(base, edits)).toEqual(['fixed', 'b', 'n added', 'd moved', 'c deleted'])
  const [fixed, b, , d] = base as [Thing, Thing, Thing, Thing]
  const stored = [fixed, b, { id: 5, name: 'n', size: 0 }, d]
  expect(namesIn(stored, edits)).toEqual(['fixed', 'b', 'n', 'd'])
  expect(fold(stored, edits, rules).held).toBe(0)
  // Another entry that existed before is a different one.
  expect(namesIn([...base, { id: 5, name: 'n', size: 0 }], [{ ...added, over: 5 }, named])).toContain('n added')
})

test('[RESULTS-09] [RESULTS-10] [RESULTS-11] a fixed entry stays first after any move, and its locked fields stay', () => {
  expect(namesIn(base, [moved(3, null)])).toEqual(['fixed', 'c moved', 'b', 'd'])
  expect(namesIn(base, [moved(1, 'id:3')])).toEqual(['fixed', 'b', 'c', 'd'])
  expect(namesIn(base, [changed(1, { size: 9 })])).toEqual(['fixed', 'b', 'c', 'd'])
})

test('a change that was reverted is no edit and does not affect others’ changes', () => {
  const back = [changed(2, { size: 5 }), changed(2, { size: 1 }, [{ id: 2, name: 'b', size: 5 }])]
  expect(fold(base, back, rules).held).toBe(0)
  const theirs = base.map((one) => (one.id === 2 ? { ...one, size: 8 } : one))
  expect(fold(theirs, back, rules)).toMatchObject({ held: 0, conflicts: [] })
})

test('merges others’ changes of other fields, entries and positions', () => {
  const theirs = [at(1), { ...at(2), size: 8 }, { id: 9, name: 'new there', size: 0 }, at(3)]
  const edits = [changed(2, { name: 'B' }), moved(3, 'id:1')]
  const { rows, conflicts } = fold(theirs, edits, rules)
  expect(conflicts).toEqual([])
  expect(rows.map(({ entry: { name, size } }) => [name, size])).toEqual([
    ['fixed', 0],
    ['c', 2],
    ['B', 8],
    ['new there', 0],
  ])
})

const collisions: [
  string,
  readonly Thing[],
  readonly HeldEdit<Thing>[],
  Partial<Conflict<Thing>>,
  string[],
  string[],
][] = [
  [
    'one field, two values',
    base.map((one) => (one.id === 2 ? { ...one, name: 'theirs' } : one)),
    [changed(2, { name: 'mine', size: 7 })],
    { key: 'id:2', fields: ['name'], isMoved: false },
    ['fixed', 'mine edited', 'c', 'd'],
    ['fixed', 'theirs edited', 'c', 'd'],
  ],
  [
    'deleted there, changed here',
    base.filter(({ id }) => id !== 2),
    [changed(2, { name: 'mine' })],
    { key: 'id:2', theirs: null },
    ['fixed', 'c', 'd', 'mine added'],
    ['fixed', 'c', 'd'],
  ],
  [
    'changed there, deleted here',
    base.map((one) => (one.id === 2 ? { ...one, size: 9 } : one)),
    [deleted(2)],
    { key: 'id:2', mine: null, fields: ['size'] },
    ['fixed', 'b deleted', 'c', 'd'],
    ['fixed', 'b', 'c', 'd'],
  ],
  [
    'moved by both',
    [at(1), at(3), at(4), at(2)],
    [moved(2, 'id:3')],
    { key: 'id:2', isMoved: true, fields: [] },
    ['fixed', 'c', 'b moved', 'd'],
    ['fixed', 'c', 'd', 'b'],
  ],
]

test.each(collisions)(
  'a collision is shown, and settled either way: %s',
  (_, theirs, edits, wantedConflict, mine, their) => {
    const [conflict, ...others] = fold(theirs, edits, rules).conflicts
    expect(others).toEqual([])
    expect(conflict).toMatchObject(wantedConflict)
    if (conflict === undefined) return
    const withMine = [...edits, settled(conflict, 'mine', theirs)]
    const withTheirs = [...edits, settled(conflict, 'theirs', theirs)]
    expect(namesIn(theirs, withMine)).toEqual(mine)
    expect(namesIn(theirs, withTheirs)).toEqual(their)
    expect(fold(theirs, withMine, rules).conflicts).toEqual([])
    expect(fold(theirs, withTheirs, rules).conflicts).toEqual([])
  },
)

test('an entry that was deleted there and is resolved as mine is sent as a new one', () => {
  const theirs = base.filter(({ id }) => id !== 2)
  const edits = [changed(2, { name: 'mine' })]
  const [conflict] = fold(theirs, edits, rules).conflicts
  if (conflict === undefined) throw new Error('no conflict')
  expect(sentIn(theirs, [...edits, settled(conflict, 'mine', theirs)]).at(-1)).toEqual({
    id: null,
    name: 'mine',
    size: 1,
  })
})

test('a move to another group conflicts with a move to a third, and merges with other changes', () => {
  const edits: HeldEdit<Thing>[] = [{ ...moved(2, 'id:4'), changes: { size: 7 } } as HeldEdit<Thing>]
  const with2 = (changes: Partial<Thing>) => base.map((one) => (one.id === 2 ? { ...one, ...changes } : one))
  expect(fold(with2({ name: 'theirs' }), edits, rules).conflicts).toEqual([])
  expect(sentIn(with2({ name: 'theirs' }), edits)).toContainEqual({ id: 2, name: 'theirs', size: 7 })
  expect(fold(with2({ size: 9 }), edits, rules).conflicts).toMatchObject([{ key: 'id:2', fields: ['size'] }])
})

test('a conflict resolved against one save must be resolved again against another', () => {
  const first = base.map((one) => (one.id === 2 ? { ...one, name: 'theirs' } : one))
  const edits = [changed(2, { name: 'mine' })]
  const [conflict] = fold(first, edits, rules).conflicts
  if (conflict === undefined) throw new Error('no conflict')
  const retained = [...edits, settled(conflict, 'mine', first)]
  const second = base.map((one) => (one.id === 2 ? { ...one, name: 'again' } : one))
  expect(fold(first, retained, rules).conflicts).toEqual([])
  expect(fold(second, retained, rules).conflicts).toHaveLength(1)
})

test('equal changes and double deletions are no conflicts', () => {
  const same = base.map((one) => (one.id === 2 ? { ...one, name: 'x' } : one))
  expect(fold(same, [changed(2, { name: 'x' })], rules)).toMatchObject({ held: 0, conflicts: [] })
  expect(fold([at(1), at(3), at(4)], [deleted(2)], rules)).toMatchObject({ held: 0, conflicts: [] })
})

const KEYS = ['id:1', 'id:2', 'id:3', 'id:4', 'new:1', 'new:2', 'nobody']
const key = fc.constantFrom(...KEYS)
const thing = fc.record({ id: fc.constant(null), name: fc.string({ maxLength: 2 }), size: fc.nat(3) })
const some = fc.constantFrom<Thing>(...base)
const changes = fc.oneof(fc.record({ name: fc.string({ maxLength: 2 }) }), fc.record({ size: fc.nat(3) }))
const order = fc.shuffledSubarray(KEYS)
const anEdit: fc.Arbitrary<HeldEdit<Thing>> = fc.oneof(
  fc.record({
    type: fc.constant('entry/added' as const),
    key: fc.constantFrom('new:1', 'new:2'),
    entry: thing,
    after: fc.option(key),
  }),
  fc.record({ type: fc.constant('entry/changed' as const), key, changes, was: some }),
  fc.record({ type: fc.constant('entry/deleted' as const), key, was: some }),
  fc.record({ type: fc.constant('entry/restored' as const), key, name: fc.constant('') }),
  fc.record({ type: fc.constant('entry/moved' as const), key, after: fc.option(key), order, was: some }),
  fc.record({
    type: fc.constant('conflict/settled' as const),
    key,
    choice: fc.constantFrom('mine' as const, 'theirs' as const),
    against: fc.option(some),
    order,
    fields: fc.subarray(['name', 'size']),
    isMoved: fc.boolean(),
    name: fc.constant(''),
  }),
)
const edits = fc.array(anEdit, { maxLength: 12 })
const list = fc
  .shuffledSubarray(base.slice(1))
  .chain((rest) =>
    fc.tuple(...rest.map((one) => changes.map((change) => ({ ...one, ...change })))).map((all) => [at(1), ...all]),
  )

test('for any edits over any list, every stored entry has one row, the fixed one first, and no others appear', () => {
  fc.assert(
    fc.property(list, edits, (saved, some) => {
      const { rows, held, conflicts } = fold(saved, some, rules)
      const keys = rows.map((row) => row.key)
      expect(new Set(keys).size).toBe(keys.length)
      expect(keys).toEqual(expect.arrayContaining(orderOf(saved)))
      expect(rows[0]?.entry).toMatchObject({ id: 1, size: saved[0]?.size })
      expect(held).toBe(rows.filter(({ marks }) => marks.length > 0).length)
      expect(keys).toEqual(expect.arrayContaining(conflicts.map((one) => one.key)))
    }),
  )
})

test('untouched entries equal the stored ones, in their order', () => {
  fc.assert(
    fc.property(list, edits, (saved, some) => {
      const touched = new Set(some.map((edit) => edit.key))
      const left = (things: readonly Thing[]) => things.filter((one) => one.id !== null && !touched.has(keyOf(one)))
      expect(left(sentIn(saved, some))).toEqual(left(saved))
    }),
  )
})

test('undo and redo walk the same steps: as many back as forth change nothing', () => {
  fc.assert(
    fc.property(edits, fc.nat(12), (some, steps) => {
      const history = some.reduce(
        (h, edit) => made(h, edit, false),
        NO_HISTORY as { edits: readonly HeldEdit<Thing>[]; undone: readonly HeldEdit<Thing>[] },
      )
      const times = Math.min(steps, some.length)
      const back = Array.from({ length: times }).reduce<typeof history>((h) => undo(h), history)
      expect(fold(base, back.edits, rules)).toEqual(fold(base, some.slice(0, some.length - times), rules))
      expect(Array.from({ length: times }).reduce<typeof history>((h) => redo(h), back)).toEqual(history)
    }),
  )
})

test('a row that says the same as before is the same object', () => {
  fc.assert(
    fc.property(list, edits, anEdit, (saved, some, next) => {
      const before = fold(saved, some, rules).rows
      const after = fold(saved, [...some, next], rules, before).rows
      const known = new Map(before.map((row) => [row.key, row]))
      const copies = after.filter((row) => {
        const was = known.get(row.key)
        return was !== undefined && was !== row && JSON.stringify(was) === JSON.stringify(row)
      })
      expect(copies).toEqual([])
    }),
  )
})

/** Edits that a user can make in the current state, one after the other. */
const plausible = (saved: readonly Thing[], steps: readonly { place: number; name: string; kind: number }[]) =>
  steps.reduce<HeldEdit<Thing>[]>((some, { place, name, kind }) => {
    const { rows } = fold(saved, some, rules)
    const row = rows[1 + (place % Math.max(1, rows.length - 1))]
    const gone = row?.marks.includes('deleted')
    if (row === undefined || row.isFixed || gone) return some
    if (kind === 0) return [...some, { type: 'entry/deleted', key: row.key, was: row.entry }]
    return [...some, { type: 'entry/changed', key: row.key, changes: { name }, was: row.entry }]
  }, [])
const step = fc.record({ place: fc.nat(5), name: fc.constantFrom('x', 'y', 'z'), kind: fc.nat(3) })

test('a merge never overwrites unseen changes: a field changed on both sides is a conflict', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 6 }), list, (steps, theirs) => {
      const some = plausible(base, steps)
      const { rows, conflicts } = fold(theirs, some, rules)
      const collided = new Set(conflicts.map((one) => one.key))
      const overwritten = theirs.filter((one) => {
        if (collided.has(keyOf(one))) return false
        const was = at(one.id as number)
        const row = rows.find((r) => r.key === keyOf(one))
        const theirChanges = (['name', 'size'] as const).filter((field) => one[field] !== was[field])
        if (row?.marks.includes('deleted')) return JSON.stringify(one) !== JSON.stringify(was)
        return theirChanges.some((field) => row?.entry[field] !== one[field])
      })
      expect(overwritten).toEqual([])
    }),
    { numRuns: 500 },
  )
})

test('settling every conflict leaves none, whichever side is chosen', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 6 }), list, fc.infiniteStream(fc.boolean()), (steps, theirs, sides) => {
      let some = plausible(base, steps)
      for (const conflict of fold(theirs, some, rules).conflicts)
        some = [...some, settled(conflict, sides.next().value === true ? 'mine' : 'theirs', theirs)]
      expect(fold(theirs, some, rules).conflicts).toEqual([])
    }),
  )
})

test('rows without an edit are the same objects after any move', () => {
  const first = fold(base, [], rules).rows
  const edits = [moved(2, 'id:4'), moved(3, 'id:1')]
  const then = fold(base, edits, rules, first).rows
  expect(then.map(({ key }) => key)).toEqual(['id:1', 'id:3', 'id:4', 'id:2'])
  expect(then.filter((row) => row.marks.length === 0).every((row) => first.includes(row))).toBe(true)
  const back = fold(base, [], rules, then).rows
  expect(back.map(({ key }) => key)).toEqual(first.map(({ key }) => key))
})

describe('a flag of exactly one entry', () => {
  interface Ranked extends Thing {
    isFirst: boolean
  }
  const flagged: FoldRules<Ranked> = { fields: ['name', 'size', 'isFirst'], exclusive: ['isFirst'] }
  const ranked: Ranked[] = base.map((thing) => ({ ...thing, isFirst: thing.id === 2 }))
  const [, second, third] = ranked as [Ranked, Ranked, Ranked, Ranked]
  const given: HeldEdit<Ranked> = {
    type: 'entry/changed',
    key: 'id:3',
    was: third,
    changes: { isFirst: true },
    besides: [{ key: 'id:2', was: second, changes: { isFirst: false } }],
  }
  const first = (list: readonly Ranked[], edits: readonly HeldEdit<Ranked>[]) =>
    fold(list, edits, flagged).rows.flatMap(({ entry }) => (entry.isFirst ? [entry.name] : []))

  test('moves from one entry to another as one change', () => {
    const { rows, held } = fold(ranked, [given], flagged)
    expect(first(ranked, [given])).toEqual(['c'])
    expect(held).toBe(1)
    expect(rows.map(({ marks }) => marks)).toEqual([[], [], ['edited'], []])
  })

  test('is missing when the entry that got it is deleted', () => {
    const edits: HeldEdit<Ranked>[] = [given, { type: 'entry/deleted', key: 'id:3', was: { ...third, isFirst: true } }]
    const { rows } = fold(ranked, edits, flagged)
    expect(rows.map(({ marks }) => marks)).toEqual([[], ['edited'], ['deleted'], []])
  })

  test('does not restore an entry that had it and was deleted by another user', () => {
    const theirs = ranked.filter(({ id }) => id !== 2)
    expect(fold(theirs, [given], flagged)).toMatchObject({ held: 1, conflicts: [] })
    expect(first(theirs, [given])).toEqual(['c'])
  })

  test('keeps both when two users chose different entries, so that validation rejects the list', () => {
    const theirs = ranked.map((thing) => ({ ...thing, isFirst: thing.id === 4 }))
    expect(first(theirs, [given])).toEqual(['c', 'd'])
  })
})
