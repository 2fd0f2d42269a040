import { expect, test } from 'vitest'
import { leaveQuestion, type LeaveQuestionEvent } from '../../../machines/patterns/leave-question.machine.ts'
import { describeMachine } from '../support/describe-machine.ts'
import { play, toursThrough } from '../support/paths.ts'

const events: LeaveQuestionEvent[] = [
  { type: 'leave/wanted', isDirty: true },
  { type: 'leave/wanted', isDirty: false },
  { type: 'leave/confirmed' },
  { type: 'leave/stay' },
]
const paths = describeMachine(leaveQuestion, {
  input: undefined,
  events,
  table: {
    open: 'leave/wanted',
    asking: 'leave/{confirmed,stay}',
  },
  ignored: {
    open: { events: 'leave/confirmed leave/stay', because: 'no question is open' },
    asking: { events: 'leave/wanted', because: 'the question covers what it asks about' },
  },
})

test('leaves only when nothing would be lost or the question was answered', () => {
  for (const path of toursThrough(paths)) {
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
