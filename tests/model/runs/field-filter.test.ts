import { expect, test } from 'vitest'
import { createActor, fromCallback, fromPromise } from 'xstate'
import type { FieldFilter } from '../../../contract/cases/filter.ts'
import { fieldFilter, type FieldFilterEvent } from '../../../machines/runs/field-filter.machine.ts'
import { breaches, missedBy, pathsOf } from '../support/paths.ts'
import { expectTable } from '../support/table.ts'

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
const paths = pathsOf(fieldFilter, { input: undefined, events })

test('each state handles the events of its table', () =>
  expectTable(fieldFilter, {
    off: 'cases/counted fields/chosen',
    'asked.finding': 'cases/counted done(find) error(find) fields/chosen',
    'asked.found': 'cases/counted fields/chosen',
    'asked.failed': 'cases/counted fields/chosen fields/retry',
  }))

test('the paths reach every state and take every transition', () => expect(missedBy(fieldFilter, paths)).toEqual([]))

test('without a filter nothing is found, and a failure hides what was found before', () => {
  expect(breaches(paths, (s) => !s.matches('off') || (s.context.found === null && s.context.failure === null))).toEqual(
    [],
  )
  expect(
    breaches(paths, (s) => !s.matches({ asked: 'failed' }) || (s.context.found === null && s.context.failure !== null)),
  ).toEqual([])
  expect(breaches(paths, (s) => !s.matches({ asked: 'found' }) || s.context.found?.size === 2)).toEqual([])
})

test('cases are found again when others are in the run, and not when they are counted for the first time', () => {
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

test('another choice asks again, and the address is followed from the start to the end', async () => {
  const asked: unknown[] = []
  let starts = 0
  const find = fromPromise<{ caseIds: readonly number[] }, { fields: readonly FieldFilter[] }>(({ input }) => {
    asked.push(input.fields)
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
  expect(asked).toEqual([[risk], [risk, risk]])
  expect(starts).toBe(1)
  expect(actor.getSnapshot().value).toEqual({ asked: 'found' })
  actor.stop()
})
