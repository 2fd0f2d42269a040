import { expect, test } from 'vitest'
import {
  otherOf,
  screenshotViewer,
  ZOOMS,
  type Picture,
  type ScreenshotViewerEvent,
} from '../../../machines/launches/screenshot-viewer.machine.ts'
import { breaches, missedBy, pathsOf, play } from '../support/paths.ts'
import { expectTable } from '../support/table.ts'

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
const paths = pathsOf(screenshotViewer, {
  input: undefined,
  events,
  // Two steps of zoom show what the others would.
  stopWhen: ({ context }) => context.zoom > 1 && context.zoom < ZOOMS.length - 1,
})

test('each state handles the events of its table', () =>
  expectTable(screenshotViewer, {
    closed: 'viewer/opened',
    'open.single': 'compare/started picture/{next,previous} viewer/closed zoom/{in,out,reset}',
    'open.comparing.loading':
      'compare/ended done(loadEarlier) error(loadEarlier) picture/{next,previous} viewer/closed zoom/{in,out,reset}',
    'open.comparing.ready': 'compare/{ended,picked} picture/{next,previous} viewer/closed zoom/{in,out,reset}',
  }))

test('the paths reach every state and take every transition', () =>
  expect(missedBy(screenshotViewer, paths)).toEqual([]))

test('on every path the open viewer shows a picture, within the zooms there are', () => {
  const isShown = (s: (typeof paths)[number]['steps'][number]['state']) =>
    !s.matches('open') || (s.context.pictures[s.context.index] !== undefined && ZOOMS[s.context.zoom] !== undefined)
  expect(breaches(paths, isShown)).toEqual([])
})

test('on every path two pictures that are compared are two', () => {
  const areTwo = (s: (typeof paths)[number]['steps'][number]['state']) => {
    const left = s.context.pictures[s.context.index]
    const right = otherOf(s.context)
    return (
      !s.matches({ open: { comparing: 'ready' } }) ||
      s.context.pictures.length === 1 ||
      (right !== null && right.id !== left?.id)
    )
  }
  expect(breaches(paths, areTwo)).toEqual([])
})

test('a viewer that is opened again begins without zoom and with one picture', () => {
  for (const { steps } of paths) {
    const [last, before] = [steps.at(-1), steps.at(-2)]
    if (last?.event.type !== 'viewer/opened' || !last.state.matches('open') || before?.state.matches('open')) continue
    expect([last.state.context.zoom, last.state.matches({ open: 'single' })]).toEqual([0, true])
  }
})

test('a running machine goes every path as the model says', () => {
  for (const path of paths) expect(() => play(screenshotViewer, path, undefined)).not.toThrow()
})
