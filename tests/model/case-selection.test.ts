import { expect, test } from 'vitest'
import { caseSelection, chosenBy, countOf, type CaseSelectionEvent } from '../../machines/case-selection.ts'
import { breaches, missedBy, pathsOf, play } from './support/paths.ts'

const input = undefined
const FOUND = [1, 2, 3]
const events = [
  { type: 'selection/switched' },
  { type: 'case/chosen', id: 1, isSelected: true },
  { type: 'case/chosen', id: 1, isSelected: false },
  { type: 'cases/added', ids: [2] },
  { type: 'range/wanted', from: 1, to: 3 },
  { type: 'range/wanted', from: 1, to: 9 },
  { type: 'all/wanted' },
  { type: 'found/wanted' },
  { type: 'ids/wanted', purpose: 'bulk' },
  { type: 'ids/wanted', purpose: 'cut' },
  { type: 'ids/unwanted' },
  { type: 'selection/cleared' },
  { type: 'cases/gone', ids: [1, 2] },
  { type: 'question/changed' },
  { type: 'xstate.done.actor.allIds', output: { ids: FOUND } },
  { type: 'xstate.error.actor.allIds', error: 'unreachable' },
] as CaseSelectionEvent[]
const paths = pathsOf(caseSelection, {
  input,
  events,
  stopWhen: ({ context: { choice } }) => choice.ids.length > (choice.of === 'all' ? 2 : 1),
})

type State = (typeof paths)[number]['steps'][number]['state']
/** Which of those that match are chosen. */
const chosenOf = ({ context: { choice } }: State): number[] => FOUND.filter(chosenBy(choice))
/** The last step of each path: what happened, and what was before and after it. */
const lastSteps = paths.flatMap((path) => {
  const [before, last] = [path.steps.at(-2), path.steps.at(-1)]
  return before === undefined || last === undefined
    ? []
    : [{ path, event: last.event, before: before.state, after: last.state }]
})

test('the paths reach every state and take every transition', () => expect(missedBy(caseSelection, paths)).toEqual([]))

test('[TREE-47] on every path nothing is chosen while the mode is off, and no case is named twice', () => {
  expect(breaches(paths, (s) => !s.matches('off') || countOf(s.context.choice, FOUND.length) === 0)).toEqual([])
  expect(breaches(paths, ({ context: { choice } }) => new Set(choice.ids).size === choice.ids.length)).toEqual([])
})

test('on every path what is gone is not named, and out of sight of a new search nothing is chosen', () => {
  const gone = lastSteps.filter(({ event }) => event.type === 'cases/gone')
  expect(gone.length).toBeGreaterThan(0)
  for (const { after } of gone) expect(after.context.choice.ids.filter((id) => [1, 2].includes(id))).toEqual([])
  const searched = lastSteps.filter(({ event, before }) => event.type === 'question/changed' && !before.matches('off'))
  expect(searched.length).toBeGreaterThan(0)
  for (const { after } of searched) expect(after.context.choice).toEqual({ of: 'these', ids: [] })
})

test('[TREE-48] a range holds all between its ends, whichever comes first, and a place that is not found is one case', () => {
  const ranges = lastSteps.flatMap(({ event, before, after }) => {
    const { range, choice } = before.context
    return event.type.startsWith('xstate.done') && range !== null ? [{ range, choice, now: after.context.choice }] : []
  })
  expect(new Set(ranges.map(({ choice }) => choice.of))).toEqual(new Set(['these', 'all']))
  for (const { range, choice, now } of ranges) {
    const wanted = range.to === 9 ? [9] : FOUND
    expect(wanted.every(chosenBy(now))).toBe(true)
    expect(now.ids).toHaveLength(
      choice.of === 'all'
        ? choice.ids.filter((id) => !wanted.includes(id)).length
        : new Set([...choice.ids, ...wanted]).size,
    )
  }
})

test('all are chosen at once and without being listed, whatever was chosen before', () => {
  const all = lastSteps.filter(({ event, before }) => event.type === 'all/wanted' && !before.hasTag('busy'))
  expect(all.length).toBeGreaterThan(0)
  for (const { after } of all) {
    expect(after.value).toBe('on')
    expect(after.context.choice).toEqual({ of: 'all', ids: [] })
    expect(countOf(after.context.choice, 12_345)).toBe(12_345)
  }
})

test('of all that match, one is left out and taken in again, and the others stay chosen', () => {
  const toggled = lastSteps.flatMap(({ event, before, after }) =>
    event.type === 'case/chosen' && before.matches('on') && before.context.choice.of === 'all'
      ? [{ event, before, after }]
      : [],
  )
  expect(new Set(toggled.map(({ event }) => event.isSelected))).toEqual(new Set([true, false]))
  for (const { event, before, after } of toggled) {
    expect(chosenBy(after.context.choice)(event.id)).toBe(event.isSelected)
    expect(chosenOf(after).filter((id) => id !== event.id)).toEqual(chosenOf(before).filter((id) => id !== event.id))
    expect(countOf(after.context.choice, FOUND.length)).toBe(chosenOf(after).length)
  }
})

test('the ids are told for what they were asked, once: of all that match those that are left in, without a call those that are named', () => {
  const told = lastSteps.flatMap(({ path, event, before, after }) => {
    const already = play(caseSelection, { ...path, steps: path.steps.slice(0, -1) }, input).length
    const gathered = play(caseSelection, path, input)
      .slice(already)
      .filter(({ type }) => type === 'ids/gathered')
    const isAnswer = event.type.startsWith('xstate.done') && before.matches('gathering')
    const isNamed = event.type === 'ids/wanted' && before.matches('on') && before.context.choice.of === 'these'
    const ids = isAnswer ? chosenOf(before) : before.context.choice.ids
    const purpose = event.type === 'ids/wanted' ? event.purpose : before.context.purpose
    const wanted = isAnswer || isNamed ? [{ type: 'ids/gathered', ids, purpose, isOrdered: isAnswer }] : []
    return [{ isAnswer, isNamed, gathered, wanted, after: after.context }]
  })
  expect(told.some(({ isAnswer }) => isAnswer) && told.some(({ isNamed }) => isNamed)).toBe(true)
  for (const { gathered, wanted } of told) expect(gathered).toEqual(wanted)
  for (const { after, wanted } of told.filter(({ isAnswer }) => isAnswer))
    expect(after).toMatchObject({ choice: { of: 'these', ids: wanted[0]?.ids }, purpose: null })
})

test('without an answer, or where it is not wanted any more, what was chosen stays chosen', () => {
  const left = lastSteps.filter(
    ({ event, before }) =>
      event.type.startsWith('xstate.error') || (event.type === 'ids/unwanted' && before.matches('gathering')),
  )
  expect(left.length).toBeGreaterThan(1)
  for (const { before, after } of left) {
    expect(after.value).toBe('on')
    expect(after.context).toMatchObject({ choice: before.context.choice, range: null, purpose: null })
  }
})

test('a running machine goes every path', () => {
  expect(() => paths.forEach((path) => play(caseSelection, path, input))).not.toThrow()
})
