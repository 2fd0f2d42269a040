import { assign, emit, setup } from 'xstate'
import type { LauncherSchedules, PresetSchedule } from '../../contract/launchers/launcher-schedules.ts'
import type { ScheduleStatus } from '../../contract/launchers/schedules.ts'
import { unprovided } from '../patterns/unprovided.ts'

export interface SchedulesChange {
  status: ScheduleStatus
  /** Schedules to change, as the user saw them. */
  seen: readonly PresetSchedule[]
  /** Whether the user means all schedules of the launcher. */
  isAll: boolean
}

export type LauncherSchedulesEvent =
  | { type: 'schedules/pause'; seen: readonly PresetSchedule[] }
  | { type: 'schedules/resume'; seen: readonly PresetSchedule[] }
  /** Undoes a change: affects only schedules that it changed. */
  | { type: 'schedules/undo'; done: SchedulesChange }

interface SchedulesContext {
  wanted: SchedulesChange | null
  /** Undos of earlier changes, pressed while another change is saved. */
  waiting: readonly SchedulesChange[]
  /** Result of the last change; `seen`: the schedules that it changed. */
  done: SchedulesChange | null
}

const opposite = (status: ScheduleStatus): ScheduleStatus => (status === 'PAUSED' ? 'RUNNING' : 'PAUSED')

const undoing = ({ status, seen }: SchedulesChange): SchedulesChange => ({
  status: opposite(status),
  seen,
  isAll: false,
})

const flow = setup({
  types: {
    context: {} as SchedulesContext,
    events: {} as LauncherSchedulesEvent,
    emitted: {} as
      | { type: 'schedules/answered'; items: readonly PresetSchedule[] }
      | { type: 'schedules/changed'; done: SchedulesChange }
      | { type: 'schedules/refused'; error: unknown },
  },
  actors: {
    change: unprovided<LauncherSchedules, { wanted: SchedulesChange }>('change'),
  },
  delays: { toast: 1000 },
  guards: {
    hasWaiting: ({ context }) => context.waiting.length > 0,
  },
  actions: {
    queueUndo: assign(({ context }, done: SchedulesChange) => ({
      waiting: [...context.waiting, undoing(done)],
    })),
    takeNext: assign(({ context: { waiting } }) => ({ wanted: waiting[0] ?? null, waiting: waiting.slice(1) })),
    want: assign((_, requested: SchedulesChange) => ({ wanted: requested })),
    keepDone: assign(({ context: { wanted } }, { items, changed }: LauncherSchedules) => ({
      done: { ...(wanted as SchedulesChange), seen: items.filter(({ id }) => changed.includes(id)) },
    })),
    emitChanged: emit(({ context }) => ({ type: 'schedules/changed' as const, done: context.done as SchedulesChange })),
  },
})

/** The toast of an earlier change is still shown. */
const laterUndo = flow.createStateConfig({
  on: {
    'schedules/undo': {
      guard: ({ event }) => event.done.seen.length > 0,
      actions: { type: 'queueUndo', params: ({ event }) => event.done },
    },
  },
})

/**
 * Pauses and resumes the schedules of all presets of a launcher in one call. Reports success after a delay, as for the schedules of one
 * preset (SCHED-13).
 */
export const launcherSchedules = flow.createMachine({
  id: 'launcherSchedules',
  initial: 'idle',
  context: { wanted: null, waiting: [], done: null },
  states: {
    idle: {
      always: { guard: 'hasWaiting', target: 'changing', actions: 'takeNext' },
      on: {
        'schedules/pause': {
          guard: ({ event }) => event.seen.length > 0,
          target: 'changing',
          actions: { type: 'want', params: ({ event: { seen } }) => ({ status: 'PAUSED', seen, isAll: true }) },
        },
        'schedules/resume': {
          guard: ({ event }) => event.seen.length > 0,
          target: 'changing',
          actions: { type: 'want', params: ({ event: { seen } }) => ({ status: 'RUNNING', seen, isAll: true }) },
        },
        'schedules/undo': {
          guard: ({ event }) => event.done.seen.length > 0,
          target: 'changing',
          actions: {
            type: 'want',
            params: ({ event }) => undoing(event.done),
          },
        },
      },
    },
    changing: {
      ...laterUndo,
      invoke: {
        id: 'change',
        src: 'change',
        input: ({ context }) => ({ wanted: context.wanted as SchedulesChange }),
        onDone: {
          target: 'settling',
          actions: [
            { type: 'keepDone', params: ({ event }) => event.output },
            emit(({ event }) => ({ type: 'schedules/answered', items: event.output.items })),
          ],
        },
        onError: { target: 'idle', actions: emit(({ event }) => ({ type: 'schedules/refused', error: event.error })) },
      },
    },
    settling: { ...laterUndo, after: { toast: { target: 'idle', actions: 'emitChanged' } } },
  },
})
