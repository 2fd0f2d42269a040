import { expect, test } from 'vitest'
import { ROLES } from '../../../contract/access.ts'
import { FirstName, LastName } from '../../../contract/session/session.ts'
import { TEXTS } from '../../../contract/texts.ts'

const faultsOf = (name: typeof FirstName, value: string) =>
  name.safeParse(value).error?.issues.map(({ message }) => message) ?? []

test.each(['Mary Ann', 'Jean-Luc', "O'Neil"])(
  '[PROF-13] %s is a first and a last name, blanks between its words included',
  (name) => {
    expect(FirstName.parse(` ${name} `)).toBe(name)
    expect(LastName.parse(name)).toBe(name)
  },
)

test('[PROF-09] [PROF-10] both are optional, of up to 100 characters', () => {
  for (const name of [FirstName, LastName]) {
    expect(faultsOf(name, '')).toEqual([])
    expect(faultsOf(name, 'N'.repeat(100))).toEqual([])
    expect(faultsOf(name, 'N'.repeat(101))).toEqual(['Must be between 1 and 100 characters'])
  }
})

test('[PROF-11] [PROF-12] characters of both are limited; last names may have parentheses', () => {
  expect(faultsOf(FirstName, "Nad.ia-O'2")).toEqual([])
  expect(faultsOf(LastName, "O'Krol-Smith (QA)")).toEqual([])
  expect(faultsOf(FirstName, 'Nadia (QA)')).toEqual([TEXTS.firstNameCharacters])
  expect(faultsOf(FirstName, 'Nadia#')).toEqual([TEXTS.firstNameCharacters])
  expect(faultsOf(LastName, 'Krol {m}')).toEqual([TEXTS.lastNameCharacters])
})

test('[PROJ-22] roles of projects are these four', () =>
  expect([...ROLES].sort()).toEqual(['ADMINISTRATOR', 'ENGINEER', 'GUEST', 'MANAGER']))
