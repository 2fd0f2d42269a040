import { expect, test } from 'vitest'
import type { PresetSchedule } from '../../../contract/launchers/launcher-schedules.ts'
import {
  launcherSchedules,
  type LauncherSchedulesEvent,
  type SchedulesChange,
} from '../../../machines/launchers/launcher-schedules.machine.ts'
import { describeMachine } from '../support/describe-machine.ts'
import { play, toursThrough } from '../support/paths.ts'

const schedule = (id: number, status: 'RUNNING' | 'PAUSED' = 'RUNNING'): PresetSchedule => ({
  id,
  cron: '0 0 * * * *',
  timezone: 'UTC',
  type: 'CRON',
  status,
  version: 1,
  paused: null,
  nextRunAt: null,
  lastRun: null,
  preset: { id: 1, name: 'Nightly' },
})
const seen = [schedule(1), schedule(2), schedule(3, 'PAUSED')]
const paused = [1, 2, 3].map((id) => schedule(id, 'PAUSED'))
const done: SchedulesChange = { status: 'PAUSED', seen: paused.slice(0, 2), isAll: true }
const events = [
  { type: 'schedules/pause', seen },
  { type: 'schedules/pause', seen: [] },
  { type: 'schedules/resume', seen: paused },
  { type: 'schedules/undo', done },
  // Another user had paused them all: there is nothing to undo.
  { type: 'schedules/undo', done: { ...done, seen: [] } },
  { type: 'xstate.done.actor.change', output: { items: paused, changed: [1, 2] } },
  { type: 'xstate.error.actor.change', error: 'changed meanwhile' },
  { type: 'xstate.after.toast.launcherSchedules.settling' },
] as unknown as LauncherSchedulesEvent[]
const paths = describeMachine(launcherSchedules, {
  input: undefined,
  events,
  stopWhen: ({ context }) => context.waiting.length > 1,
  table: {
    idle: 'always schedules/{pause,resume,undo}',
    changing: 'done(change) error(change) schedules/undo',
    settling: 'after(toast) schedules/undo',
  },
  ignored: {
    changing: {
      events: 'schedules/pause schedules/resume',
      because: 'the buttons show progress until the answer',
    },
    settling: {
      events: 'schedules/pause schedules/resume',
      because: 'the buttons show progress until the toast',
    },
  },
})

test('changes the schedules that its user saw, and undoes those that were changed', () => {
  for (const { steps } of paths)
    steps.forEach(({ event, state: { value, context } }, i) => {
      if (value !== 'changing' || steps[i - 1]?.state.value !== 'idle') return
      const requested: Partial<Record<string, object>> = {
        'schedules/pause': { status: 'PAUSED', seen, isAll: true },
        'schedules/resume': { status: 'RUNNING', seen: paused, isAll: true },
        'schedules/undo': { status: 'RUNNING', seen: done.seen, isAll: false },
      }
      expect(context.wanted).toEqual(requested[event.type])
    })
})

test('[SCHED-13] emits an answer and a rejection immediately, success a second later', () => {
  for (const path of toursThrough(paths)) {
    const requested = path.steps.flatMap(({ event, state }): object[] => {
      const type: string = event.type
      if (type.startsWith('xstate.done')) return [{ type: 'schedules/answered', items: paused }]
      if (type.startsWith('xstate.error')) return [{ type: 'schedules/refused', error: 'changed meanwhile' }]
      if (!type.startsWith('xstate.after')) return []
      return [{ type: 'schedules/changed', done: { ...state.context.done, seen: paused.slice(0, 2) } }]
    })
    expect([path.name, play(launcherSchedules, path, undefined)]).toEqual([path.name, requested])
  }
})

test('undoes an earlier change after the one that is being saved', () => {
  const waited = paths.flatMap(({ steps }) =>
    steps.flatMap(({ state }, i) => {
      const before = steps[i - 1]?.state
      return state.value === 'changing' && (before?.context.waiting.length ?? 0) > state.context.waiting.length
        ? [[before?.context.waiting[0], state.context.wanted]]
        : []
    }),
  )
  expect(waited.length).toBeGreaterThan(0)
  expect(waited.map(([, wanted]) => wanted)).toEqual(waited.map(([waiting]) => waiting))
})
