import { expect, test } from 'vitest'
import { createActor, fromPromise, waitFor, type SnapshotFrom } from 'xstate'
import {
  caseSelection,
  chosenBy,
  countOf,
  type CaseSelectionEvent,
} from '../../../machines/cases/case-selection.machine.ts'
import { describeMachine } from '../support/describe-machine.ts'
import { play } from '../support/paths.ts'

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
/** Searches are combined with few other events: together they would make too many paths. */
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
const waitingForSearch = [
  { type: 'case/chosen', id: 1, isSelected: true },
  { type: 'question/changed', question: SEARCH },
  { type: 'range/wanted', from: 1, to: 3 },
  { type: 'found/wanted' },
  { type: 'ids/wanted', purpose: 'bulk' },
] as CaseSelectionEvent[]
const stopWhen = ({ context: { choice, waiting } }: SnapshotFrom<typeof caseSelection>) =>
  choice.ids.length > (choice.of === 'all' ? 2 : 1) || waiting.length > 0
type State = SnapshotFrom<typeof caseSelection>
const paths = describeMachine(caseSelection, {
  input,
  events: [],
  walks: [{ events }, { events: searching }, { events: waitingForSearch }],
  stopWhen,
  table: {
    off: 'all/wanted case/chosen cases/{added,gone} found/wanted question/changed range/wanted selection/switched',
    on: 'all/wanted case/chosen cases/{added,gone} found/wanted ids/wanted question/changed range/wanted selection/{cleared,switched}',
    asking:
      'all/wanted case/chosen cases/{added,gone} done(allIds) error(allIds) found/wanted ids/wanted question/changed range/wanted selection/{cleared,switched}',
    sorting:
      'all/wanted case/chosen cases/{added,gone} done(sort) error(sort) found/wanted ids/wanted question/changed range/wanted selection/{cleared,switched}',
    gathering:
      'all/wanted case/chosen cases/{added,gone} done(allIds) error(allIds) found/wanted ids/{unwanted,wanted} question/changed range/wanted selection/{cleared,switched}',
  },
  ignored: {
    off: { events: 'ids/wanted ids/unwanted selection/cleared', because: 'the bulk bar is hidden' },
    on: { events: 'ids/unwanted', because: 'no ids are being gathered' },
    asking: { events: 'ids/unwanted', because: 'no ids are being gathered' },
    sorting: { events: 'ids/unwanted', because: 'no ids are being gathered' },
  },
  invariants: {
    '[TREE-47] selects nothing while the mode is off': (s) =>
      !s.matches('off') || countOf(s.context.choice, FOUND.length) === 0,
    '[TREE-47] lists no case twice': ({ context: { choice } }) => new Set(choice.ids).size === choice.ids.length,
  },
})

/** The chosen ones of the matches. */
const chosenOf = ({ context: { choice } }: State): number[] => FOUND.filter(chosenBy(choice))
/** The last step of each path: the event, and the states before and after it. */
const lastSteps = paths.flatMap((path) => {
  const [before, last] = [path.steps.at(-2), path.steps.at(-1)]
  return before === undefined || last === undefined
    ? []
    : [{ path, event: last.event, before: before.state, after: last.state }]
})

test('lists no deleted cases', () => {
  const gone = lastSteps.filter(({ event }) => event.type === 'cases/gone')
  expect(gone.length).toBeGreaterThan(0)
  for (const { after } of gone)
    expect([...after.context.choice.ids, ...after.context.hidden].filter((id) => [1, 2].includes(id))).toEqual([])
})

