import { assign, setup } from 'xstate'
import { unprovided } from '../patterns/unprovided.ts'

/** A screenshot; `at` is epoch ms. */
export type Picture = { id: number; url: string; at: number; words: string; attempt: number }

export type ScreenshotViewerEvent =
  | { type: 'viewer/opened'; pictures: readonly Picture[]; id: number; hasEarlier: boolean }
  | { type: 'viewer/closed' }
  | { type: 'picture/next' }
  | { type: 'picture/previous' }
  | { type: 'zoom/in' }
  | { type: 'zoom/out' }
  | { type: 'zoom/reset' }
  | { type: 'compare/started' }
  | { type: 'compare/ended' }
  | { type: 'compare/picked'; id: number }

/** Zoom factors relative to fit. */
export const ZOOMS = [1, 1.5, 2, 3, 4] as const

type Context = {
  pictures: readonly Picture[]
  index: number
  /** Index in `ZOOMS`. */
  zoom: number
  /** Whether there is an earlier attempt to compare with. */
  hasEarlier: boolean
  earlier: readonly Picture[]
  /** Index of the right picture in a comparison. */
  otherId: number | null
}

const open = ({ pictures, id, hasEarlier }: { pictures: readonly Picture[]; id: number; hasEarlier: boolean }) => ({
  pictures,
  index: pictures.findIndex((picture) => picture.id === id),
  zoom: 0,
  hasEarlier,
  earlier: [],
  otherId: null,
})

/** Screenshot viewer: one at a time, or two side by side. */
export const screenshotViewer = setup({
  types: {
    context: {} as Context,
    events: {} as ScreenshotViewerEvent,
    children: {} as { loadEarlier: 'loadEarlier' },
  },
  actors: {
    /** Screenshots of the attempt before this one's. */
    loadEarlier: unprovided<readonly Picture[], { attempt: number }>('loadEarlier'),
  },
  guards: {
    hasNext: ({ context: { index, pictures } }) => index < pictures.length - 1,
    hasPrevious: ({ context: { index } }) => index > 0,
    canZoomIn: ({ context: { zoom } }) => zoom < ZOOMS.length - 1,
    canZoomOut: ({ context: { zoom } }) => zoom > 0,
    hasEarlier: ({ context }) => context.hasEarlier && context.earlier.length === 0,
    hasOthers: ({ context }) => context.hasEarlier || othersOf(context).length > 0,
  },
  actions: {
    step: assign(({ context: { index } }, { by }: { by: 1 | -1 }) => ({ index: index + by })),
    zoom: assign(({ context: { zoom } }, { by }: { by: 1 | -1 }) => ({ zoom: zoom + by })),
    fit: assign({ zoom: 0 }),
    chooseOther: assign(({ context }) => ({ otherId: likeliestOf(context)?.id ?? null })),
  },
}).createMachine({
  id: 'screenshotViewer',
  initial: 'closed',
  context: { pictures: [], index: 0, zoom: 0, hasEarlier: false, earlier: [], otherId: null },
  states: {
    closed: {
      on: {
        'viewer/opened': {
          guard: ({ event }) => event.pictures.some((picture) => picture.id === event.id),
          target: 'open',
          actions: assign(({ event }) => open(event)),
        },
      },
    },
    open: {
      initial: 'single',
      on: {
        'viewer/closed': 'closed',
        'picture/next': { guard: 'hasNext', actions: { type: 'step', params: { by: 1 } } },
        'picture/previous': { guard: 'hasPrevious', actions: { type: 'step', params: { by: -1 } } },
        'zoom/in': { guard: 'canZoomIn', actions: { type: 'zoom', params: { by: 1 } } },
        'zoom/out': { guard: 'canZoomOut', actions: { type: 'zoom', params: { by: -1 } } },
        'zoom/reset': { actions: 'fit' },
      },
      states: {
        single: {
          on: {
            'compare/started': [
              { guard: 'hasEarlier', target: 'comparing.loading' },
              { guard: 'hasOthers', target: 'comparing.ready', actions: 'chooseOther' },
            ],
          },
        },
        comparing: {
          initial: 'ready',
          on: { 'compare/ended': 'single' },
          states: {
            loading: {
              invoke: {
                id: 'loadEarlier',
                src: 'loadEarlier',
                input: ({ context }) => ({ attempt: context.pictures[context.index]?.attempt ?? 1 }),
                onDone: {
                  target: 'ready',
                  actions: [assign(({ event }) => ({ earlier: event.output })), 'chooseOther'],
                },
                // Pictures of the same attempt can be compared anyway.
                onError: { target: 'ready', actions: 'chooseOther' },
              },
            },
            ready: {
              on: {
                'compare/picked': {
                  guard: ({ context, event }) => othersOf(context).some((other) => other.id === event.id),
                  actions: assign(({ event }) => ({ otherId: event.id })),
                },
              },
            },
          },
        },
      },
    },
  },
})

type Shown = Pick<Context, 'pictures' | 'index' | 'earlier' | 'otherId'>

/** Pictures to compare with: those of the previous attempt first. */
export const othersOf = ({ pictures, index, earlier }: Shown): readonly Picture[] => [
  ...earlier,
  ...pictures.filter((_, place) => place !== index),
]

/** Returns the right picture. If a step made it the left one, returns its neighbour. */
export const otherOf = (context: Shown): Picture | null =>
  othersOf(context).find(({ id }) => id === context.otherId) ?? likeliestOf(context)

/** The same moment of the previous attempt; otherwise the previous picture. */
const likeliestOf = ({ pictures, index, earlier }: Shown): Picture | null =>
  earlier[Math.min(index, earlier.length - 1)] ?? pictures[index - 1] ?? pictures[index + 1] ?? null
