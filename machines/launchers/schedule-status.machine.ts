import { assign, emit, setup } from 'xstate'
import { unprovided } from '../patterns/unprovided.ts'

export type ScheduleState = 'RUNNING' | 'PAUSED'

export type ScheduleStatusEvent =
  /** `id`: null for all schedules of the preset. */
  { type: 'schedule/pause'; id: number | null } | { type: 'schedule/resume'; id: number | null }

interface RequestedStatus {
  id: number | null
  status: ScheduleState
}

/**
 * Pauses and resumes schedules of a preset, one change at a time, and emits the schedules of each answer. Success of changing all is reported
 * after a delay, when the result is visible.
 */
export function scheduleStatus<Schedule>() {
  return setup({
    types: {
      context: {} as { requested: RequestedStatus | null },
      events: {} as ScheduleStatusEvent,
      emitted: {} as
        | { type: 'schedules/answered'; schedules: readonly Schedule[] }
        | { type: 'schedules/changed'; requested: RequestedStatus }
        | { type: 'schedules/refused'; error: unknown },
    },
    actors: {
      change: unprovided<readonly Schedule[], { requested: RequestedStatus }>('change'),
    },
    delays: { toast: 1000 },
    guards: { isAll: ({ context }) => context.requested?.id === null },
    actions: {
      request: assign((_, requested: RequestedStatus) => ({ requested })),
      emitAnswered: emit((_, { schedules }: { schedules: readonly Schedule[] }) => ({
        type: 'schedules/answered' as const,
        schedules,
      })),
      emitChanged: emit(({ context }) => ({
        type: 'schedules/changed' as const,
        requested: context.requested as RequestedStatus,
      })),
      emitRefused: emit((_, { error }: { error: unknown }) => ({ type: 'schedules/refused' as const, error })),
    },
  }).createMachine({
    id: 'scheduleStatus',
    initial: 'idle',
    context: { requested: null },
    states: {
      idle: {
        on: {
          'schedule/pause': {
            target: 'changing',
            actions: { type: 'request', params: ({ event: { id } }) => ({ id, status: 'PAUSED' as const }) },
          },
          'schedule/resume': {
            target: 'changing',
            actions: { type: 'request', params: ({ event: { id } }) => ({ id, status: 'RUNNING' as const }) },
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
              actions: { type: 'emitAnswered', params: ({ event }) => ({ schedules: event.output }) },
            },
            {
              target: 'idle',
              actions: [{ type: 'emitAnswered', params: ({ event }) => ({ schedules: event.output }) }, 'emitChanged'],
            },
          ],
          onError: { target: 'idle', actions: { type: 'emitRefused', params: ({ event }) => event } },
        },
      },
      settling: { after: { toast: { target: 'idle', actions: 'emitChanged' } } },
    },
  })
}
