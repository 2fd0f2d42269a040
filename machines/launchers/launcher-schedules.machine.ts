import { assign, emit, fromPromise, setup } from 'xstate'
import type { LauncherSchedules, PresetSchedule } from '../../contract/launchers/launcher-schedules.ts'
import type { ScheduleStatus } from '../../contract/launchers/schedules.ts'

export interface SchedulesChange {
  status: ScheduleStatus
  /** Schedules to change, as the person saw them. */
  seen: readonly PresetSchedule[]
  /** Whether the person means all schedules of the launcher. */
  isAll: boolean
}

export type LauncherSchedulesEvent =
  | { type: 'schedules/pause'; seen: readonly PresetSchedule[] }
  | { type: 'schedules/resume'; seen: readonly PresetSchedule[] }
  /** Undoes a change: affects only schedules that it changed. */
  | { type: 'schedules/undo'; done: SchedulesChange }

interface SchedulesContext {
  wanted: SchedulesChange | null
  /** Result of the last change; `seen`: the schedules that it changed. */
  done: SchedulesChange | null
}

const opposite = (status: ScheduleStatus): ScheduleStatus => (status === 'PAUSED' ? 'RUNNING' : 'PAUSED')

/**
 * Pauses and resumes the schedules of all presets of a launcher at once. Success is reported after a delay, as for the schedules of one
 * preset (SCHED-13).
 */
export const launcherSchedules = setup({
  types: {
    context: {} as SchedulesContext,
    events: {} as LauncherSchedulesEvent,
    emitted: {} as
      | { type: 'schedules/answered'; items: readonly PresetSchedule[] }
      | { type: 'schedules/changed'; done: SchedulesChange }
      | { type: 'schedules/refused'; error: unknown },
  },
  actors: {
    change: fromPromise<LauncherSchedules, { wanted: SchedulesChange }>(() =>
      Promise.reject(new Error('change is not provided')),
    ),
  },
  delays: { toast: 1000 },
  guards: {
    hasAny: (_, { seen }: { seen: readonly PresetSchedule[] }) => seen.length > 0,
  },
  actions: {
    want: assign((_, wanted: SchedulesChange) => ({ wanted })),
    keepDone: assign(({ context: { wanted } }, { output: { items, changed } }: { output: LauncherSchedules }) => ({
      done: { ...(wanted as SchedulesChange), seen: items.filter(({ id }) => changed.includes(id)) },
    })),
    emitAnswer: emit((_, { output: { items } }: { output: LauncherSchedules }) => ({
      type: 'schedules/answered' as const,
      items,
    })),
    emitChanged: emit(({ context }) => ({ type: 'schedules/changed' as const, done: context.done as SchedulesChange })),
    emitRefused: emit((_, { error }: { error: unknown }) => ({ type: 'schedules/refused' as const, error })),
  },
}).createMachine({
  id: 'launcherSchedules',
  initial: 'idle',
  context: { wanted: null, done: null },
  states: {
    idle: {
      on: {
        'schedules/pause': {
          guard: { type: 'hasAny', params: ({ event }) => event },
          target: 'changing',
          actions: { type: 'want', params: ({ event: { seen } }) => ({ status: 'PAUSED', seen, isAll: true }) },
        },
        'schedules/resume': {
          guard: { type: 'hasAny', params: ({ event }) => event },
          target: 'changing',
          actions: { type: 'want', params: ({ event: { seen } }) => ({ status: 'RUNNING', seen, isAll: true }) },
        },
        'schedules/undo': {
          guard: { type: 'hasAny', params: ({ event }) => event.done },
          target: 'changing',
          actions: {
            type: 'want',
            params: ({ event: { done } }) => ({ status: opposite(done.status), seen: done.seen, isAll: false }),
          },
        },
      },
    },
    changing: {
      invoke: {
        id: 'change',
        src: 'change',
        input: ({ context }) => ({ wanted: context.wanted as SchedulesChange }),
        onDone: {
          target: 'settling',
          actions: [
            { type: 'keepDone', params: ({ event }) => event },
            { type: 'emitAnswer', params: ({ event }) => event },
          ],
        },
        onError: { target: 'idle', actions: { type: 'emitRefused', params: ({ event }) => event } },
      },
    },
    settling: { after: { toast: { target: 'idle', actions: 'emitChanged' } } },
  },
})
