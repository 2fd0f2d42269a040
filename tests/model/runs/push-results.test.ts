import { expect, test } from 'vitest'
import { createActor, fromPromise, waitFor } from 'xstate'
import { pushResults, type PushResultsEvent, type PushTarget } from '../../../machines/runs/push-results.machine.ts'
import { describeMachine } from '../support/describe-machine.ts'

const run = { id: 7, title: 'Release 2' }
const events = [
  { type: 'run/chosen', run },
  { type: 'run/chosen', run: null },
  { type: 'push/confirm' },
  { type: 'xstate.done.actor.push', output: { results: 3 } },
  { type: 'xstate.error.actor.push', error: 'refused' },
] as unknown as PushResultsEvent[]
const paths = describeMachine(pushResults, {
  input: undefined,
  events,
  table: {
    choosing: 'push/confirm run/chosen',
    pushing: 'done(push) error(push) run/chosen',
    done: '',
  },
  ignored: {
    pushing: { events: 'push/confirm', because: 'the button shows progress until the answer' },
  },
  invariants: {
    '[ACTIONS-08] pushes only into a run': (s) => !s.matches('pushing') || s.context.pushed !== null,
  },
})

test('[ACTIONS-08] keeps the chosen run when a push fails', () => {
  const failed = paths.flatMap(({ steps }) =>
    steps.flatMap(({ event, state }, i) =>
      event.type.startsWith('xstate.error') ? [{ before: steps[i - 1]?.state.context, after: state.context }] : [],
    ),
  )
  expect(failed.length).toBeGreaterThan(0)
  expect(failed.filter(({ before, after }) => before?.run !== after.run || after.failure === null)).toEqual([])
})

test('takes a run chosen while it pushes for the next try, and reports the run it pushed into', async () => {
  const requested: { runId: number; answer: () => void; refuse: () => void }[] = []
  const push = fromPromise<{ results: number }, { run: PushTarget }>(
    ({ input }) =>
      new Promise((resolve, reject) => {
        requested.push({
          runId: input.run.id,
          answer: () => resolve({ results: 3 }),
          refuse: () => reject(new Error('refused')),
        })
      }),
  )
  const actor = createActor(pushResults.provide({ actors: { push } })).start()
  const emitted: unknown[] = []
  actor.on('results/pushed', (event) => emitted.push(event.run.id))
  actor.send({ type: 'run/chosen', run })
  actor.send({ type: 'push/confirm' })
  actor.send({ type: 'run/chosen', run: { id: 8, title: 'Release 3' } })
  requested[0]?.refuse()
  await waitFor(actor, (state) => state.matches('choosing'))
  expect(actor.getSnapshot().context.run?.id).toBe(8)
  actor.send({ type: 'push/confirm' })
  actor.send({ type: 'run/chosen', run })
  requested[1]?.answer()
  await waitFor(actor, (state) => state.matches('done'))
  expect(requested.map(({ runId }) => runId)).toEqual([7, 8])
  expect(emitted).toEqual([8])
})
