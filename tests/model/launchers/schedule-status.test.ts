import { expect, test } from 'vitest'
import { scheduleStatus, type ScheduleStatusEvent } from '../../../machines/launchers/schedule-status.machine.ts'
import { describeMachine } from '../support/describe-machine.ts'
import { play } from '../support/paths.ts'

const machine = scheduleStatus<string>()
const events = [
  { type: 'schedule/pause', id: 7 },
  { type: 'schedule/pause', id: null },
  { type: 'schedule/resume', id: 7 },
  { type: 'schedule/resume', id: null },
  { type: 'xstate.done.actor.change', output: ['PAUSED', 'PAUSED'] },
  { type: 'xstate.error.actor.change', error: 'gone' },
  { type: 'xstate.after.toast.scheduleStatus.settling' },
] as ScheduleStatusEvent[]
const paths = describeMachine(machine, {
  input: undefined,
  events,
  table: {
    idle: 'schedule/{pause,resume}',
    changing: 'done(change) error(change)',
    settling: 'after(toast)',
  },
  ignored: {
    changing: { events: 'schedule/pause schedule/resume', because: 'the switches show progress until the answer' },
    settling: { events: 'schedule/pause schedule/resume', because: 'the switches show progress until the toast' },
  },
})

test('[SCHED-13] emits the change of one schedule immediately, and of all after a second', () => {
  const ends = new Set<string>()
  for (const path of paths) {
    const emitted = play(machine, path, undefined)
    const wanted: unknown[] = []
    path.steps.forEach(({ event, state }, i) => {
      const before = path.steps[i - 1]?.state
      const type: string = event.type
      if (type.startsWith('xstate.error')) wanted.push({ type: 'schedules/refused', error: 'gone' })
      if (before?.value === 'changing' && state.value === 'settling') ends.add('all')
      if (type.startsWith('xstate.done')) wanted.push({ type: 'schedules/answered', schedules: ['PAUSED', 'PAUSED'] })
      const isTold = type.startsWith('xstate.after') || (type.startsWith('xstate.done') && state.value === 'idle')
      if (isTold) wanted.push({ type: 'schedules/changed', requested: state.context.requested })
      if (isTold) ends.add(state.context.requested?.id === null ? 'all later' : 'one')
    })
    expect([path.name, emitted]).toEqual([path.name, wanted])
  }
  expect(ends).toEqual(new Set(['one', 'all', 'all later']))
})
