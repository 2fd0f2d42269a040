import { expect, test } from 'vitest'
import {
  screenCaptureMachine,
  ScreenRefused,
  type ScreenCaptureEvent,
} from '../../../machines/exploratory/screen-capture.machine.ts'
import { describeMachine } from '../support/describe-machine.ts'
import { play, toursThrough } from '../support/paths.ts'

const input = undefined
const content = new Blob(['png'])
const failure = new Error('no screen')
const events = [
  { type: 'picture/take' },
  { type: 'video/start' },
  { type: 'video/stop' },
  { type: 'recorder/started' },
  { type: 'recorder/ended', video: content },
  { type: 'recorder/failed', error: failure },
  { type: 'recorder/failed', error: new ScreenRefused() },
  { type: 'xstate.done.actor.takePicture', output: content },
  { type: 'xstate.error.actor.takePicture', error: failure },
  { type: 'xstate.error.actor.takePicture', error: new ScreenRefused() },
] as ScreenCaptureEvent[]
const paths = describeMachine(screenCaptureMachine, {
  input,
  events,
  table: {
    ready: 'picture/take video/start',
    taking: 'done(takePicture) error(takePicture)',
    'recording.asking': 'recorder/{ended,failed,started}',
    'recording.running': 'recorder/{ended,failed} video/stop',
    'recording.ending': 'recorder/{ended,failed}',
  },
  ignored: {
    ready: { events: 'video/stop recorder/started recorder/ended recorder/failed', because: 'nothing is recorded' },
    taking: {
      events: 'picture/take video/start video/stop recorder/started recorder/ended recorder/failed',
      because: 'both buttons are disabled until the browser has answered',
    },
    'recording.asking': {
      events: 'picture/take video/start video/stop',
      because: 'both buttons are disabled until the browser has answered',
    },
    'recording.running': {
      events: 'picture/take video/start recorder/started',
      because: 'the button to start is now the one that stops',
    },
    'recording.ending': {
      events: 'picture/take video/start video/stop recorder/started',
      because: 'the buttons are disabled until the video is stored',
    },
  },
  invariants: {
    'reports no failure when the user declines to share the screen': ({ context }) =>
      !(context.failure instanceof ScreenRefused),
    'forgets the failure when the user tries again': (state) =>
      state.matches('ready') || state.context.failure === null,
  },
})

test('emits each picture and video once', () => {
  const isTaken = (type: string, before: (typeof paths)[number]['steps'][number]['state'] | undefined) =>
    type === 'xstate.done.actor.takePicture' || (type === 'recorder/ended' && before?.matches('recording') === true)
  for (const path of toursThrough(paths)) {
    const emitted = play(screenCaptureMachine, path, input)
    const taken = path.steps.filter(({ event }, i) => isTaken(event.type, path.steps[i - 1]?.state))
    expect(emitted).toHaveLength(taken.length)
  }
})
