import { createActor, fromCallback, type SnapshotFrom } from 'xstate'
import { expect, test } from 'vitest'
import type { SuggestedCase } from '../../../contract/cases/suggestions.ts'
import {
  caseSuggestions,
  undecided,
  type AcceptInput,
  type CaseSuggestionsEvent,
  type KeepEvent,
} from '../../../machines/cases/case-suggestions.machine.ts'
import { describeMachine } from '../support/describe-machine.ts'
import { play, toursThrough } from '../support/paths.ts'

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
/** A visit that follows an earlier one with saved suggestions. */
const keeping = (stored: KeepEvent['suites'][], earlier?: KeepEvent['suites']) =>
  fromCallback<KeepEvent, undefined, CaseSuggestionsEvent>(({ sendBack, receive }) => {
    receive(({ suites }) => void stored.push(suites))
    if (earlier !== undefined) sendBack({ type: 'suggestions/restored', suites: earlier })
  })
const suitesOf = ({ context }: SnapshotFrom<typeof caseSuggestions>) => Object.values(context.suites)
const paths = describeMachine(caseSuggestions, {
  input: undefined,
  events,
  stopWhen: ({ context }) => context.nextKey > 3,
  table: {
    none: 'always suggestions/{restored,wanted}',
    some: 'acceptance/{done,failed} always case/suggested generation/stopped stream/{ended,failed} suggestions/{accepted,rejected,restored,wanted}',
  },
  ignored: {
    none: {
      events:
        'case/suggested stream/ended stream/failed generation/stopped suggestions/accepted suggestions/rejected acceptance/done acceptance/failed',
      because: 'no suite has suggestions or is written for',
    },
  },
  invariants: {
    '[AISG-03] [AISG-09] locks the view exactly while a suite is being written for or has undecided suggestions': (s) =>
      s.matches('some') === suitesOf(s).some(({ isGenerating, suggestions }) => isGenerating || suggestions.length > 0),
    '[AISG-06] [AISG-08] keeps suggestions that are being accepted, and drops rejected ones': (s) =>
      suitesOf(s).every(({ accepting, suggestions }) =>
        accepting.every((requested) => suggestions.some(({ key }) => key === requested)),
      ),
  },
})
test('a running machine follows the tours as the model does', () => {
  for (const path of toursThrough(paths)) expect(() => play(caseSuggestions, path, undefined)).not.toThrow()
})

test('lists undecided suggestions before newer ones, each with its own key', () => {
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

test('[AISG-05] [AISG-07] accepts one suggestion or all, and returns them when rejected by the server', () => {
  const requests: AcceptInput[] = []
  const actor = createActor(
    caseSuggestions.provide({
      actors: {
        keep: keeping([]),
        generate: fromCallback(() => undefined),
        accept: fromCallback(({ input }) => void requests.push(input)),
      },
    }),
  ).start()
  actor.send({ type: 'suggestions/wanted', suiteId: 1, requirements: '' })
  for (let i = 0; i < 3; i += 1) actor.send({ type: 'case/suggested', suiteId: 1, suggested })
  actor.send({ type: 'suggestions/accepted', suiteId: 1, keys: [2] })
  actor.send({ type: 'suggestions/accepted', suiteId: 1, keys: null }) // not before the other request is answered
  actor.send({ type: 'suggestions/rejected', suiteId: 1, keys: [2] })
  expect(requests.map(({ keys }) => keys)).toEqual([[2]])
  actor.send({ type: 'acceptance/failed', suiteId: 1, error })
  expect(actor.getSnapshot().context.suites[1]?.suggestions).toHaveLength(3)
  actor.send({ type: 'suggestions/rejected', suiteId: 1, keys: [1] })
  actor.send({ type: 'suggestions/accepted', suiteId: 1, keys: null })
  expect(requests.at(-1)?.keys).toEqual([2, 3])
  actor.send({ type: 'stream/ended', suiteId: 1 })
  actor.send({ type: 'acceptance/done', suiteId: 1, keys: [2, 3], operationId: 'one' })
  expect(actor.getSnapshot().matches('none')).toBe(true)
})

test('emits rejected suggestions, and returns them when the rejection is undone', () => {
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

test('stores undecided suggestions as they change, and nothing once all are decided', () => {
  const stored: KeepEvent['suites'][] = []
  const late = { ...suggested, title: 'Pay late' } as SuggestedCase
  const actor = createActor(
    caseSuggestions.provide({
      actors: { keep: keeping(stored, { 2: [late] }), generate: fromCallback(() => undefined) },
    }),
  ).start()
  expect(stored).toEqual([{ 2: [late] }])
  actor.send({ type: 'suggestions/wanted', suiteId: 1, requirements: '' })
  actor.send({ type: 'case/suggested', suiteId: 1, suggested })
  expect(stored.at(-1)).toEqual({ 1: [suggested], 2: [late] })
  actor.send({ type: 'suggestions/rejected', suiteId: 2, keys: null })
  actor.send({ type: 'stream/ended', suiteId: 1 })
  actor.send({ type: 'suggestions/rejected', suiteId: 1, keys: null })
  expect(stored.at(-1)).toEqual({})
  expect(actor.getSnapshot().matches('none')).toBe(true)
})
