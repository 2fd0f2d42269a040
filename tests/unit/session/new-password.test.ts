import { describe, expect, test } from 'vitest'
import { NewPassword } from '../../../contract/session/session.ts'
import { TEXTS } from '../../../contract/texts.ts'

const faultsOf = (password: string) => NewPassword.safeParse(password).error?.issues.map(({ message }) => message) ?? []

test('[PASSW-01] [PASSW-04] a new password is required and has 8 to 50 characters', () => {
  expect(faultsOf('')).toEqual(['Password required'])
  for (const password of ['p'.repeat(7), 'p'.repeat(51)])
    expect(faultsOf(password)).toEqual(['Password must be between 8 and 50 characters'])
  for (const password of ['p'.repeat(8), 'p'.repeat(50)]) expect(faultsOf(password)).toEqual([])
})

test('[PASSW-02] letters of other alphabets are rejected', () => {
  expect(faultsOf('пароль-пароль')).toEqual(['Password must have only latin letters, numbers or special symbols'])
})

describe('characters of a new password', () => {
  test('[PASSW-03] accepts every symbol of an American keyboard, including the space', () => {
    const symbols = '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~ '.split('')
    expect(symbols.filter((symbol) => faultsOf(`abc123${symbol}x`).length > 0)).toEqual([])
  })

  test.each(['é', 'ß', 'п', '密', '€', '😀', '\t', '\n', '\0'])('[PASSW-03] %j is not', (character) =>
    expect(faultsOf(`abc123${character}x`)).toEqual([TEXTS.passwordCharacters]),
  )
})
