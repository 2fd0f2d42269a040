import { expect, test } from 'vitest'
import { suggestedIssue, type SuggestedIssueEvent } from '../../../machines/launches/suggested-issue.machine.ts'
import { describeMachine } from '../support/describe-machine.ts'
import { play, toursThrough } from '../support/paths.ts'

const events = [
  { type: 'suggestion/accept', failureKey: 'k', issueId: 'ABC-1' },
  { type: 'suggestion/accept', failureKey: null, issueId: 'ABC-2' },
  { type: 'xstate.done.actor.link', output: { linked: 2 } },
  { type: 'xstate.error.actor.link', error: 'conflict' },
] as SuggestedIssueEvent[]
const paths = describeMachine(suggestedIssue, {
  input: undefined,
  events,
  table: {
    idle: 'suggestion/accept',
    linking: 'done(link) error(link)',
  },
  ignored: {
    linking: { events: 'suggestion/accept', because: 'the button shows progress until the answer' },
  },
})

test('emits the end of each acceptance once, with the issue that was pressed', () => {
  for (const path of toursThrough(paths)) {
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
