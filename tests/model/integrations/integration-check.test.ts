import { createActor, fromPromise } from 'xstate'
import { expect, test, vi } from 'vitest'
import type { FieldValues } from '../../../contract/workspace/integration-kinds.ts'
import type { CheckResult } from '../../../contract/workspace/integrations.ts'
import {
  integrationCheck,
  type IntegrationCheckEvent,
} from '../../../machines/integrations/integration-check.machine.ts'
import { describeMachine } from '../support/describe-machine.ts'
import { play, toursThrough } from '../support/paths.ts'

const at = '2026-01-01T00:00:00Z'
const good = { at, problem: null, account: 'quality' }
const bad = { at, problem: 'The credentials are refused', account: null }
const events = [
  { type: 'check/start', values: { token: 'one' } },
  { type: 'check/cancel' },
  { type: 'values/changed' },
  { type: 'xstate.done.actor.check', output: good },
  { type: 'xstate.done.actor.check', output: bad },
  { type: 'xstate.error.actor.check', error: 'unreachable' },
] as IntegrationCheckEvent[]
const paths = describeMachine(integrationCheck, {
  input: undefined,
  events,
  table: {
    idle: 'check/start',
    checking: 'check/cancel values/changed done(check) error(check)',
    connected: 'check/start values/changed',
    failed: 'check/start values/changed',
    refused: 'check/start values/changed',
  },
  ignored: {
    idle: {
      events: 'check/cancel values/changed',
      because: 'no check runs, and no result is shown that the values could void',
    },
    checking: { events: 'check/start', because: 'the button shows progress until the answer' },
    connected: { events: 'check/cancel', because: 'no check runs' },
    failed: { events: 'check/cancel', because: 'no check runs' },
    refused: { events: 'check/cancel', because: 'no check runs' },
  },
  invariants: {
    'has a result exactly while it is about the values of the form': (s) => {
      const { result, failure } = s.context
      if (s.matches('connected')) return result !== null && result.problem === null && failure === null
      if (s.matches('failed')) return result !== null && result.problem !== null && failure === null
      return result === null && (failure !== null) === s.matches('refused')
    },
  },
})

test('emits each result', () => {
  for (const path of toursThrough(paths)) {
    const results = path.steps.filter(({ event }) => (event.type as string) === 'xstate.done.actor.check')
    const emitted = play(integrationCheck, path, undefined).map(({ type }) => type)
    expect([path.name, emitted]).toEqual([path.name, results.map(() => 'check/finished')])
  }
})

test('aborts the request of a cancelled check', async () => {
  const aborted = vi.fn<() => void>()
  const check = fromPromise<CheckResult, { values: FieldValues }>(
    ({ signal }) => new Promise(() => signal.addEventListener('abort', aborted)),
  )
  const actor = createActor(integrationCheck.provide({ actors: { check } })).start()
  actor.send({ type: 'check/start', values: { token: 'one' } })
  expect(actor.getSnapshot().value).toBe('checking')
  actor.send({ type: 'check/cancel' })
  expect(actor.getSnapshot().value).toBe('idle')
  expect(aborted).toHaveBeenCalledOnce()
})
