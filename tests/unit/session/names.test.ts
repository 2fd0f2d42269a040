import { expect, test } from 'vitest'
import { ROLES } from '../../../contract/access.ts'
import { FirstName, LastName } from '../../../contract/session/session.ts'

test.each(['Mary Ann', 'Jean-Luc', "O'Neil"])(
  '[PROF-13] %s is a first and a last name, blanks between its words included',
  (name) => {
    expect(FirstName.parse(` ${name} `)).toBe(name)
    expect(LastName.parse(name)).toBe(name)
  },
)

test('[PROJ-22] roles of projects are these four', () =>
  expect([...ROLES].sort()).toEqual(['ADMINISTRATOR', 'ENGINEER', 'GUEST', 'MANAGER']))
