import { expect, test } from 'vitest'
import { createActor, fromPromise } from 'xstate'
import type { LaunchTest } from '../../../contract/launches/launch-tests.ts'
import { tagAssignment, type TagAssignmentEvent } from '../../../machines/launches/tag-assignment.machine.ts'
import { tagOutcomeOf, tagOutcomeText, tagResultOf } from '../../../machines/launches/tag-outcome.ts'
import { aTest } from '../../unit/store/support/launches.ts'
import { describeMachine } from '../support/describe-machine.ts'

const failed = (id: number, tagId: number, userFeedbackRequired = false): LaunchTest =>
  aTest({ id, status: 'FAILED', failureTagAssignments: [{ tagId, userFeedbackRequired }] })
const outcome = { success: 2, failed: 0, reasons: [] }
const events = [
  { type: 'tags/ask', tests: [failed(1, 10), failed(2, 10)] },
  { type: 'tags/ask', tests: [aTest({ id: 3, status: 'PASSED' })] },
  { type: 'tag/chosen', tagId: 11 },
  { type: 'tags/save' },
  { type: 'tags/cancel' },
  { type: 'xstate.done.actor.assignTags', output: outcome },
  { type: 'xstate.error.actor.assignTags', error: 'offline' },
] as TagAssignmentEvent[]
const paths = describeMachine(tagAssignment, {
  input: undefined,
  events,
  table: {
    closed: 'tags/ask',
    choosing: 'tag/chosen tags/cancel tags/save',
    assigning: 'done(assignTags) error(assignTags)',
  },
  ignored: {
    closed: { events: 'tag/chosen tags/save tags/cancel', because: 'the dialog is closed' },
    choosing: { events: 'tags/ask', because: 'the dialog covers the page' },
    assigning: {
      events: 'tags/ask tag/chosen tags/save tags/cancel',
      because: 'the choice and Cancel are disabled until the answer, and Save shows progress',
    },
  },
})

test('[TAGS-03] [TAGS-04] assigns nothing without tests that have a tag and without a chosen tag', () => {
  const states = paths.flatMap(({ steps }) => steps.map(({ state }) => state))
  const open = states.filter((state) => !state.matches('closed'))
  expect(open.filter(({ context }) => context.tests.map(({ id }) => id).join() !== '1,2')).toEqual([])
  const assigning = states.filter((state) => state.matches('assigning'))
  expect(assigning.length).toBeGreaterThan(0)
  expect(assigning.filter(({ context }) => context.tagId === null)).toEqual([])
})

test('[TAGS-07] chooses a suggested tag that all tests have, and saves it as it is', async () => {
  const requests: unknown[] = []
  const actor = createActor(
    tagAssignment.provide({
      actors: {
        assignTags: fromPromise(({ input }) => {
          requests.push(input)
          return Promise.resolve(outcome)
        }),
      },
    }),
  ).start()
  const emitted: unknown[] = []
  actor.on('tags/assigned', (event) => emitted.push(event))
  actor.send({ type: 'tags/ask', tests: [failed(1, 10, true), failed(2, 10)] })
  expect(actor.getSnapshot().context.tagId).toBeNull()
  actor.send({ type: 'tags/cancel' })
  const tests = [failed(1, 10, true), failed(2, 10, true)]
  actor.send({ type: 'tags/ask', tests })
  actor.send({ type: 'tags/save' })
  await Promise.resolve()
  await Promise.resolve()
  expect(requests).toEqual([{ tests, tagId: 10 }])
  expect(emitted).toEqual([{ type: 'tags/assigned', outcome }])
})

test('[TAGS-08] [TAGS-09] [TAGS-10] collects each reason once, and does not count REP-2348 as a failure', () => {
  const results = [
    'assigned' as const,
    tagResultOf({ code: 'REP-2348', message: 'has it' }),
    tagResultOf({ code: 'API-4090', message: 'Not failed' }),
    tagResultOf({ code: 'API-4090', message: 'Not failed' }),
    tagResultOf(null),
  ]
  expect(tagOutcomeOf(results)).toEqual({ success: 2, failed: 3, reasons: ['Not failed', 'Unknown reason'] })
})

test.each([
  ['[TAGS-11]', { success: 0, failed: 2, reasons: ['a', 'b'] }, 'Failed to assign failure tag. Reasons: a, b'],
  [
    '[TAGS-12]',
    { success: 3, failed: 1, reasons: ['a'] },
    'Tag assignment processed. Success: 3 Failed: 1 Failure reasons: a',
  ],
  ['[TAGS-13]', { success: 1, failed: 0, reasons: [] }, 'Failure tag was successfully assigned'],
  ['[TAGS-14]', { success: 2, failed: 0, reasons: [] }, 'Failure tags were successfully assigned'],
])('%s the toast gives the number of assigned tests', (_, given, words) =>
  expect(tagOutcomeText(given).words).toBe(words),
)
