import { assign, emit, setup } from 'xstate'
import type { Schedule, ScheduleStatus, SkippedSchedule } from '../../contract/launchers/schedules.ts'
import { unprovided } from '../patterns/unprovided.ts'

export interface RequestedStatus {
  status: ScheduleStatus
  /** Schedules to change, as the reader saw them. */
  seen: readonly Schedule[]
  /** Whether the reader means all schedules of the preset. */
  isAll: boolean
}

type Change = Omit<RequestedStatus, 'status'>
export type ScheduleStatusEvent = ({ type: 'schedule/pause' } & Change) | ({ type: 'schedule/resume' } & Change)

export interface ChangedSchedules {
  /** All schedules of the preset. */
  items: readonly Schedule[]
  skipped: readonly SkippedSchedule[]
}

/**
 * Pauses and resumes schedules of a preset, one change at a time, and emits the schedules of each answer. Success of changing all is reported
 * after a delay, when the result is visible.
 */
export const scheduleStatus = setup({
  types: {
    context: {} as { requested: RequestedStatus | null; answer: ChangedSchedules | null },
    events: {} as ScheduleStatusEvent,
    emitted: {} as
      | { type: 'schedules/answered'; schedules: readonly Schedule[] }
      | { type: 'schedules/changed'; requested: RequestedStatus; answer: ChangedSchedules }
      | { type: 'schedules/refused'; error: unknown },
  },
  actors: {
    change: unprovided<ChangedSchedules, { requested: RequestedStatus }>('change'),
  },
  delays: { toast: 1000 },
  guards: { isAll: ({ context }) => context.requested?.isAll === true },
  actions: {
    request: assign((_, requested: RequestedStatus) => ({ requested })),
    storeAnswer: assign((_, answer: ChangedSchedules) => ({ answer })),
    emitAnswered: emit((_, { items }: ChangedSchedules) => ({
      type: 'schedules/answered' as const,
      schedules: items,
    })),
    emitChanged: emit(({ context: { requested, answer } }) => ({
      type: 'schedules/changed' as const,
      requested: requested as RequestedStatus,
      answer: answer as ChangedSchedules,
    })),
  },
}).createMachine({
  id: 'scheduleStatus',
  initial: 'idle',
  context: { requested: null, answer: null },
  states: {
    idle: {
      on: {
        'schedule/pause': {
          target: 'changing',
          actions: {
            type: 'request',
            params: ({ event: { seen, isAll } }) => ({ status: 'PAUSED' as const, seen, isAll }),
          },
        },
        'schedule/resume': {
          target: 'changing',
          actions: {
            type: 'request',
            params: ({ event: { seen, isAll } }) => ({ status: 'RUNNING' as const, seen, isAll }),
          },
        },
      },
    },
    changing: {
      invoke: {
        id: 'change',
        src: 'change',
        input: ({ context }) => ({ requested: context.requested as RequestedStatus }),
        onDone: [
          {
            guard: 'isAll',
            target: 'settling',
            actions: [
              { type: 'storeAnswer', params: ({ event }) => event.output },
              { type: 'emitAnswered', params: ({ event }) => event.output },
            ],
          },
          {
            target: 'idle',
            actions: [
              { type: 'storeAnswer', params: ({ event }) => event.output },
              { type: 'emitAnswered', params: ({ event }) => event.output },
              'emitChanged',
            ],
          },
        ],
        onError: { target: 'idle', actions: emit(({ event }) => ({ type: 'schedules/refused', error: event.error })) },
      },
    },
    settling: { after: { toast: { target: 'idle', actions: 'emitChanged' } } },
  },
})
