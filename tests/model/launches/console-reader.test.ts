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
import { breaches, missedBy, pathsOf, play } from '../support/paths.ts'
import { expectTable } from '../support/table.ts'

const shown = { from: 40, to: 60 }
const events = [
  { type: 'find/typed', text: 'slow' },
  { type: 'find/typed', text: ' ' },
  // From where they look for a match is where they would go on from one: fewer states to walk through.
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
const paths = pathsOf(consoleReader, {
  input: undefined,
  events,
  stopWhen: ({ context: { total, asked } }) => total !== null && (total > 2 || asked.mark === 'warning'),
})

test('each state handles the events of its table', () => {
  const search = 'find/typed find/go mark/go error/first lines/added'
  expectTable(consoleReader, {
    'search.resting': search,
    'search.typing': `${search} after(typing)`,
    'search.asking': `${search} done(find) error(find)`,
    'end.followed': 'end/left line/aimed',
    'end.left': 'end/follow end/reached line/aimed',
  })
})

test('the paths reach every state and take every transition', () => expect(missedBy(consoleReader, paths)).toEqual([]))

test('on every path a reader that goes to a line does not follow the end, and one that follows it goes nowhere', () =>
  expect(
    breaches(paths, (now, before) => {
      if (now.matches({ end: 'followed' })) return now.context.aim === null
      return (
        now.context.aim === null ||
        before === undefined ||
        !before.matches({ end: 'followed' }) ||
        now.context.aim.line === 7
      )
    }),
  ).toEqual([]))

test('on every path a match is one of what was asked last', () =>
  expect(
    breaches(
      paths,
      ({ context: { match, total, asked, text } }) =>
        (match === null || (total ?? 0) > 0) && (asked.text === '' || asked.text === text),
    ),
  ).toEqual([]))

test('the running machine takes the shortest of the paths, and emits nothing', () => {
  for (const path of paths.filter(({ steps }) => steps.length < 5))
    expect(play(consoleReader, path, undefined)).toEqual([])
})

const reading = (answers: (ConsoleMatches | Error)[]) => {
  const clock = new SimulatedClock()
  const asked: ConsoleQuestion[] = []
  const actor = createActor(
    consoleReader.provide({
      actors: {
        find: fromPromise(({ input }: { input: ConsoleQuestion }) => {
          asked.push(input)
          const answer = answers.shift() ?? new Error('too many questions')
          return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer)
        }),
      },
    }),
    { clock },
  ).start()
  const rests = async () => await expect.poll(() => actor.getSnapshot().matches({ search: 'resting' })).toBe(true)
  return { actor, clock, asked, rests, context: () => actor.getSnapshot().context }
}
const at = (line: number, ordinal: number, total = 2): ConsoleMatches => ({
  total,
  lastLine: 80,
  match: { line, ordinal },
})

test('a text is looked for once typing has ended, from the first line, and then from match to match', async () => {
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

test('errors are looked for from what is in sight, and a text that is typed stays typed', async () => {
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

test('matches in lines that are added are counted; a search that fails says so until the next one', async () => {
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

test('warnings are stepped through beside the errors, and the first error is searched from the beginning', async () => {
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
