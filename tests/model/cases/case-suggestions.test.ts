import { createActor, fromCallback } from 'xstate'
import { expect, test } from 'vitest'
import type { SuggestedCase } from '../../../contract/cases/suggestions.ts'
import {
  caseSuggestions,
  undecided,
  type AcceptInput,
  type CaseSuggestionsEvent,
  type KeepEvent,
} from '../../../machines/cases/case-suggestions.machine.ts'
import { breaches, missedBy, pathsOf, play } from '../support/paths.ts'
import { expectTable } from '../support/table.ts'

const suggested = { title: 'Pay twice', steps: [] } as unknown as SuggestedCase
const error = new Error('no')
const events: CaseSuggestionsEvent[] = [1, 2].flatMap((suiteId): CaseSuggestionsEvent[] => [
  { type: 'suggestions/wanted', suiteId, requirements: '' },
  { type: 'case/suggested', suiteId, suggested },
  { type: 'stream/ended', suiteId },
  { type: 'stream/failed', suiteId, error },
  { type: 'generation/stopped', suiteId },
  { type: 'suggestions/accepted', suiteId, keys: [1] },
  { type: 'suggestions/accepted', suiteId, keys: null },
  { type: 'suggestions/rejected', suiteId, keys: [1] },
  { type: 'suggestions/rejected', suiteId, keys: null },
  { type: 'acceptance/done', suiteId, keys: [1], operationId: 'one' },
  { type: 'acceptance/failed', suiteId, error },
])
events.push({ type: 'suggestions/restored', suites: { 1: [suggested] } })
/** A visit after which something was left, told by what is kept of this one. */
const keeping = (kept: KeepEvent['suites'][], earlier?: KeepEvent['suites']) =>
  fromCallback<KeepEvent, undefined, CaseSuggestionsEvent>(({ sendBack, receive }) => {
    receive(({ suites }) => void kept.push(suites))
    if (earlier !== undefined) sendBack({ type: 'suggestions/restored', suites: earlier })
  })
const paths = pathsOf(caseSuggestions, {
  input: undefined,
  events,
  stopWhen: ({ context }) => context.nextKey > 3,
})
const suitesOf = ({ context }: (typeof paths)[number]['steps'][number]['state']) => Object.values(context.suites)

test('each state handles the events of its table', () =>
  expectTable(caseSuggestions, {
    none: 'always suggestions/{restored,wanted}',
    some: 'acceptance/{done,failed} always case/suggested generation/stopped stream/{ended,failed} suggestions/{accepted,rejected,restored,wanted}',
  }))

test('the paths reach every state and take every transition', () =>
  expect(missedBy(caseSuggestions, paths)).toEqual([]))

test('a running machine goes every path as the model says', () => {
  for (const path of paths) expect(() => play(caseSuggestions, path, undefined)).not.toThrow()
})

test('[AISG-03] [AISG-09] on every path the view is locked exactly while a suite is written for or has something to decide on', () =>
  expect(
    breaches(
      paths,
      (s) =>
        s.matches('some') ===
        suitesOf(s).some(({ isGenerating, suggestions }) => isGenerating || suggestions.length > 0),
    ),
  ).toEqual([]))

test('[AISG-06] [AISG-08] on every path what is being accepted is still there, and what is rejected is not', () =>
  expect(
    breaches(paths, (s) =>
      suitesOf(s).every(({ accepting, suggestions }) =>
        accepting.every((wanted) => suggestions.some(({ key }) => key === wanted)),
      ),
    ),
  ).toEqual([]))

test('undecided suggestions are listed before newer ones, each with its own key', () => {
  const actor = createActor(
    caseSuggestions.provide({ actors: { keep: keeping([]), generate: fromCallback(() => undefined) } }),
  ).start()
  actor.send({ type: 'suggestions/wanted', suiteId: 1, requirements: '' })
  actor.send({ type: 'case/suggested', suiteId: 1, suggested })
  const [a, b] = ['Pay late', 'Pay never'].map((title) => ({ ...suggested, title }))
  const earlier = { 1: [a], 2: [b] } as Record<number, SuggestedCase[]>
  actor.send({ type: 'suggestions/restored', suites: earlier })
  const { suites } = actor.getSnapshot().context
  expect(undecided(suites)).toEqual({ 1: [a, suggested], 2: [b] })
  const keys = Object.values(suites).flatMap((suite) => suite.suggestions.map(({ key }) => key))
  expect(new Set(keys).size).toBe(3)
})

