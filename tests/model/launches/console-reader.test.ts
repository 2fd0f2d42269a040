import { expect, test } from 'vitest'
import { createActor, fromPromise, SimulatedClock } from 'xstate'
import type { ConsoleMatches } from '../../../contract/launchers/engine.ts'
import {
  consoleReader,
  FIND_DELAY_MS,
  type ConsoleQuestion,
  type ConsoleReaderEvent,
} from '../../../machines/launches/console-reader.machine.ts'
import { aLine } from '../../unit/launches/an-attempt.ts'
import { describeMachine } from '../support/describe-machine.ts'
import { play } from '../support/paths.ts'

const shown = { from: 40, to: 60 }
const events = [
  { type: 'find/typed', text: 'slow' },
  { type: 'find/typed', text: ' ' },
  // Matches are searched from the position where the search continues: fewer states to cover.
  { type: 'find/go', direction: 'next', shown: { from: 8, to: 20 } },
  { type: 'mark/go', mark: 'warning', direction: 'previous', shown: { from: 1, to: 6 } },
  { type: 'error/first' },
  { type: 'lines/added', lines: [aLine(90, { value: 'Slow answer' }), aLine(91, { mark: 'error' })] },
  { type: 'line/aimed', line: 7 },
  { type: 'end/follow' },
  { type: 'end/reached' },
  { type: 'end/left' },
  { type: 'xstate.done.actor.find', output: { total: 2, lastLine: 80, match: { line: 7, ordinal: 1 } } },
  { type: 'xstate.done.actor.find', output: { total: 0, lastLine: 80, match: null } },
  { type: 'xstate.error.actor.find', error: 'away' },
  { type: 'xstate.after.typing.consoleReader.search.typing' },
] as unknown as ConsoleReaderEvent[]
const search = 'find/typed find/go mark/go error/first lines/added'
const paths = describeMachine(consoleReader, {
  input: undefined,
  events,
  stopWhen: ({ context: { total, asked } }) => total !== null && (total > 2 || asked.mark === 'warning'),
  table: {
    'search.resting': search,
    'search.typing': `${search} after(typing)`,
    'search.asking': `${search} done(find) error(find)`,
    'end.followed': 'end/left line/aimed',
    'end.left': 'end/follow end/reached line/aimed',
  },
  ignored: {
    'end.followed': { events: 'end/follow end/reached', because: 'the end is shown and followed' },
    'end.left': { events: 'end/left', because: 'the end is left already' },
  },
  invariants: {
    'aims at no line while it follows the end, and at the given one after that': (now, before) => {
      if (now.matches({ end: 'followed' })) return now.context.aim === null
      return now.context.aim === null || !before?.matches({ end: 'followed' }) || now.context.aim.line === 7
    },
    'shows a match of the last search only': ({ context: { match, total, asked, text } }) =>
      (match === null || (total ?? 0) > 0) && (asked.text === '' || asked.text === text),
  },
})

test('a running machine follows the short paths and emits nothing', () => {
  for (const path of paths.filter(({ steps }) => steps.length < 5))
    expect(play(consoleReader, path, undefined)).toEqual([])
})

const reading = (answers: (ConsoleMatches | Error)[]) => {
  const clock = new SimulatedClock()
  const requests: ConsoleQuestion[] = []
  const actor = createActor(
    consoleReader.provide({
      actors: {
        find: fromPromise(({ input }: { input: ConsoleQuestion }) => {
          requests.push(input)
          const answer = answers.shift() ?? new Error('too many questions')
          return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer)
        }),
      },
    }),
    { clock },
  ).start()
  const rests = async () => await expect.poll(() => actor.getSnapshot().matches({ search: 'resting' })).toBe(true)
  return { actor, clock, asked: requests, rests, context: () => actor.getSnapshot().context }
}
const at = (line: number, ordinal: number, total = 2): ConsoleMatches => ({
  total,
  lastLine: 80,
  match: { line, ordinal },
})

