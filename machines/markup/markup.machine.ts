import { assign, emit, enqueueActions, setup, type ActorRefFrom, type SnapshotFrom } from 'xstate'
import { unprovided } from '../patterns/unprovided.ts'

export const MARK_TOOLS = ['arrow', 'box', 'pen', 'blur'] as const
export type MarkTool = (typeof MARK_TOOLS)[number]

/** Picture pixels, from the top left. */
export interface Point {
  x: number
  y: number
}

/** Arrow, box and blur have two points (an arrow points to the second); a freehand line has two or more. */
export interface Mark {
  id: number
  tool: MarkTool
  colour: string
  points: readonly Point[]
}

export type MarkupEvent =
  | { type: 'tool/choose'; tool: MarkTool }
  /** Also applies to the selected mark. */
  | { type: 'colour/choose'; colour: string }
  /** `on`: the mark under the pointer. */
  | { type: 'pointer/down'; at: Point; on: number | null }
  | { type: 'pointer/move'; at: Point }
  | { type: 'pointer/up' }
  /** The browser cancelled the pointer. */
  | { type: 'pointer/cancel' }
  /** By keyboard: adds a mark in the middle, to be moved and resized by keys. */
  | { type: 'mark/place' }
  | { type: 'mark/choose'; id: number | null }
  | { type: 'mark/nudge'; dx: number; dy: number; isSizing: boolean }
  | { type: 'mark/delete' }
  | { type: 'edit/undo' }
  | { type: 'edit/redo' }
  | { type: 'markup/done' }
  | { type: 'markup/cancel' }

interface Context {
  widthPx: number
  heightPx: number
  tool: MarkTool
  colour: string
  marks: readonly Mark[]
  /** The mark being drawn, or the selected one while it moves. */
  drawn: Mark | null
  /** Where the pointer grabbed the moving mark. */
  held: Point | null
  chosen: number | null
  /** Undo and redo states of all marks. */
  before: readonly (readonly Mark[])[]
  after: readonly (readonly Mark[])[]
  failure: unknown
}

/** A press without movement draws nothing. */
const MIN_PX = 4

const within = ({ widthPx, heightPx }: Pick<Context, 'widthPx' | 'heightPx'>, { x, y }: Point): Point => ({
  x: Math.min(Math.max(x, 0), widthPx),
  y: Math.min(Math.max(y, 0), heightPx),
})

/** Moves a mark as a whole, clamped to the picture. */
const moved = (c: Context, mark: Mark, dx: number, dy: number): Mark => {
  const xs = mark.points.map(({ x }) => x)
  const ys = mark.points.map(({ y }) => y)
  const byX = Math.min(Math.max(dx, -Math.min(...xs)), c.widthPx - Math.max(...xs))
  const byY = Math.min(Math.max(dy, -Math.min(...ys)), c.heightPx - Math.max(...ys))
  return { ...mark, points: mark.points.map(({ x, y }) => ({ x: x + byX, y: y + byY })) }
}

const extended = (c: Context, mark: Mark, at: Point): Mark => {
  const [first] = mark.points
  const point = within(c, at)
  if (first === undefined) return mark
  return { ...mark, points: mark.tool === 'pen' ? [...mark.points, point] : [first, point] }
}

const isMark = ({ points }: Mark): boolean => {
  const [first] = points
  return first !== undefined && points.some(({ x, y }) => Math.hypot(x - first.x, y - first.y) >= MIN_PX)
}

const nextId = (c: Context): number =>
  [...c.before, c.marks, ...c.after].flat().reduce((highest, { id }) => Math.max(highest, id), 0) + 1

/** Adds an undo state. */
const changed = (c: Context, marks: readonly Mark[], chosen: number | null = c.chosen): Partial<Context> => ({
  marks,
  chosen,
  before: [...c.before, c.marks],
  after: [],
  drawn: null,
  held: null,
})

const chosenOf = ({ marks, chosen }: Context): Mark | undefined => marks.find(({ id }) => id === chosen)

/** Returns the marks to render, with the one under the pointer in its current state. */
export const marksShown = ({ marks, drawn }: Pick<Context, 'marks' | 'drawn'>): readonly Mark[] =>
  drawn === null
    ? marks
    : marks.some(({ id }) => id === drawn.id)
      ? marks.map((mark) => (mark.id === drawn.id ? drawn : mark))
      : [...marks, drawn]

const nudge = (c: Context, { dx, dy, isSizing }: { dx: number; dy: number; isSizing: boolean }) => {
  const mark = chosenOf(c)
  const last = mark?.points.at(-1)
  if (mark === undefined || last === undefined) return {}
  const next =
    isSizing && mark.tool !== 'pen' ? extended(c, mark, { x: last.x + dx, y: last.y + dy }) : moved(c, mark, dx, dy)
  return changed(
    c,
    c.marks.map((one) => (one === mark ? next : one)),
  )
}

