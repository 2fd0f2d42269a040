import { describe, expect, test } from 'vitest'
import { NewPassword } from '../../../contract/session/session.ts'
import { TEXTS } from '../../../contract/texts.ts'

const faultsOf = (password: string) => NewPassword.safeParse(password).error?.issues.map(({ message }) => message) ?? []

describe('characters of a new password', () => {
  test('[PASSW-03] every symbol of an American keyboard is allowed, the space too', () => {
    const symbols = '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~ '.split('')
    expect(symbols.filter((symbol) => faultsOf(`abc123${symbol}x`).length > 0)).toEqual([])
  })

  test.each(['é', 'ß', 'п', '密', '€', '😀', '\t', '\n', '\0'])('[PASSW-03] %j is not', (character) =>
    expect(faultsOf(`abc123${character}x`)).toEqual([TEXTS.passwordCharacters]),
  )
})
