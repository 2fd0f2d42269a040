import { expect, test } from 'vitest'
import { openedCase, type OpenedCaseEvent } from '../../../machines/cases/opened-case.machine.ts'
import { aTestCase } from '../../unit/cases/support.ts'
import { describeMachine } from '../support/describe-machine.ts'
import { play, toursThrough } from '../support/paths.ts'

const input = { caseId: 1 }
const events = [
  { type: 'case/wanted', caseId: null },
  { type: 'case/wanted', caseId: 1 },
  { type: 'case/wanted', caseId: 2 },
  { type: 'case/touched', caseIds: [1] },
  { type: 'case/touched', caseIds: [9] },
  { type: 'case/touched', caseIds: null },
  { type: 'case/saved', testCase: aTestCase({ title: 'Saved', version: 2 }) },
  { type: 'case/retry' },
  { type: 'xstate.done.actor.find', output: { testCase: aTestCase() } },
  { type: 'xstate.done.actor.find', output: { testCase: null } },
  { type: 'xstate.error.actor.find', error: 'unreachable' },
] as OpenedCaseEvent[]
const paths = describeMachine(openedCase, {
  input,
  events,
  table: {
    choosing: 'always case/wanted',
    closed: 'case/wanted',
    loading: 'case/{saved,touched,wanted} done(find) error(find)',
    shown: 'case/{saved,touched,wanted}',
    failed: 'case/{retry,touched,wanted}',
    deleted: 'case/{touched,wanted}',
    missing: 'case/wanted',
  },
  ignored: {
    loading: { events: 'case/retry', because: 'a retry is offered only after a failure' },
    closed: { events: 'case/touched case/saved case/retry', because: 'no case is open' },
    shown: { events: 'case/retry', because: 'a retry is offered only after a failure' },
    deleted: {
      events: 'case/saved case/retry',
      because: 'a deleted case cannot be edited, and its load has succeeded',
    },
    missing: { events: 'case/touched case/saved case/retry', because: 'the case no longer exists' },
    failed: { events: 'case/saved', because: 'only the failure is shown, and a retry reads the saved case' },
  },
  invariants: {
    '[TREE-50] shows nothing of a missing case': (s) => !s.matches('missing') || s.context.testCase === null,
    '[TREE-50] shows only a case that was found': (s) => !s.matches('shown') || s.context.testCase !== null,
    'keeps a case that was shown when another user deletes it': (s, before) =>
      s.context.testCase !== null ||
      before?.context.testCase == null ||
      before.context.testCase.id !== s.context.caseId ||
      s.matches('failed'),
    'shows a case as deleted exactly while it is': (s) => !s.matches('deleted') || s.context.testCase?.deleted === true,
    'shows nothing when no case is open': (s) => s.context.caseId !== null || s.matches('closed'),
    'is closed exactly when no case is open': (s) => !s.matches('closed') || s.context.testCase === null,
  },
})

test('emits each missing case once', () => {
  for (const path of toursThrough(paths)) {
    const missing = path.steps.filter(
      ({ state }, i) => state.matches('missing') && path.steps[i - 1]?.state.matches('missing') !== true,
    )
    expect(play(openedCase, path, input)).toEqual(missing.map(() => ({ type: 'case/missing' })))
  }
})
