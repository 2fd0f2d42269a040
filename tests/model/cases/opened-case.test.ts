import { expect, test } from 'vitest'
import { openedCase, type OpenedCaseEvent } from '../../../machines/cases/opened-case.machine.ts'
import { aTestCase } from '../../unit/cases/support.ts'
import { breaches, missedBy, pathsOf, play } from '../support/paths.ts'
import { expectTable } from '../support/table.ts'

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
const paths = pathsOf(openedCase, { input, events })

test('each state handles the events of its table', () =>
  expectTable(openedCase, {
    choosing: 'always case/wanted',
    closed: 'case/wanted',
    loading: 'case/{saved,touched,wanted} done(find) error(find)',
    shown: 'case/{saved,touched,wanted}',
    failed: 'case/{retry,touched,wanted}',
    missing: 'case/wanted',
  }))

test('the paths reach every state and take every transition', () => expect(missedBy(openedCase, paths)).toEqual([]))

test('[TREE-50] on every path a case that is missing shows nothing, and what is shown was found', () => {
  expect(breaches(paths, (s) => !s.matches('missing') || s.context.testCase === null)).toEqual([])
  expect(breaches(paths, (s) => !s.matches('shown') || s.context.testCase !== null)).toEqual([])
})

test('on every path nothing is shown when nothing is wanted', () => {
  expect(breaches(paths, (s) => s.context.caseId !== null || s.matches('closed'))).toEqual([])
  expect(breaches(paths, (s) => !s.matches('closed') || s.context.testCase === null)).toEqual([])
})

test('a running machine takes every path, and emits each missing case once', () => {
  for (const path of paths) {
    const missing = path.steps.filter(
      ({ state }, i) => state.matches('missing') && path.steps[i - 1]?.state.matches('missing') !== true,
    )
    expect(play(openedCase, path, input)).toEqual(missing.map(() => ({ type: 'case/missing' })))
  }
})