/** Marks on a picture before it is attached: arrows, boxes, freehand lines, and blur. `flatten` removes blurred content. */
export const markupMachine = setup({
  types: {
    context: {} as Context,
    events: {} as MarkupEvent,
    input: {} as { widthPx: number; heightPx: number; colour: string },
    emitted: {} as { type: 'markup/kept'; picture: Blob } | { type: 'markup/left' },
  },
  actors: {
    /** The flattened picture. */
    flatten: unprovided<Blob, { marks: readonly Mark[] }>('flatten'),
  },
  guards: {
    isMark: ({ context: { drawn } }) => drawn !== null && isMark(drawn),
    wasMoved: ({ context: { drawn, marks } }) => drawn !== null && !marks.includes(drawn),
    hasChosen: ({ context }) => chosenOf(context) !== undefined,
    canUndo: ({ context }) => context.before.length > 0,
    canRedo: ({ context }) => context.after.length > 0,
  },
  actions: {
    chooseColour: assign(({ context: c }, colour: string) => {
      const chosen = chosenOf(c)
      if (chosen === undefined || chosen.colour === colour) return { colour }
      return {
        colour,
        ...changed(
          c,
          c.marks.map((mark) => (mark === chosen ? { ...mark, colour } : mark)),
        ),
      }
    }),
    begin: assign(({ context: c }, at: Point) => {
      const point = within(c, at)
      return { chosen: null, drawn: { id: nextId(c), tool: c.tool, colour: c.colour, points: [point, point] } }
    }),
    keepDrawn: assign(({ context: c }) => (c.drawn === null ? {} : changed(c, [...c.marks, c.drawn], c.drawn.id))),
    carry: assign(({ context: c }, at: Point) => {
      const mark = chosenOf(c)
      return mark === undefined || c.held === null ? {} : { drawn: moved(c, mark, at.x - c.held.x, at.y - c.held.y) }
    }),
    putDown: assign(({ context: c }) => (c.drawn === null ? {} : changed(c, marksShown(c)))),
    letGo: assign({ drawn: null, held: null }),
    place: assign(({ context: c }) => {
      const { widthPx: w, heightPx: h } = c
      const points = [
        { x: w * 0.375, y: h * 0.375 },
        { x: w * 0.625, y: h * 0.625 },
      ]
      const mark: Mark = { id: nextId(c), tool: c.tool, colour: c.colour, points }
      return changed(c, [...c.marks, mark], mark.id)
    }),
    delete: assign(({ context: c }) =>
      changed(
        c,
        c.marks.filter(({ id }) => id !== c.chosen),
        null,
      ),
    ),
    undo: assign(({ context: { before, marks, after } }) => ({
      marks: before.at(-1) ?? [],
      before: before.slice(0, -1),
      after: [marks, ...after],
      chosen: null,
    })),
    redo: assign(({ context: { before, marks, after } }) => ({
      marks: after[0] ?? [],
      before: [...before, marks],
      after: after.slice(1),
      chosen: null,
    })),
    emitLeft: enqueueActions(({ enqueue }) => enqueue.emit({ type: 'markup/left' as const })),
    forgetFailure: assign({ failure: null }),
  },
}).createMachine({
  id: 'markup',
  context: ({ input }) => ({
    ...input,
    tool: 'box',
    marks: [],
    drawn: null,
    held: null,
    chosen: null,
    before: [],
    after: [],
    failure: null,
  }),
  initial: 'ready',
  states: {
    ready: {
      on: {
        'tool/choose': { actions: assign(({ event }) => ({ tool: event.tool, chosen: null })) },
        'colour/choose': { actions: { type: 'chooseColour', params: ({ event }) => event.colour } },
        'pointer/down': [
          {
            guard: ({ event }) => event.on !== null,
            target: 'moving',
            actions: assign(({ context: c, event }) => ({
              chosen: event.on,
              held: event.at,
              drawn: c.marks.find(({ id }) => id === event.on) ?? null,
            })),
          },
          { target: 'drawing', actions: { type: 'begin', params: ({ event }) => event.at } },
        ],
        'mark/place': { actions: 'place' },
        'mark/choose': { actions: assign(({ event }) => ({ chosen: event.id })) },
        'mark/nudge': { guard: 'hasChosen', actions: assign(({ context, event }) => nudge(context, event)) },
        'mark/delete': { guard: 'hasChosen', actions: 'delete' },
        'edit/undo': { guard: 'canUndo', actions: 'undo' },
        'edit/redo': { guard: 'canRedo', actions: 'redo' },
        'markup/done': { target: 'flattening', actions: 'forgetFailure' },
        'markup/cancel': { target: 'left', actions: 'emitLeft' },
      },
    },
    drawing: {
      on: {
        'pointer/move': {
          actions: assign(({ context: c, event }) => ({ drawn: c.drawn && extended(c, c.drawn, event.at) })),
        },
        'pointer/up': [
          { guard: 'isMark', target: 'ready', actions: 'keepDrawn' },
          { target: 'ready', actions: 'letGo' },
        ],
        'pointer/cancel': { target: 'ready', actions: 'letGo' },
        'markup/cancel': { target: 'ready', actions: 'letGo' },
      },
    },
    moving: {
      on: {
        'pointer/move': { actions: { type: 'carry', params: ({ event }) => event.at } },
        'pointer/up': [
          { guard: 'wasMoved', target: 'ready', actions: 'putDown' },
          { target: 'ready', actions: 'letGo' },
        ],
        'pointer/cancel': { target: 'ready', actions: 'letGo' },
        'markup/cancel': { target: 'ready', actions: 'letGo' },
      },
    },
    flattening: {
      invoke: {
        id: 'flatten',
        src: 'flatten',
        input: ({ context }) => ({ marks: context.marks }),
        onDone: { target: 'kept', actions: emit(({ event }) => ({ type: 'markup/kept', picture: event.output })) },
        onError: { target: 'ready', actions: assign(({ event }) => ({ failure: event.error })) },
      },
    },
    kept: { type: 'final' },
    left: { type: 'final' },
  },
})

export type MarkupRef = ActorRefFrom<typeof markupMachine>
export type MarkupSnapshot = SnapshotFrom<typeof markupMachine>
