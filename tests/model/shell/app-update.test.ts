import { expect, test } from 'vitest'
import { createActor, fromCallback, SimulatedClock } from 'xstate'
import { appUpdateMachine, type AppUpdateEvent } from '../../../machines/shell/app-update.machine.ts'
import { describeMachine } from '../support/describe-machine.ts'
import { play, toursThrough } from '../support/paths.ts'

const events = [
  { type: 'version/waits' },
  { type: 'version/began' },
  { type: 'update/take' },
  { type: 'update/later' },
  { type: 'xstate.after.patience.appUpdate.taking' },
] as AppUpdateEvent[]
const paths = describeMachine(appUpdateMachine, {
  input: undefined,
  events,
  table: {
    current: 'version/{began,waits}',
    waiting: 'update/{later,take} version/began',
    postponed: 'version/{began,waits}',
    taking: 'version/began after(patience)',
    replaced: 'update/take',
    reloading: 'version/began',
  },
  ignored: {
    current: { events: 'update/take update/later', because: 'no update is offered' },
    waiting: { events: 'version/waits', because: 'the update is offered already' },
    postponed: { events: 'update/take update/later', because: 'the offer is hidden' },
    replaced: {
      events: 'version/waits version/began update/later',
      because: 'the page runs an older version already, and offers only to reload',
    },
    taking: { events: 'version/waits update/take update/later', because: 'the page reloads with the newest version' },
    reloading: {
      events: 'version/waits update/take update/later',
      because: 'the page reloads with the newest version',
    },
  },
})

test('reloads the page only after its user accepted', () => {
  for (const path of toursThrough(paths)) {
    const requested = path.steps.some(
      ({ event }, i) =>
        event.type === 'update/take' &&
        ['waiting', 'replaced'].some((state) => path.steps[i - 1]?.state.matches(state as 'waiting')),
    )
    const emitted = play(appUpdateMachine, path, undefined)
    expect(emitted.some(({ type }) => type === 'page/reload') && !requested).toBe(false)
  }
})

test('reloads the page again when the version starts after the first reload', () => {
  const clock = new SimulatedClock()
  const versions = fromCallback<AppUpdateEvent>(() => undefined)
  const update = createActor(appUpdateMachine.provide({ actors: { versions } }), { clock })
  const emitted: string[] = []
  update.on('*', ({ type }) => emitted.push(type))
  update.start()
  update.send({ type: 'version/waits' })
  update.send({ type: 'update/take' })
  clock.increment(5000)
  expect(emitted).toEqual(['version/take-over', 'page/reload'])
  update.send({ type: 'version/began' })
  expect(emitted).toEqual(['version/take-over', 'page/reload', 'page/reload'])
})

test('begins another version only after it was taken here or elsewhere', () => {
  for (const { steps } of paths)
    for (const { state } of steps)
      expect(state.matches('reloading') && !steps.some(({ event }) => event.type === 'update/take')).toBe(false)
})
