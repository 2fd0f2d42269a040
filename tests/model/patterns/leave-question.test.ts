import { expect, test } from 'vitest'
import { leaveQuestion, type LeaveQuestionEvent } from '../../../machines/patterns/leave-question.machine.ts'
import { missedBy, pathsOf, play } from '../support/paths.ts'
import { expectTable } from '../support/table.ts'

const events: LeaveQuestionEvent[] = [
  { type: 'leave/wanted', isDirty: true },
  { type: 'leave/wanted', isDirty: false },
  { type: 'leave/confirmed' },
  { type: 'leave/stay' },
]
const paths = pathsOf(leaveQuestion, { input: undefined, events })

test('each state handles the events of its table', () =>
  expectTable(leaveQuestion, {
    open: 'leave/wanted',
    asking: 'leave/{confirmed,stay}',
  }))

test('the paths reach every state and take every transition', () => {
  expect(missedBy(leaveQuestion, paths)).toEqual([])
})

test('on every path it is left only where nothing would be lost, or as the answer to the question', () => {
  for (const path of paths) {
    const leaving = path.steps.filter(({ event }, i) => {
      const before = path.steps[i - 1]?.state.value
      return (
        (before === 'asking' && event.type === 'leave/confirmed') ||
        (before === 'open' && event.type === 'leave/wanted' && !event.isDirty)
      )
    })
    expect(play(leaveQuestion, path, undefined)).toEqual(leaving.map(() => ({ type: 'left' })))
  }
})
