import { expect, test } from 'vitest'
import { suggestedIssue, type SuggestedIssueEvent } from '../../../machines/launches/suggested-issue.machine.ts'
import { missedBy, pathsOf, play } from '../support/paths.ts'
import { expectTable } from '../support/table.ts'

const events = [
  { type: 'suggestion/accept', failureKey: 'k', issueId: 'ABC-1' },
  { type: 'suggestion/accept', failureKey: null, issueId: 'ABC-2' },
  { type: 'xstate.done.actor.link', output: { linked: 2 } },
  { type: 'xstate.error.actor.link', error: 'conflict' },
] as SuggestedIssueEvent[]
const paths = pathsOf(suggestedIssue, { input: undefined, events })

test('each state handles the events of its table', () =>
  expectTable(suggestedIssue, {
    idle: 'suggestion/accept',
    linking: 'done(link) error(link)',
  }))

test('the paths reach every state and take every transition', () => expect(missedBy(suggestedIssue, paths)).toEqual([]))

test('every acceptance that starts emits its end once, with the issue that was pressed', () => {
  for (const path of paths) {
    let pressed = ''
    const expected: unknown[] = []
    path.steps.forEach(({ event, state }, i) => {
      const before = path.steps[i - 1]?.state
      if (before === undefined) return
      if (before.matches('idle') && state.matches('linking')) pressed = state.context.accepted.issueId
      const type: string = event.type
      if (type.startsWith('xstate.done')) expected.push({ type: 'issue/linked', count: 2, issueId: pressed })
      if (type.startsWith('xstate.error')) expected.push({ type: 'issue/refused', error: 'conflict' })
    })
    expect([path.name, play(suggestedIssue, path, undefined)]).toEqual([path.name, expected])
  }
})
