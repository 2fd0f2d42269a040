import { expect, test } from 'vitest'
import { scheduleStatus, type ScheduleStatusEvent } from '../../../machines/launchers/schedule-status.machine.ts'
import { breaches, missedBy, pathsOf, play } from '../support/paths.ts'

const machine = scheduleStatus<string>()
const input = { schedules: ['RUNNING', 'RUNNING'] }
const events = [
  { type: 'schedule/pause', id: 7 },
  { type: 'schedule/pause', id: null },
  { type: 'schedule/resume', id: 7 },
  { type: 'schedule/resume', id: null },
  { type: 'xstate.done.actor.change', output: ['PAUSED', 'PAUSED'] },
  { type: 'xstate.error.actor.change', error: 'gone' },
  { type: 'xstate.after.toast.scheduleStatus.settling' },
] as ScheduleStatusEvent[]
const paths = pathsOf(machine, { input, events })

test('the paths reach every state and take every transition', () => expect(missedBy(machine, paths)).toEqual([]))

test('[SCHED-13] a change of one is emitted when it is done, a change of all a second later', () => {
  const ends = new Set<string>()
  for (const path of paths) {
    const emitted = play(machine, path, input)
    const wanted: unknown[] = []
    path.steps.forEach(({ event, state }, i) => {
      const before = path.steps[i - 1]?.state
      const type: string = event.type
      if (type.startsWith('xstate.error')) wanted.push({ type: 'schedules/refused', error: 'gone' })
      if (before?.value === 'changing' && state.value === 'settling') ends.add('all')
      const isTold = type.startsWith('xstate.after') || (type.startsWith('xstate.done') && state.value === 'idle')
      if (isTold) wanted.push({ type: 'schedules/changed', wanted: state.context.wanted })
      if (isTold) ends.add(state.context.wanted?.id === null ? 'all later' : 'one')
    })
    expect([path.name, emitted]).toEqual([path.name, wanted])
  }
  expect(ends).toEqual(new Set(['one', 'all', 'all later']))
})

test('what a change answers is shown at once', () =>
  expect(
    breaches(paths, ({ value, context }) => value !== 'settling' || String(context.schedules) === 'PAUSED,PAUSED'),
  ).toEqual([]))
