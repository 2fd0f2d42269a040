import { expect, test } from 'vitest'
import { createActor, fromPromise, waitFor } from 'xstate'
import type { TestPlan } from '../../../contract/plans/plans.ts'
import { openedPlan, type OpenedPlanEvent, type ReadPlan } from '../../../machines/plans/opened-plan.machine.ts'
import { describeMachine } from '../support/describe-machine.ts'

const plan = { id: 5, title: 'Autumn' } as TestPlan
const machine = openedPlan({ isMissing: (error) => error === 'missing' })

describeMachine(machine, {
  input: undefined,
  events: [
    { type: 'plan/refresh' },
    { type: 'xstate.done.actor.read', output: { plan } },
    { type: 'xstate.error.actor.read', error: 'unreachable' },
    { type: 'xstate.error.actor.read', error: 'missing' },
  ] as unknown as OpenedPlanEvent[],
  table: {
    'reading.newest': 'done(read) error(read) plan/refresh',
    'reading.overtaken': 'done(read) error(read)',
    shown: 'plan/refresh',
    left: '',
  },
  ignored: {
    'reading.overtaken': { events: 'plan/refresh', because: 'the plan is read again already' },
  },
  invariants: {
    '[PLANS-27] shows a plan only once it was read': (state) => !state.matches('shown') || state.context.plan !== null,
    '[PLANS-27] keeps the plan when a refresh fails': (state, before) =>
      before?.context.plan == null || state.context.plan !== null,
  },
})

test('[PLANS-26] [PLANS-27] leaves with the reason when the plan does not exist or is deleted meanwhile, not when the server is unreachable', async () => {
  const played = async (...answers: (ReadPlan | string)[]) => {
    const reasons: unknown[] = []
    const read = fromPromise<ReadPlan>(() => {
      const answer = answers.shift()
      return typeof answer === 'object' ? Promise.resolve(answer) : Promise.reject(answer as unknown as Error)
    })
    const leave = (_: unknown, { error }: { error: unknown }) => reasons.push(error)
    const actor = createActor(machine.provide({ actors: { read }, actions: { leave } })).start()
    while (answers.length > 0) {
      await waitFor(actor, (state) => state.matches('shown'))
      actor.send({ type: 'plan/refresh' })
    }
    await waitFor(actor, (state) => !state.matches('reading'))
    return reasons
  }
  expect(await played('missing')).toEqual(['missing'])
  expect(await played('unreachable')).toEqual(['unreachable'])
  expect(await played({ plan }, 'unreachable')).toEqual([])
  expect(await played({ plan }, 'missing')).toEqual(['missing'])
})
