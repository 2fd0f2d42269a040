import { expect, test } from 'vitest'
import { createActor, fromCallback, fromPromise } from 'xstate'
import type { FieldFilter } from '../../../contract/cases/filter.ts'
import { fieldFilter, type FieldFilterEvent } from '../../../machines/runs/field-filter.machine.ts'
import { describeMachine } from '../support/describe-machine.ts'

const risk: FieldFilter = { fieldId: 7, wanted: { kind: 'options', ids: [3] } }
const events = [
  { type: 'fields/chosen', fields: [risk] },
  { type: 'fields/chosen', fields: [] },
  { type: 'cases/counted', count: 3 },
  { type: 'cases/counted', count: 4 },
  { type: 'fields/retry' },
  { type: 'xstate.done.actor.find', output: { caseIds: [1, 2] } },
  { type: 'xstate.error.actor.find', error: 'offline' },
] as unknown as FieldFilterEvent[]

const paths = describeMachine(fieldFilter, {
  input: undefined,
  events,
  table: {
    off: 'cases/counted fields/chosen',
    'asked.finding': 'cases/counted done(find) error(find) fields/chosen',
    'asked.found': 'cases/counted fields/chosen',
    'asked.failed': 'cases/counted fields/chosen fields/retry',
  },
  ignored: {
    off: { events: 'fields/retry', because: 'the page offers a retry only after a failure' },
    'asked.finding': { events: 'fields/retry', because: 'the page offers a retry only after a failure' },
    'asked.found': { events: 'fields/retry', because: 'the page offers a retry only after a failure' },
  },
  invariants: {
    'has neither matches nor a failure without a filter': (s) =>
      !s.matches('off') || (s.context.found === null && s.context.failure === null),
    'hides earlier matches after a failure': (s) =>
      !s.matches({ asked: 'failed' }) || (s.context.found === null && s.context.failure !== null),
    'shows the matches of the answer': (s) => !s.matches({ asked: 'found' }) || s.context.found?.size === 2,
  },
})

test('searches again when the number of cases changes, not when it becomes known', () => {
  const last = paths.map(({ steps }) => [steps.at(-2)?.state, steps.at(-1)] as const)
  const counted = last.filter(
    ([before, step]) => step?.event.type === 'cases/counted' && before?.matches({ asked: 'found' }),
  )
  expect(counted.length).toBeGreaterThan(2)
  for (const [before, step] of counted) {
    const isOther = before?.context.count !== null && before?.context.count !== step?.state.context.count
    expect(step?.state.matches({ asked: isOther ? 'finding' : 'found' })).toBe(true)
  }
})

test('searches again for another filter, and subscribes to the address only once', async () => {
  const requests: unknown[] = []
  let starts = 0
  const find = fromPromise<{ caseIds: readonly number[] }, { fields: readonly FieldFilter[] }>(({ input }) => {
    requests.push(input.fields)
    return Promise.resolve({ caseIds: [1] })
  })
  const address = fromCallback<FieldFilterEvent>(({ sendBack }) => {
    starts += 1
    if (starts === 1) sendBack({ type: 'fields/chosen', fields: [risk] })
  })
  const actors = { find, address, cases: fromCallback<FieldFilterEvent>(() => undefined) }
  const actor = createActor(fieldFilter.provide({ actors })).start()
  actor.send({ type: 'fields/chosen', fields: [risk, risk] })
  await new Promise((resolve) => setImmediate(resolve))
  expect(requests).toEqual([[risk], [risk, risk]])
  expect(starts).toBe(1)
  expect(actor.getSnapshot().value).toEqual({ asked: 'found' })
  actor.stop()
})
