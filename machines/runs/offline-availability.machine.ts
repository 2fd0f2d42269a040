import { assign, setup } from 'xstate'
import type { RunOfflineSize } from '../../contract/runs/offline.ts'
import { unprovided, unprovidedCallback } from '../patterns/unprovided.ts'

/** A run as stored on this device. */
export interface RunCopy {
  revision: number
  sizeBytes: number
}

export interface DownloadProgress {
  done: number
  of: number
}

export type OfflineAvailabilityEvent =
  | { type: 'offline/ask' }
  | { type: 'offline/confirm' }
  | { type: 'offline/cancel' }
  | { type: 'offline/retry' }
  | { type: 'offline/remove' }
  | { type: 'download/progressed'; progress: DownloadProgress }
  /** The run's current revision on the server. */
  | { type: 'run/changed'; revision: number }

/** Input of `download`: whether to request persistent storage first, and the progress callback. */
export interface DownloadInput {
  isFirst: boolean
  onProgress: (progress: DownloadProgress) => void
}

interface Context {
  size: RunOfflineSize | null
  copy: RunCopy | null
  progress: DownloadProgress
  /** Newest known revision on the server. */
  latest: number
  failure: unknown
}

/** Makes a test run available offline after its size was confirmed, refreshes it when the run changes, and removes it. */
export const offlineAvailability = setup({
  types: { context: {} as Context, events: {} as OfflineAvailabilityEvent },
  actors: {
    /** Resolves with this device's copy of the run. */
    look: unprovided<RunCopy | null>('look'),
    measure: unprovided<RunOfflineSize>('measure'),
    download: unprovided<RunCopy, DownloadInput>('download'),
    remove: unprovided<void>('remove'),
    /** Sends `run/changed` with the known state of the server's run, initially and on change. */
    revisions: unprovidedCallback<OfflineAvailabilityEvent>('revisions'),
  },
  delays: {
    /** Debounce: single results are not worth a download. */
    settle: 5000,
  },
  guards: {
    isBehind: ({ context }) => context.copy !== null && context.latest > context.copy.revision,
  },
  actions: {
    note: assign(({ context }, revision: number) => ({ latest: Math.max(context.latest, revision) })),
    begin: assign({ failure: null, progress: { done: 0, of: 0 } }),
    forget: assign({ copy: null, size: null, failure: null }),
  },
}).createMachine({
  id: 'offlineAvailability',
  context: { size: null, copy: null, progress: { done: 0, of: 0 }, latest: 0, failure: null },
  initial: 'looking',
  invoke: { id: 'revisions', src: 'revisions' },
  on: { 'run/changed': { actions: { type: 'note', params: ({ event }) => event.revision } } },
  states: {
    looking: {
      invoke: {
        id: 'look',
        src: 'look',
        onDone: [
          {
            guard: ({ event }) => event.output !== null,
            target: 'kept',
            actions: assign(({ event }) => ({ copy: event.output, failure: null })),
          },
          { target: 'notKept' },
        ],
        // The copy is unreadable: downloading it again repairs it.
        onError: 'notKept',
      },
    },
    notKept: { entry: 'forget', on: { 'offline/ask': 'measuring' } },
    measuring: {
      entry: 'begin',
      on: { 'offline/cancel': 'notKept' },
      invoke: {
        id: 'measure',
        src: 'measure',
        onDone: { target: 'confirming', actions: assign(({ event }) => ({ size: event.output, failure: null })) },
        onError: { target: 'failed', actions: assign(({ event }) => ({ failure: event.error })) },
      },
    },
    confirming: { on: { 'offline/confirm': 'downloading', 'offline/cancel': 'notKept' } },
    downloading: {
      entry: 'begin',
      on: {
        'offline/cancel': 'removing',
        'download/progressed': { actions: assign(({ event }) => ({ progress: event.progress })) },
      },
      invoke: {
        id: 'download',
        src: 'download',
        input: ({ self }) => ({
          isFirst: true,
          onProgress: (progress: DownloadProgress) => self.send({ type: 'download/progressed', progress }),
        }),
        onDone: { target: 'kept', actions: assign(({ event }) => ({ copy: event.output, failure: null })) },
        onError: { target: 'failed', actions: assign(({ event }) => ({ failure: event.error })) },
      },
    },
    failed: { on: { 'offline/retry': 'measuring', 'offline/cancel': 'removing' } },
    kept: {
      initial: 'current',
      on: { 'offline/remove': 'removing' },
      states: {
        current: { always: { guard: 'isBehind', target: 'settling' } },
        settling: { after: { settle: 'refreshing' } },
        refreshing: {
          invoke: {
            id: 'refresh',
            src: 'download',
            input: () => ({ isFirst: false, onProgress: () => undefined }),
            onDone: { target: 'current', actions: assign(({ event }) => ({ copy: event.output, failure: null })) },
            onError: { target: 'stale', actions: assign(({ event }) => ({ failure: event.error })) },
          },
        },
        /** The copy stays usable; the next change, or a press, retries. */
        stale: {
          on: {
            'offline/retry': 'refreshing',
            'run/changed': {
              guard: ({ context, event }) => event.revision > context.latest,
              target: 'settling',
              actions: { type: 'note', params: ({ event }) => event.revision },
            },
          },
        },
      },
    },
    removing: {
      invoke: {
        id: 'remove',
        src: 'remove',
        onDone: 'notKept',
        onError: { target: 'removalFailed', actions: assign(({ event }) => ({ failure: event.error })) },
      },
    },
    removalFailed: { on: { 'offline/retry': 'removing' } },
  },
})
