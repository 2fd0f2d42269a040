import { expect, test } from 'vitest'
import type { SnapshotFrom } from 'xstate'
import {
  otherOf,
  screenshotViewer,
  ZOOMS,
  type Picture,
  type ScreenshotViewerEvent,
} from '../../../machines/launches/screenshot-viewer.machine.ts'
import { describeMachine } from '../support/describe-machine.ts'
import { play, samplesOf } from '../support/paths.ts'

const picture = (id: number, attempt = 2): Picture => ({ id, url: `/p/${id}`, at: id, words: '', attempt })
const pictures = [picture(1), picture(2), picture(3)]
const opened = { type: 'viewer/opened', pictures, id: 2, hasEarlier: false }
const events = [
  opened,
  { ...opened, hasEarlier: true },
  { ...opened, pictures: [picture(2)] },
  { ...opened, id: 9 },
  { type: 'viewer/closed' },
  { type: 'picture/next' },
  { type: 'picture/previous' },
  { type: 'zoom/in' },
  { type: 'zoom/out' },
  { type: 'zoom/reset' },
  { type: 'compare/started' },
  { type: 'compare/ended' },
  { type: 'compare/picked', id: 1 },
  { type: 'compare/picked', id: 9 },
  { type: 'xstate.done.actor.loadEarlier', output: [picture(7, 1)] },
  { type: 'xstate.error.actor.loadEarlier', error: 'unreachable' },
] as unknown as ScreenshotViewerEvent[]
const isShown = (s: SnapshotFrom<typeof screenshotViewer>) =>
  !s.matches('open') || (s.context.pictures[s.context.index] !== undefined && ZOOMS[s.context.zoom] !== undefined)
const areTwo = (s: SnapshotFrom<typeof screenshotViewer>) => {
  const left = s.context.pictures[s.context.index]
  const right = otherOf(s.context)
  return (
    !s.matches({ open: { comparing: 'ready' } }) ||
    s.context.pictures.length === 1 ||
    (right !== null && right.id !== left?.id)
  )
}
const paths = describeMachine(screenshotViewer, {
  input: undefined,
  events,
  // Two levels of zoom cover the others.
  stopWhen: ({ context }) => context.zoom > 1 && context.zoom < ZOOMS.length - 1,
  table: {
    closed: 'viewer/opened',
    'open.single': 'compare/started picture/{next,previous} viewer/closed zoom/{in,out,reset}',
    'open.comparing.loading':
      'compare/ended done(loadEarlier) error(loadEarlier) picture/{next,previous} viewer/closed zoom/{in,out,reset}',
    'open.comparing.ready': 'compare/{ended,picked} picture/{next,previous} viewer/closed zoom/{in,out,reset}',
  },
  ignored: {
    closed: {
      events:
        'viewer/closed picture/next picture/previous zoom/in zoom/out zoom/reset compare/started compare/ended compare/picked',
      because: 'the viewer is closed',
    },
    'open.single': { events: 'compare/ended compare/picked', because: 'nothing is compared' },
    'open.comparing.loading': {
      events: 'compare/started compare/picked',
      because: 'the button shows progress until the earlier pictures are loaded',
    },
    'open.comparing.ready': { events: 'compare/started', because: 'pictures are compared already' },
    open: { events: 'viewer/opened', because: 'the viewer covers the page' },
  },
  invariants: {
    'shows a picture within the offered zooms while it is open': isShown,
    'compares two different pictures': areTwo,
  },
})

test('opens again without zoom and with one picture', () => {
  for (const { steps } of paths) {
    const [last, before] = [steps.at(-1), steps.at(-2)]
    if (last?.event.type !== 'viewer/opened' || !last.state.matches('open') || before?.state.matches('open')) continue
    expect([last.state.context.zoom, last.state.matches({ open: 'single' })]).toEqual([0, true])
  }
})

const samples = samplesOf(paths)

test('a running machine follows the model', () => {
  for (const path of samples) expect(() => play(screenshotViewer, path, undefined)).not.toThrow()
})
