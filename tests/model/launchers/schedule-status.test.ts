import { expect, test } from 'vitest'
import type { Schedule } from '../../../contract/launchers/schedules.ts'
import { scheduleStatus, type ScheduleStatusEvent } from '../../../machines/launchers/schedule-status.machine.ts'
import { describeMachine } from '../support/describe-machine.ts'
import { play } from '../support/paths.ts'

const schedule = (id: number, status: 'RUNNING' | 'PAUSED'): Schedule => ({
  id,
  cron: '0 0 * * * *',
  timezone: 'UTC',
  type: 'CRON',
  status,
  version: 1,
  paused: null,
  nextRunAt: null,
  lastRun: null,
})
const seen = [schedule(7, 'RUNNING'), schedule(8, 'RUNNING')]
const output = { items: [schedule(7, 'PAUSED'), schedule(8, 'RUNNING')], skipped: [{ id: 8, reason: 'changed' }] }
const events = [
  { type: 'schedule/pause', seen: seen.slice(0, 1), isAll: false },
  { type: 'schedule/pause', seen, isAll: true },
  { type: 'schedule/resume', seen: seen.slice(0, 1), isAll: false },
  { type: 'schedule/resume', seen, isAll: true },
  { type: 'xstate.done.actor.change', output },
  { type: 'xstate.error.actor.change', error: 'gone' },
  { type: 'xstate.after.toast.scheduleStatus.settling' },
] as unknown as ScheduleStatusEvent[]
const paths = describeMachine(scheduleStatus, {
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

test('[SCHED-13] emits the change of one schedule immediately, and of all after a second, with the skipped ones', () => {
  const ends = new Set<string>()
  for (const path of paths) {
    const emitted = play(scheduleStatus, path, undefined)
    const requestedValues: unknown[] = []
    path.steps.forEach(({ event, state }, i) => {
      const before = path.steps[i - 1]?.state
      const type: string = event.type
      if (type.startsWith('xstate.error')) requestedValues.push({ type: 'schedules/refused', error: 'gone' })
      if (before?.value === 'changing' && state.value === 'settling') ends.add('all')
      if (type.startsWith('xstate.done')) requestedValues.push({ type: 'schedules/answered', schedules: output.items })
      const isTold = type.startsWith('xstate.after') || (type.startsWith('xstate.done') && state.value === 'idle')
      if (isTold)
        requestedValues.push({ type: 'schedules/changed', requested: state.context.requested, answer: output })
      if (isTold) ends.add(state.context.requested?.isAll ? 'all later' : 'one')
    })
    expect([path.name, emitted]).toEqual([path.name, requestedValues])
  }
  expect(ends).toEqual(new Set(['one', 'all', 'all later']))
})
