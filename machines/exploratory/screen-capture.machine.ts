import { assign, emit, setup } from 'xstate'
import { unprovided, unprovidedCallback } from '../patterns/unprovided.ts'

export type ScreenCaptureEvent =
  | { type: 'picture/take' }
  | { type: 'video/start' }
  | { type: 'video/stop' }
  /** From the recorder: started, or ended (also because sharing was stopped). */
  | { type: 'recorder/started' }
  | { type: 'recorder/ended'; video: Blob }
  | { type: 'recorder/failed'; error: unknown }

/** Thrown when the user declines to share the screen. No message is shown. */
export class ScreenRefused extends Error {
  readonly why = 'refused'
}

/** Screenshot or recording. The browser asks what to share each time; a recording continues until it is stopped here or in the browser. */
export const screenCaptureMachine = setup({
  types: {
    context: {} as { failure: unknown },
    events: {} as ScreenCaptureEvent,
    emitted: {} as { type: 'capture/taken'; kind: 'picture' | 'video'; content: Blob },
  },
  actors: {
    takePicture: unprovided<Blob>('takePicture'),
    /** Sends `recorder/…`. Ends on `video/stop`. */
    recorder: unprovidedCallback<ScreenCaptureEvent>('recorder'),
  },
  guards: {
    isRefused: (_, { error }: { error: unknown }) => error instanceof ScreenRefused,
  },
  actions: {
    forgetFailure: assign({ failure: null }),
    keepFailure: assign((_, { error }: { error: unknown }) => ({ failure: error })),
    emitPicture: emit((_, { content }: { content: Blob }) => ({
      type: 'capture/taken' as const,
      kind: 'picture' as const,
      content,
    })),
    emitVideo: emit((_, { video }: { video: Blob }) => ({
      type: 'capture/taken' as const,
      kind: 'video' as const,
      content: video,
    })),
    stopRecorder: ({ self }) => {
      self.getSnapshot().children['recorder']?.send({ type: 'video/stop' })
    },
  },
}).createMachine({
  id: 'screenCapture',
  context: { failure: null },
  initial: 'ready',
  states: {
    ready: {
      on: {
        'picture/take': { target: 'taking', actions: 'forgetFailure' },
        'video/start': { target: 'recording', actions: 'forgetFailure' },
      },
    },
    taking: {
      invoke: {
        id: 'takePicture',
        src: 'takePicture',
        onDone: {
          target: 'ready',
          actions: { type: 'emitPicture', params: ({ event }) => ({ content: event.output }) },
        },
        onError: [
          { guard: { type: 'isRefused', params: ({ event }) => event }, target: 'ready' },
          { target: 'ready', actions: { type: 'keepFailure', params: ({ event }) => event } },
        ],
      },
    },
    recording: {
      invoke: { id: 'recorder', src: 'recorder' },
      initial: 'asking',
      on: {
        'recorder/ended': { target: 'ready', actions: { type: 'emitVideo', params: ({ event }) => event } },
        'recorder/failed': [
          { guard: { type: 'isRefused', params: ({ event }) => event }, target: 'ready' },
          { target: 'ready', actions: { type: 'keepFailure', params: ({ event }) => event } },
        ],
      },
      states: {
        /** The browser's permission prompt is open. */
        asking: { on: { 'recorder/started': 'running' } },
        running: { on: { 'video/stop': { target: 'ending', actions: 'stopRecorder' } } },
        ending: {},
      },
    },
  },
})
