import { expect, test } from 'vitest'
import { sessionSides } from '../../../views/exploratory/session-sides.ts'
import { aUser, aSession } from './support.ts'

const sessionId = aSession().id
const values = { title: 'Mine', assigneeId: 7, timeBoxMinutes: null, description: 'The same' }
const command = { type: 'session/update', sessionId, values, expected: {} } as const
const session = aSession({ title: 'Theirs', assignee: aUser, assigneeId: aUser.id, timeBoxMinutes: 30 })
const errorsOf = (...fields: string[]) => fields.map((field) => ({ field, message: 'Changed meanwhile' }))

test('a session edit that collided shows both values of each colliding field, ids by their names where they are known', () => {
  const refusal = { reason: 'collided' as const, errors: errorsOf('title', 'assigneeId', 'timeBoxMinutes'), session }
  const sides = sessionSides(command, refusal, (_, id) => (id === 7 ? 'Emil Bauer' : undefined))
  expect(sides.map(({ name, mine, theirs }) => [name, mine, theirs])).toEqual([
    ['Title', 'Mine', 'Theirs'],
    ['Assignee', 'Emil Bauer', 'Nadia Krol'],
    ['Time box, in minutes', '', '30'],
  ])
  expect(sessionSides(command, refusal)[1]).toMatchObject({ mine: '#7', theirs: 'Nadia Krol' })
})

test('other refusals and other commands have no sides', () => {
  expect(sessionSides(command, { reason: 'invalid', session })).toEqual([])
  expect(sessionSides({ type: 'session/close', sessionId }, { reason: 'collided', session })).toEqual([])
})