test('searches once typing pauses, from the first line, and then from match to match', async () => {
  const { actor, clock, asked, rests, context } = reading([at(7, 1), at(70, 2), at(7, 1)])
  for (const text of ['s', 'sl', 'slow']) actor.send({ type: 'find/typed', text })
  clock.increment(FIND_DELAY_MS)
  await rests()
  expect(context()).toMatchObject({ match: { line: 7 }, total: 2, aim: { line: 7 } })
  for (const direction of ['next', 'previous'] as const) {
    actor.send({ type: 'find/go', direction, shown })
    await rests()
  }
  expect(asked).toEqual([
    { text: 'slow', mark: 'error', from: 0, direction: 'next' },
    { text: 'slow', mark: 'error', from: 7, direction: 'next' },
    { text: 'slow', mark: 'error', from: 70, direction: 'previous' },
  ])
})

test('searches errors from the visible lines, and keeps the typed text', async () => {
  const { actor, clock, asked, rests, context } = reading([at(7, 1), at(30, 3, 3), at(8, 2, 3), at(45, 2)])
  actor.send({ type: 'find/typed', text: 'slow' })
  clock.increment(FIND_DELAY_MS)
  await rests()
  actor.send({ type: 'mark/go', mark: 'error', direction: 'previous', shown })
  await rests()
  actor.send({ type: 'mark/go', mark: 'error', direction: 'previous', shown })
  await rests()
  expect(context()).toMatchObject({ text: 'slow', total: 3, match: { line: 8 } })
  actor.send({ type: 'find/go', direction: 'next', shown })
  await rests()
  expect(asked.slice(1)).toEqual([
    { text: '', mark: 'error', from: 61, direction: 'previous' },
    { text: '', mark: 'error', from: 30, direction: 'previous' },
    { text: 'slow', mark: 'error', from: 39, direction: 'next' },
  ])
})

test('counts matches in added lines, and shows a failed search until the next one', async () => {
  const { actor, clock, rests, context } = reading([at(7, 1), new Error('away'), at(70, 3, 3)])
  actor.send({ type: 'find/typed', text: 'slow' })
  clock.increment(FIND_DELAY_MS)
  await rests()
  // The server had counted line 80 before it was loaded.
  const added = [aLine(80, { value: 'slow' }), aLine(90, { value: 'a SLOW answer' }), aLine(91, { mark: 'error' })]
  actor.send({ type: 'lines/added', lines: added })
  expect(context().total).toBe(3)
  actor.send({ type: 'lines/added', lines: added })
  expect(context().total).toBe(3)
  actor.send({ type: 'find/go', direction: 'next', shown })
  await rests()
  expect(context()).toMatchObject({ failure: { message: 'away' }, match: { line: 7 } })
  actor.send({ type: 'find/go', direction: 'next', shown })
  await rests()
  expect(context()).toMatchObject({ failure: null, match: { line: 70, ordinal: 3 } })
})

test('counts warnings and errors separately, and searches the first error from the beginning', async () => {
  const { actor, asked, rests, context } = reading([at(50, 2), at(7, 1), at(9, 1, 1), at(9, 1, 1)])
  actor.send({ type: 'mark/go', mark: 'error', direction: 'next', shown })
  await rests()
  actor.send({ type: 'error/first' })
  await rests()
  actor.send({ type: 'mark/go', mark: 'warning', direction: 'next', shown })
  // The count of errors is not the count of warnings.
  expect(context()).toMatchObject({ total: null, match: null })
  await rests()
  actor.send({ type: 'lines/added', lines: [aLine(90, { mark: 'error' }), aLine(91, { mark: 'warning' })] })
  expect(context().total).toBe(2)
  actor.send({ type: 'mark/go', mark: 'warning', direction: 'next', shown })
  await rests()
  expect(asked).toEqual([
    { text: '', mark: 'error', from: 39, direction: 'next' },
    { text: '', mark: 'error', from: 0, direction: 'next' },
    { text: '', mark: 'warning', from: 39, direction: 'next' },
    { text: '', mark: 'warning', from: 9, direction: 'next' },
  ])
})
