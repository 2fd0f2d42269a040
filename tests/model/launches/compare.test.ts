import { expect, test } from 'vitest'
import { createActor, fromCallback, fromPromise, waitFor } from 'xstate'
import { COMPARISON_WINDOW, type ComparedTest, type Comparison } from '../../../contract/launches/comparison.ts'
import { compareMachine, type CompareEvent } from '../../../machines/launches/compare.machine.ts'
import { describeMachine } from '../support/describe-machine.ts'
import { play, toursThrough } from '../support/paths.ts'

const launch = {
  launchId: 2,
  launchNumber: 2,
  name: 'Nightly',
  status: 'FAILED' as const,
  environment: null,
  build: null,
  startTime: '2026-01-01T00:00:00.000Z',
  passRate: 0.5,
}
const rowsOf = (from: number, count: number): ComparedTest[] =>
  Array.from({ length: count }, (_, i) => ({
    testId: from + i,
    baselineTestId: null,
    name: `t${from + i}`,
    className: null,
    class: 'new',
    kind: 'passed',
    baselineKind: null,
    durationMs: 1,
    baselineDurationMs: null,
  }))
const answerOf = (items: ComparedTest[], total: number): Comparison => ({
  launch,
  baseline: { ...launch, launchId: 1, launchNumber: 1 },
  counts: { newFailure: 0, stillFailing: 0, fixed: 0, slower: 0, missing: 0, new: total },
  unchanged: 0,
  items,
  total,
})
const input = { question: { baselineId: null, classes: [] } }
const other = { baselineId: 7, classes: ['new' as const] }
const events = [
  { type: 'question/changed', question: other },
  { type: 'question/changed', question: input.question },
  { type: 'rows/shown', last: 1 },
  { type: 'comparison/refresh' },
  { type: 'xstate.done.actor.compare', output: answerOf(rowsOf(1, 2), 3) },
  { type: 'xstate.done.actor.compare', output: answerOf([], 0) },
  { type: 'xstate.error.actor.compare', error: 'offline' },
  { type: 'xstate.done.actor.extend', output: answerOf(rowsOf(3, 1), 3) },
  { type: 'xstate.done.actor.extend', output: answerOf(rowsOf(3, 1), 4) },
  { type: 'xstate.error.actor.extend', error: 'offline' },
] as CompareEvent[]
const paths = describeMachine(compareMachine, {
  input,
  events,
  table: {
    loading: 'question/changed comparison/refresh rows/shown done(compare) error(compare)',
    shown: 'question/changed comparison/refresh rows/shown always',
    extending: 'question/changed comparison/refresh rows/shown done(extend) error(extend)',
    failed: 'question/changed comparison/refresh rows/shown',
  },
  invariants: {
    'shows no rows of another query, and not more than the answer counts': (state, before) => {
      const { question, rows, answer } = state.context
      const isNewQuestion = before !== undefined && before.context.question !== question
      return isNewQuestion ? rows.length === 0 : rows.length <= (answer?.total ?? 0)
    },
    'loads more rows only when the end of the loaded ones is shown': (state, before) => {
      const begins = state.matches('extending') && before?.matches('extending') !== true
      const { lastShown, rows } = state.context
      return !begins || (lastShown !== null && lastShown >= rows.length - 50)
    },
    'loads all rows again when a window is of another moment': (state, before) => {
      if (before?.matches('extending') !== true || state.matches('extending')) return true
      const isAppended = state.context.rows.length > before.context.rows.length
      return !isAppended || state.context.rows.length === COMPARISON_WINDOW || state.context.rows.length === 3
    },
  },
})

test('a running machine follows the tours as the model does', () => {
  for (const path of toursThrough(paths)) expect(() => play(compareMachine, path, input)).not.toThrow()
})

test('loads all shown rows again, up to a limit', () => {
  const limitAfter = (count: number) => {
    const limits: number[] = []
    const actor = createActor(
      compareMachine.provide({
        actors: {
          news: fromCallback(() => undefined),
          address: fromCallback(() => undefined),
          compare: fromPromise(({ input: { limit } }) => {
            limits.push(limit)
            return Promise.resolve(answerOf(rowsOf(1, count), count))
          }),
        },
      }),
      { input },
    ).start()
    return waitFor(actor, (state) => state.matches('shown')).then(() => {
      actor.send({ type: 'comparison/refresh' })
      actor.stop()
      return limits
    })
  }
  const window = COMPARISON_WINDOW
  return expect(Promise.all([0, window + 5, window * 20].map(limitAfter))).resolves.toEqual([
    [window, window],
    [window, window + 5],
    [window, window * 10],
  ])
})
