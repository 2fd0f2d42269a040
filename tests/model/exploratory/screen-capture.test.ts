import { expect, test } from 'vitest'
import {
  screenCaptureMachine,
  ScreenRefused,
  type ScreenCaptureEvent,
} from '../../../machines/exploratory/screen-capture.machine.ts'
import { breaches, missedBy, pathsOf, play } from '../support/paths.ts'
import { expectTable } from '../support/table.ts'

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
const paths = pathsOf(screenCaptureMachine, { input, events })

test('each state handles the events of its table', () =>
  expectTable(screenCaptureMachine, {
    ready: 'picture/take video/start',
    taking: 'done(takePicture) error(takePicture)',
    'recording.asking': 'recorder/{ended,failed,started}',
    'recording.running': 'recorder/{ended,failed} video/stop',
    'recording.ending': 'recorder/{ended,failed}',
  }))

test('the paths reach every state and take every transition', () => {
  expect(missedBy(screenCaptureMachine, paths)).toEqual([])
})

test('on every path declining to share the screen is not reported as a failure, and a new try forgets the last one', () => {
  expect(breaches(paths, ({ context }) => !(context.failure instanceof ScreenRefused))).toEqual([])
  expect(breaches(paths, (state) => state.matches('ready') || state.context.failure === null)).toEqual([])
})

test('a running machine goes every path, and gives what was taken once', () => {
  const isTaken = (type: string, before: (typeof paths)[number]['steps'][number]['state'] | undefined) =>
    type === 'xstate.done.actor.takePicture' || (type === 'recorder/ended' && before?.matches('recording') === true)
  for (const path of paths) {
    const emitted = play(screenCaptureMachine, path, input)
    const taken = path.steps.filter(({ event }, i) => isTaken(event.type, path.steps[i - 1]?.state))
    expect(emitted).toHaveLength(taken.length)
  }
})