test('hides selected cases that a search does not find, and selects them again when the search ends', () => {
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

test('selects nothing that could be hidden when it is unknown what a search hides', () => {
  const unknown = lastSteps.filter(({ event }) => event.type.startsWith('xstate.error.actor.sort'))
  expect(unknown.length).toBeGreaterThan(0)
  for (const { before, after } of unknown) {
    const { choice, hidden } = before.context
    expect(after.context.choice).toEqual({ of: 'these', ids: [] })
    expect(new Set(after.context.hidden)).toEqual(new Set([...(choice.of === 'these' ? choice.ids : []), ...hidden]))
  }
})

test('[TREE-48] selects all cases between two ends in either order, and one case when an end is not found', () => {
  const ranges = lastSteps.flatMap(({ event, before, after }) => {
    const { range, choice } = before.context
    return event.type.startsWith('xstate.done.actor.allIds') && range !== null
      ? [{ range, choice, now: after.context.choice }]
      : []
  })
  expect(new Set(ranges.map(({ choice }) => choice.of))).toEqual(new Set(['these', 'all']))
  for (const { range, choice, now } of ranges) {
    const requestedValues = range.to === 9 ? [9] : FOUND
    expect(requestedValues.every(chosenBy(now))).toBe(true)
    expect(now.ids).toHaveLength(
      choice.of === 'all'
        ? choice.ids.filter((id) => !requestedValues.includes(id)).length
        : new Set([...choice.ids, ...requestedValues]).size,
    )
  }
})

test('replaces any selection by all cases, without their ids', () => {
  const all = lastSteps.filter(({ event, before }) => event.type === 'all/wanted' && !before.hasTag('busy'))
  expect(all.length).toBeGreaterThan(0)
  for (const { after } of all) {
    expect(after.value).toBe('on')
    expect(after.context.choice).toEqual({ of: 'all', ids: [] })
    expect(countOf(after.context.choice, 12_345)).toBe(12_345)
  }
})

test('deselects and selects one of all cases, and keeps the others', () => {
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

/** One step for each event that leads from one state to another, with each kind of choice. */
const samples = Object.values(
  Object.fromEntries(
    lastSteps.map((step) => {
      const { before, event, after } = step
      const { choice, purpose, range } = before.context
      return [JSON.stringify([before.value, choice.of, purpose, range, event, after.value]), step]
    }),
  ),
)

test('reports ids once and for the requested purpose: without a call when they are listed', () => {
  const emitted = samples.flatMap(({ path, event, before, after }) => {
    const already = play(caseSelection, { ...path, steps: path.steps.slice(0, -1) }, input).length
    const gathered = play(caseSelection, path, input)
      .slice(already)
      .filter(({ type }) => type === 'ids/gathered')
    const isAnswer = event.type.startsWith('xstate.done.actor.allIds') && before.matches('gathering')
    const isNamed = event.type === 'ids/wanted' && before.matches('on') && before.context.choice.of === 'these'
    const ids = isAnswer ? chosenOf(before) : before.context.choice.ids
    const purpose = event.type === 'ids/wanted' ? event.purpose : before.context.purpose
    const requestedValues = isAnswer || isNamed ? [{ type: 'ids/gathered', ids, purpose, isOrdered: isAnswer }] : []
    return [{ isAnswer, isNamed, gathered, wanted: requestedValues, after: after.context }]
  })
  expect(emitted.some(({ isAnswer }) => isAnswer) && emitted.some(({ isNamed }) => isNamed)).toBe(true)
  for (const { gathered, wanted } of emitted) expect(gathered).toEqual(wanted)
  for (const { after, wanted } of emitted.filter(({ isAnswer }) => isAnswer))
    expect(after).toMatchObject({ choice: { of: 'these', ids: wanted[0]?.ids }, purpose: null })
})

test('keeps the selection when a call fails or is no longer needed', () => {
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

test('a running machine follows the model', () => {
  expect(() => samples.forEach(({ path }) => play(caseSelection, path, input))).not.toThrow()
})

test('handles events during a request after its answer, in order', async () => {
  const answers: ((found: { ids: readonly number[] }) => void)[] = []
  const actor = createActor(
    caseSelection.provide({
      actors: { allIds: fromPromise(() => new Promise((resolve) => void answers.push(resolve))) },
    }),
    { input },
  ).start()
  const gathered: unknown[] = []
  actor.on('ids/gathered', ({ ids }) => gathered.push(ids))
  actor.send({ type: 'range/wanted', from: 1, to: 2 })
  actor.send({ type: 'range/wanted', from: 4, to: 5 })
  actor.send({ type: 'ids/wanted', purpose: 'delete' })
  answers[0]?.({ ids: [1, 2, 3, 4, 5] })
  await waitFor(actor, () => answers.length === 2)
  expect(gathered).toEqual([])
  answers[1]?.({ ids: [1, 2, 3, 4, 5] })
  await waitFor(actor, ({ value }) => value === 'on')
  expect(gathered).toEqual([[1, 2, 4, 5]])
  actor.stop()
})
