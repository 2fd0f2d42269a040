import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { mergeSteps } from '../../../contract/cases/merge-steps.ts'
import type { Step } from '../../../contract/cases/steps.ts'

const step = (id: string, action = id, expectedResult = ''): Step => ({
  kind: 'step',
  id,
  action,
  expectedResult,
  attachments: [],
})
const base = ['a', 'b', 'c', 'd'].map((id) => step(id))

type Change =
  | { do: 'add'; at: number }
  | { do: 'delete'; at: number }
  | { do: 'act' | 'expect'; at: number; text: string }
  | { do: 'move'; at: number; to: number }

const at = fc.nat(5)
const change: fc.Arbitrary<Change> = fc.oneof(
  fc.record({ do: fc.constant('add' as const), at }),
  fc.record({ do: fc.constant('delete' as const), at }),
  fc.record({ do: fc.constantFrom('act' as const, 'expect' as const), at, text: fc.constantFrom('x', 'y') }),
  fc.record({ do: fc.constant('move' as const), at, to: at }),
)
const changes = fc.array(change, { maxLength: 6 })

const edited = (who: string, list: readonly Change[]): Step[] => {
  const steps = [...base]
  list.forEach((one, i) => {
    if (one.do === 'add') return void steps.splice(one.at, 0, step(`${who}${i}`))
    const place = steps.length === 0 ? -1 : one.at % steps.length
    const [old] = place < 0 ? [] : steps.splice(place, 1)
    if (old === undefined || one.do === 'delete') return
    if (one.do === 'move') return void steps.splice(one.to, 0, old)
    const field = one.do === 'act' ? 'action' : 'expectedResult'
    steps.splice(place, 0, { ...old, [field]: one.text })
  })
  return steps
}
const idsOf = (steps: readonly Step[]) => steps.map(({ id }) => id)
const byId = (steps: readonly Step[]) => new Map(steps.map((one) => [one.id, one]))
const merged = (mine: readonly Step[], theirs: readonly Step[]) => {
  const found = mergeSteps(base, mine, theirs)
  if (found === null) throw new Error('no id is there twice')
  return found
}
const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
const both = [changes.map((list) => edited('m', list)), changes.map((list) => edited('t', list))] as const

describe('merging the steps of two users', () => {
  test('no step is lost and none is doubled', () => {
    fc.assert(
      fc.property(...both, (mine, theirs) => {
        const { steps, collisions } = merged(mine, theirs)
        expect(new Set(idsOf(steps)).size).toBe(steps.length)
        const [my, their, was] = [byId(mine), byId(theirs), byId(base)]
        for (const id of new Set([...idsOf(base), ...idsOf(mine), ...idsOf(theirs)])) {
          const isGone = was.has(id) && (!my.has(id) || !their.has(id))
          expect(collisions.includes(id) || idsOf(steps).includes(id) === !isGone).toBe(true)
        }
      }),
      { numRuns: 2000 },
    )
  })

  test('takes each field from the side that changed it, and reports a conflict where both changed it differently', () => {
    fc.assert(
      fc.property(...both, (mine, theirs) => {
        const { steps, collisions } = merged(mine, theirs)
        const [my, their, found] = [byId(mine), byId(theirs), byId(steps)]
        for (const was of base) {
          const [own, other] = [my.get(was.id), their.get(was.id)]
          const isDeletedAndChanged = (own === undefined) !== (other === undefined) && !isSame(own ?? other, was)
          const fields = ['action', 'expectedResult'] as const
          const isChangedTwice =
            own !== undefined &&
            other !== undefined &&
            fields.some((f) => own[f] !== was[f] && other[f] !== was[f] && own[f] !== other[f])
          expect(collisions.includes(was.id)).toBe(isDeletedAndChanged || isChangedTwice)
          const isMerged = (f: (typeof fields)[number]) =>
            found.get(was.id)?.[f] === (own?.[f] === was[f] ? other?.[f] : own?.[f])
          expect(own === undefined || other === undefined || isChangedTwice || fields.every(isMerged)).toBe(true)
        }
      }),
      { numRuns: 2000 },
    )
  })

  test('applies changes of one side exactly, and keeps the order of the side that moved steps', () => {
    fc.assert(
      fc.property(both[0], (mine) => {
        expect(merged(mine, base)).toEqual({ steps: mine, collisions: [] })
        expect(merged(base, mine)).toEqual({ steps: mine, collisions: [] })
        expect(merged(mine, mine)).toEqual({ steps: mine, collisions: [] })
      }),
    )
    const moved = [step('d'), step('a'), step('b'), step('c')]
    const longer = [step('a'), step('b'), step('new'), step('c'), step('d')]
    expect(idsOf(merged(moved, longer).steps)).toEqual(['d', 'a', 'b', 'new', 'c'])
    expect(idsOf(merged(longer, moved).steps)).toEqual(['d', 'a', 'b', 'new', 'c'])
  })

  test('a list with an id that is there twice is not merged', () => {
    expect(mergeSteps(base, [step('a'), step('a')], base)).toBeNull()
  })
})
