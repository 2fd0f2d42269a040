import { expect, test } from 'vitest'
import { createActor, fromPromise, waitFor } from 'xstate'
import type { TestPlan } from '../../../contract/plans/plans.ts'
import { openedPlan, type OpenedPlanEvent, type ReadPlan } from '../../../machines/plans/opened-plan.machine.ts'
import { breaches, missedBy, pathsOf } from '../support/paths.ts'
import { expectTable } from '../support/table.ts'

const plan = { id: 5, title: 'Autumn' } as TestPlan
const machine = openedPlan({ isMissing: (error) => error === 'missing' })
const events = [
  { type: 'plan/refresh' },
  { type: 'xstate.done.actor.read', output: { plan } },
  { type: 'xstate.error.actor.read', error: 'unreachable' },
  { type: 'xstate.error.actor.read', error: 'missing' },
] as unknown as OpenedPlanEvent[]
const paths = pathsOf(machine, { input: undefined, events })

test('each state handles the events of its table', () =>
  expectTable(machine, {
    'reading.newest': 'done(read) error(read) plan/refresh',
    'reading.overtaken': 'done(read) error(read)',
    shown: 'plan/refresh',
    left: '',
  }))

test('the paths reach every state and take every transition', () => expect(missedBy(machine, paths)).toEqual([]))

test('[PLANS-27] a plan is shown only once it was read, and never lost by a failure of the network', () => {
  expect(breaches(paths, (state) => !state.matches('shown') || state.context.plan !== null)).toEqual([])
  expect(breaches(paths, (state, before) => before?.context.plan == null || state.context.plan !== null)).toEqual([])
  const unreachable = paths.filter(({ steps }) => {
    const last = steps.at(-1)
    return (
      (last?.event as { error?: unknown } | undefined)?.error === 'unreachable' && last?.state.context.plan !== null
    )
  })
  expect(unreachable.length).toBeGreaterThan(0)
  expect(unreachable.filter(({ steps }) => steps.at(-1)?.state.matches('left') === true)).toEqual([])
})

test('[PLANS-26] one that does not exist, or is deleted while it is shown, is left with the reason', async () => {
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
