import { expect, test } from 'vitest'
import type { SnapshotFrom } from 'xstate'
import {
  caseSelection,
  chosenBy,
  countOf,
  type CaseSelectionEvent,
} from '../../../machines/cases/case-selection.machine.ts'
import { breaches, missedBy, pathsOf, play } from '../support/paths.ts'
import { expectTable } from '../support/table.ts'

const EVERYTHING = { q: '', filter: {} }
const SEARCH = { q: 'card', filter: {} }
const input = { question: EVERYTHING }
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
  { type: 'xstate.done.actor.allIds', output: { ids: FOUND } },
  { type: 'xstate.error.actor.allIds', error: 'unreachable' },
] as CaseSelectionEvent[]
/** Searching is walked with few other events: together they would make too many paths. */
const searching = [
  { type: 'selection/switched' },
  { type: 'case/chosen', id: 1, isSelected: true },
  { type: 'cases/added', ids: [2] },
  { type: 'all/wanted' },
  { type: 'cases/gone', ids: [1, 2] },
  { type: 'selection/cleared' },
  { type: 'question/changed', question: EVERYTHING },
  { type: 'question/changed', question: SEARCH },
  // The search finds the first case alone.
  { type: 'xstate.done.actor.sort', output: { found: [1], before: FOUND } },
  { type: 'xstate.error.actor.sort', error: 'unreachable' },
] as CaseSelectionEvent[]
const stopWhen = ({ context: { choice } }: SnapshotFrom<typeof caseSelection>) =>
  choice.ids.length > (choice.of === 'all' ? 2 : 1)
const paths = [events, searching].flatMap((each) => pathsOf(caseSelection, { input, events: each, stopWhen }))

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

test('each state handles the events of its table', () =>
  expectTable(caseSelection, {
    off: 'all/wanted case/chosen cases/{added,gone} found/wanted question/changed range/wanted selection/switched',
    on: 'all/wanted case/chosen cases/{added,gone} found/wanted ids/wanted question/changed range/wanted selection/{cleared,switched}',
    asking: 'cases/gone done(allIds) error(allIds) question/changed selection/{cleared,switched}',
    sorting: 'case/chosen cases/gone done(sort) error(sort) question/changed selection/{cleared,switched}',
    gathering: 'cases/gone done(allIds) error(allIds) ids/unwanted question/changed selection/{cleared,switched}',
  }))

test('the paths reach every state and take every transition', () => expect(missedBy(caseSelection, paths)).toEqual([]))

test('[TREE-47] on every path nothing is chosen while the mode is off, and no case is named twice', () => {
  expect(breaches(paths, (s) => !s.matches('off') || countOf(s.context.choice, FOUND.length) === 0)).toEqual([])
  expect(breaches(paths, ({ context: { choice } }) => new Set(choice.ids).size === choice.ids.length)).toEqual([])
})

test('on every path deleted cases are not named', () => {
  const gone = lastSteps.filter(({ event }) => event.type === 'cases/gone')
  expect(gone.length).toBeGreaterThan(0)
  for (const { after } of gone)
    expect([...after.context.choice.ids, ...after.context.hidden].filter((id) => [1, 2].includes(id))).toEqual([])
})

test('a search keeps what is chosen: what it hides is set aside, and chosen again once nothing is searched for', () => {
  const sorted = lastSteps.filter(({ event }) => event.type.startsWith('xstate.done.actor.sort'))
  expect(new Set(sorted.map(({ before }) => before.context.choice.of))).toEqual(new Set(['these', 'all']))
  for (const { before, after } of sorted) {
    const chosen = new Set([...chosenOf(before), ...before.context.choice.ids, ...before.context.hidden])
    if (before.context.choice.of === 'all') before.context.choice.ids.forEach((id) => chosen.delete(id))
    before.context.hidden.forEach((id) => chosen.add(id))
    const { choice, hidden } = after.context
    expect(choice).toEqual({ of: 'these', ids: [...chosen].filter((id) => id === 1) })
    expect(new Set(hidden)).toEqual(new Set([...chosen].filter((id) => id !== 1)))
  }
  const cleared = lastSteps.filter(
    ({ event, before }) =>
      event.type === 'question/changed' &&
      event.question === EVERYTHING &&
      before.context.question === SEARCH &&
      before.context.hidden.length > 0,
  )
  expect(cleared.some(({ before }) => before.context.choice.of === 'these')).toBe(true)
  for (const { before, after } of cleared.filter((step) => step.before.context.choice.of === 'these')) {
    const all = [...before.context.choice.ids, ...before.context.hidden]
    expect(new Set(after.context.choice.ids)).toEqual(new Set(all))
    expect(after.context.hidden).toEqual([])
  }
})

test('where nobody knows what a search hides, no case is chosen that could be hidden', () => {
  const unknown = lastSteps.filter(({ event }) => event.type.startsWith('xstate.error.actor.sort'))
  expect(unknown.length).toBeGreaterThan(0)
  for (const { before, after } of unknown) {
    const { choice, hidden } = before.context
    expect(after.context.choice).toEqual({ of: 'these', ids: [] })
    expect(new Set(after.context.hidden)).toEqual(new Set([...(choice.of === 'these' ? choice.ids : []), ...hidden]))
  }
})

test('[TREE-48] a range holds all between its ends, whichever comes first, and a place that is not found is one case', () => {
  const ranges = lastSteps.flatMap(({ event, before, after }) => {
    const { range, choice } = before.context
    return event.type.startsWith('xstate.done.actor.allIds') && range !== null
      ? [{ range, choice, now: after.context.choice }]
      : []
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

test('ids are reported for the purpose they were requested for, once: of all that match those that are left in, without a call those that are named', () => {
  const emitted = lastSteps.flatMap(({ path, event, before, after }) => {
    const already = play(caseSelection, { ...path, steps: path.steps.slice(0, -1) }, input).length
    const gathered = play(caseSelection, path, input)
      .slice(already)
      .filter(({ type }) => type === 'ids/gathered')
    const isAnswer = event.type.startsWith('xstate.done.actor.allIds') && before.matches('gathering')
    const isNamed = event.type === 'ids/wanted' && before.matches('on') && before.context.choice.of === 'these'
    const ids = isAnswer ? chosenOf(before) : before.context.choice.ids
    const purpose = event.type === 'ids/wanted' ? event.purpose : before.context.purpose
    const wanted = isAnswer || isNamed ? [{ type: 'ids/gathered', ids, purpose, isOrdered: isAnswer }] : []
    return [{ isAnswer, isNamed, gathered, wanted, after: after.context }]
  })
  expect(emitted.some(({ isAnswer }) => isAnswer) && emitted.some(({ isNamed }) => isNamed)).toBe(true)
  for (const { gathered, wanted } of emitted) expect(gathered).toEqual(wanted)
  for (const { after, wanted } of emitted.filter(({ isAnswer }) => isAnswer))
    expect(after).toMatchObject({ choice: { of: 'these', ids: wanted[0]?.ids }, purpose: null })
})

test('without an answer, or where it is not wanted any more, what was chosen stays chosen', () => {
  const left = lastSteps.filter(
    ({ event, before }) =>
      event.type.startsWith('xstate.error.actor.allIds') ||
      (event.type === 'ids/unwanted' && before.matches('gathering')),
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
