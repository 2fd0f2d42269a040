import { assign, emit, fromPromise, setup } from 'xstate'

export type ScheduleState = 'RUNNING' | 'PAUSED'

export type ScheduleStatusEvent =
  /** `id`: null for all schedules of the preset. */
  { type: 'schedule/pause'; id: number | null } | { type: 'schedule/resume'; id: number | null }

interface Wanted {
  id: number | null
  status: ScheduleState
}

/**
 * Pauses and resumes schedules of a preset, one change at a time. Success of changing all is reported after a delay, when the result is
 * visible.
 */
export function scheduleStatus<Schedule>() {
  return setup({
    types: {
      context: {} as { schedules: readonly Schedule[]; wanted: Wanted | null },
      events: {} as ScheduleStatusEvent,
      emitted: {} as { type: 'schedules/changed'; wanted: Wanted } | { type: 'schedules/refused'; error: unknown },
      input: {} as { schedules: readonly Schedule[] },
    },
    actors: {
      change: fromPromise<readonly Schedule[], { wanted: Wanted }>(() =>
        Promise.reject(new Error('change is not provided')),
      ),
    },
    delays: { toast: 1000 },
    guards: { isAll: ({ context }) => context.wanted?.id === null },
    actions: {
      want: assign((_, wanted: Wanted) => ({ wanted })),
      keep: assign((_, { schedules }: { schedules: readonly Schedule[] }) => ({ schedules })),
      emitChanged: emit(({ context }) => ({ type: 'schedules/changed' as const, wanted: context.wanted as Wanted })),
      emitRefused: emit((_, { error }: { error: unknown }) => ({ type: 'schedules/refused' as const, error })),
    },
  }).createMachine({
    id: 'scheduleStatus',
    initial: 'idle',
    context: ({ input }) => ({ schedules: input.schedules, wanted: null }),
    states: {
      idle: {
        on: {
          'schedule/pause': {
            target: 'changing',
            actions: { type: 'want', params: ({ event: { id } }) => ({ id, status: 'PAUSED' as const }) },
          },
          'schedule/resume': {
            target: 'changing',
            actions: { type: 'want', params: ({ event: { id } }) => ({ id, status: 'RUNNING' as const }) },
          },
        },
      },
      changing: {
        invoke: {
          id: 'change',
          src: 'change',
          input: ({ context }) => ({ wanted: context.wanted as Wanted }),
          onDone: [
            {
              guard: 'isAll',
              target: 'settling',
              actions: { type: 'keep', params: ({ event }) => ({ schedules: event.output }) },
            },
            {
              target: 'idle',
              actions: [{ type: 'keep', params: ({ event }) => ({ schedules: event.output }) }, 'emitChanged'],
            },
          ],
          onError: { target: 'idle', actions: { type: 'emitRefused', params: ({ event }) => event } },
        },
      },
      settling: { after: { toast: { target: 'idle', actions: 'emitChanged' } } },
    },
  })
}
