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
  actions: {
    forgetFailure: assign({ failure: null }),
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
          actions: emit(({ event }) => ({ type: 'capture/taken', kind: 'picture', content: event.output })),
        },
        onError: [
          { guard: ({ event }) => event.error instanceof ScreenRefused, target: 'ready' },
          { target: 'ready', actions: assign(({ event }) => ({ failure: event.error })) },
        ],
      },
    },
    recording: {
      invoke: { id: 'recorder', src: 'recorder' },
      initial: 'asking',
      on: {
        'recorder/ended': {
          target: 'ready',
          actions: emit(({ event }) => ({ type: 'capture/taken', kind: 'video', content: event.video })),
        },
        'recorder/failed': [
          { guard: ({ event }) => event.error instanceof ScreenRefused, target: 'ready' },
          { target: 'ready', actions: assign(({ event }) => ({ failure: event.error })) },
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