test('[AISG-05] [AISG-07] one is accepted, or all that are left; a refusal gives them back', () => {
  const asked: AcceptInput[] = []
  const actor = createActor(
    caseSuggestions.provide({
      actors: {
        keep: keeping([]),
        generate: fromCallback(() => undefined),
        accept: fromCallback(({ input }) => void asked.push(input)),
      },
    }),
  ).start()
  actor.send({ type: 'suggestions/wanted', suiteId: 1, requirements: '' })
  for (let i = 0; i < 3; i += 1) actor.send({ type: 'case/suggested', suiteId: 1, suggested })
  actor.send({ type: 'suggestions/accepted', suiteId: 1, keys: [2] })
  actor.send({ type: 'suggestions/accepted', suiteId: 1, keys: null }) // not before the other is answered
  actor.send({ type: 'suggestions/rejected', suiteId: 1, keys: [2] })
  expect(asked.map(({ keys }) => keys)).toEqual([[2]])
  actor.send({ type: 'acceptance/failed', suiteId: 1, error })
  expect(actor.getSnapshot().context.suites[1]?.suggestions).toHaveLength(3)
  actor.send({ type: 'suggestions/rejected', suiteId: 1, keys: [1] })
  actor.send({ type: 'suggestions/accepted', suiteId: 1, keys: null })
  expect(asked.at(-1)?.keys).toEqual([2, 3])
  actor.send({ type: 'stream/ended', suiteId: 1 })
  actor.send({ type: 'acceptance/done', suiteId: 1, keys: [2, 3], operationId: 'one' })
  expect(actor.getSnapshot().matches('none')).toBe(true)
})

test('rejected suggestions are emitted, and return when the rejection is undone', () => {
  const actor = createActor(
    caseSuggestions.provide({ actors: { keep: keeping([]), generate: fromCallback(() => undefined) } }),
  ).start()
  const emitted: unknown[] = []
  actor.on('cases/rejected', (event) => {
    emitted.push(event)
    actor.send({ type: 'suggestions/restored', suites: { [event.suiteId]: event.testCases } })
  })
  actor.send({ type: 'suggestions/wanted', suiteId: 1, requirements: '' })
  actor.send({ type: 'case/suggested', suiteId: 1, suggested })
  actor.send({ type: 'suggestions/rejected', suiteId: 1, keys: [7] })
  expect(emitted).toEqual([])
  actor.send({ type: 'suggestions/rejected', suiteId: 1, keys: null })
  expect(emitted).toEqual([{ type: 'cases/rejected', suiteId: 1, testCases: [suggested] }])
  expect(undecided(actor.getSnapshot().context.suites)).toEqual({ 1: [suggested] })
})

test('what is left to decide is kept as it changes, what an earlier visit left with it, and nothing once all is decided', () => {
  const kept: KeepEvent['suites'][] = []
  const late = { ...suggested, title: 'Pay late' } as SuggestedCase
  const actor = createActor(
    caseSuggestions.provide({
      actors: { keep: keeping(kept, { 2: [late] }), generate: fromCallback(() => undefined) },
    }),
  ).start()
  expect(kept).toEqual([{ 2: [late] }])
  actor.send({ type: 'suggestions/wanted', suiteId: 1, requirements: '' })
  actor.send({ type: 'case/suggested', suiteId: 1, suggested })
  expect(kept.at(-1)).toEqual({ 1: [suggested], 2: [late] })
  actor.send({ type: 'suggestions/rejected', suiteId: 2, keys: null })
  actor.send({ type: 'stream/ended', suiteId: 1 })
  actor.send({ type: 'suggestions/rejected', suiteId: 1, keys: null })
  expect(kept.at(-1)).toEqual({})
  expect(actor.getSnapshot().matches('none')).toBe(true)
})
