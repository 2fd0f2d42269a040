import { expect, test } from 'vitest'
import { caseSelection, type CaseSelectionEvent } from '../../machines/case-selection.ts'
import { breaches, missedBy, pathsOf, play } from './support/paths.ts'

const input = undefined
const events = [
  { type: 'selection/switched' },
  { type: 'case/chosen', id: 1, isSelected: true },
  { type: 'case/chosen', id: 1, isSelected: false },
  { type: 'cases/added', ids: [2] },
  { type: 'range/wanted', from: 1, to: 3 },
  { type: 'range/wanted', from: 1, to: 9 },
  { type: 'all/wanted' },
  { type: 'selection/cleared' },
  { type: 'cases/gone', ids: [1, 2] },
  { type: 'question/changed' },
  { type: 'xstate.done.actor.allIds', output: { ids: [1, 2, 3] } },
  { type: 'xstate.error.actor.allIds', error: 'unreachable' },
] as CaseSelectionEvent[]
const paths = pathsOf(caseSelection, { input, events, stopWhen: ({ context }) => context.ids.length > 1 })

test('the paths reach every state and take every transition', () => expect(missedBy(caseSelection, paths)).toEqual([]))

test('[TREE-47] on every path nothing is chosen while the mode is off, and no case twice', () => {
  expect(breaches(paths, (s) => !s.matches('off') || s.context.ids.length === 0)).toEqual([])
  expect(breaches(paths, ({ context: { ids } }) => new Set(ids).size === ids.length)).toEqual([])
})

test('on every path what is gone, or out of sight of a new search, is not chosen', () => {
  for (const { steps } of paths) {
    const { event, state } = steps.at(-1) ?? {}
    if (event?.type !== 'cases/gone' && event?.type !== 'question/changed') continue
    const left = event.type === 'cases/gone' ? [1, 2] : state?.context.ids
    expect(state?.context.ids.filter((id) => left?.includes(id))).toEqual([])
  }
})

test('[TREE-48] a range holds all between its ends, whichever comes first, and a place that is not found is one case', () => {
  for (const { steps } of paths) {
    const { event, state } = steps.at(-1) ?? {}
    const before = steps.at(-2)?.state.context
    if (!event?.type.startsWith('xstate.done') || !before?.range) continue
    const wanted = before.range.to === 9 ? [9] : [1, 2, 3]
    expect(wanted.every((id) => state?.context.ids.includes(id))).toBe(true)
    expect(state?.context.ids.length).toBe(new Set([...before.ids, ...wanted]).size)
  }
})

test('a running machine goes every path', () => {
  expect(() => paths.forEach((path) => play(caseSelection, path, input))).not.toThrow()
})
