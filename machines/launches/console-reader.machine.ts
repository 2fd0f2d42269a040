import { assign, raise, setup } from 'xstate'
import type { ConsoleLine, ConsoleMatches } from '../../contract/launchers/engine.ts'
import type { LineMark } from '../../contract/launchers/line-marks.ts'
import type { LineRange } from './console-text.ts'
import { unprovided } from '../patterns/unprovided.ts'

export type FindDirection = 'next' | 'previous'

export type ConsoleReaderEvent =
  | { type: 'find/typed'; text: string }
  /** Continues from the current match, otherwise from the visible lines `shown`. */
  | { type: 'find/go'; direction: FindDirection; shown: LineRange }
  /** Jumps to a line that reports an error or a warning. */
  | { type: 'mark/go'; mark: LineMark; direction: FindDirection; shown: LineRange }
  /** Jumps to the first line that reports an error. */
  | { type: 'error/first' }
  /** The run has printed more lines. */
  | { type: 'lines/added'; lines: readonly ConsoleLine[] }
  /** A search has found a line. */
  | { type: 'line/aimed'; line: number }
  | { type: 'end/follow' }
  /** The reader has scrolled to the end, or away from it. */
  | { type: 'end/reached' }
  | { type: 'end/left' }

export interface ConsoleQuestion {
  /** Empty: lines with the mark. */
  text: string
  mark: LineMark
  from: number
  direction: FindDirection
}

export const FIND_DELAY_MS = 250

interface ReaderContext {
  text: string
  /** The query that `match` and `total` belong to. */
  asked: ConsoleQuestion
  match: ConsoleMatches['match']
  /** Null before the first answer. */
  total: number | null
  /** Number of the newest line that `total` counts. */
  lastLine: number
  failure: unknown
  /** The line to scroll to; a new object for each jump. */
  aim: { line: number } | null
}

const NO_ANSWER = { match: null, total: null, lastLine: 0, failure: null } as const

/** Continues a search behind its current match. A new search starts at the visible lines. */
const questionOf = (
  { asked, match }: ReaderContext,
  requested: ConsoleSearch,
  { direction, shown }: { direction: FindDirection; shown: LineRange },
): ConsoleQuestion => {
  if (match !== null && isSame(asked, requested)) return { ...requested, direction, from: match.line }
  return { ...requested, direction, from: direction === 'next' ? shown.from - 1 : shown.to + 1 }
}

type ConsoleSearch = Pick<ConsoleQuestion, 'text' | 'mark'>

/** Returns whether both look for the same lines. */
const isSame = (a: ConsoleSearch, b: ConsoleSearch): boolean =>
  a.text === b.text && (a.text !== '' || a.mark === b.mark)

const asking = (context: ReaderContext, question: ConsoleQuestion): Partial<ReaderContext> =>
  isSame(question, context.asked) ? { asked: question } : { ...NO_ANSWER, asked: question }

const keepText = (context: ReaderContext, text: string) => ({
  ...NO_ANSWER,
  text,
  asked: { ...context.asked, text, from: 0, direction: 'next' as const },
})

/** Counts matches among new lines. The server may have counted some of them before they were loaded. */
const countAdded = ({ asked, total, lastLine }: ReaderContext, lines: readonly ConsoleLine[]) => {
  if (total === null) return {}
  const requested = asked.text.toLowerCase()
  const isMatch = ({ value, mark }: ConsoleLine) =>
    requested === '' ? mark === asked.mark : value.toLowerCase().includes(requested)
  const uncounted = lines.filter(({ key }) => key > lastLine)
  return {
    total: total + uncounted.filter(isMatch).length,
    lastLine: uncounted.at(-1)?.key ?? lastLine,
  }
}

/**
 * The reading position in a console: the end, which is followed as the console grows until the reader scrolls up, or a match of a text,
 * an error or a warning. The server searches, because not all lines are loaded.
 */
export const consoleReader = setup({
  types: {
    context: {} as ReaderContext,
    events: {} as ConsoleReaderEvent,
  },
  actors: {
    find: unprovided<ConsoleMatches, ConsoleQuestion>('find'),
  },
  guards: {
    hasText: ({ context }) => context.text.trim() !== '',
  },
  actions: {
    askForFirstError: assign(({ context }) => asking(context, { text: '', mark: 'error', direction: 'next', from: 0 })),
    dropAim: assign({ aim: null }),
  },
  delays: { typing: FIND_DELAY_MS },
}).createMachine({
  id: 'consoleReader',
  type: 'parallel',
  context: { text: '', asked: { text: '', mark: 'error', from: 0, direction: 'next' }, aim: null, ...NO_ANSWER },
  states: {
    search: {
      initial: 'resting',
      on: {
        'find/typed': [
          {
            guard: ({ event }) => event.text.trim() === '',
            target: '.resting',
            actions: assign(({ context, event }) => keepText(context, event.text)),
          },
          { target: '.typing', actions: assign(({ context, event }) => keepText(context, event.text)) },
        ],
        'find/go': {
          guard: 'hasText',
          target: '.asking',
          actions: assign(({ context, event }) =>
            asking(context, questionOf(context, { text: context.text, mark: context.asked.mark }, event)),
          ),
        },
        'mark/go': {
          target: '.asking',
          actions: assign(({ context, event }) =>
            asking(context, questionOf(context, { text: '', mark: event.mark }, event)),
          ),
        },
        'error/first': { target: '.asking', actions: 'askForFirstError' },
        'lines/added': { actions: assign(({ context, event }) => countAdded(context, event.lines)) },
      },
      states: {
        resting: {},
        typing: { after: { typing: 'asking' } },
        asking: {
          invoke: {
            id: 'find',
            src: 'find',
            input: ({ context }) => context.asked,
            onDone: [
              {
                guard: ({ event }) => event.output.match !== null,
                target: 'resting',
                actions: [
                  assign(({ event }) => ({ ...event.output, failure: null })),
                  raise(({ event }) => ({ type: 'line/aimed', line: event.output.match?.line ?? 0 })),
                ],
              },
              { target: 'resting', actions: assign(({ event }) => ({ ...event.output, failure: null })) },
            ],
            onError: { target: 'resting', actions: assign(({ event }) => ({ failure: event.error })) },
          },
        },
      },
    },
    end: {
      initial: 'followed',
      states: {
        followed: {
          on: {
            'end/left': 'left',
            'line/aimed': { target: 'left', actions: assign(({ event }) => ({ aim: { line: event.line } })) },
          },
        },
        left: {
          on: {
            'end/follow': { target: 'followed', actions: 'dropAim' },
            'end/reached': { target: 'followed', actions: 'dropAim' },
            'line/aimed': { actions: assign(({ event }) => ({ aim: { line: event.line } })) },
          },
        },
      },
    },
  },
})
