import { expect, test } from 'vitest'
import { chipFaults, emailsIn, unfinishedOf, withChips, splitChips } from '../../../views/ui/pickers/chip-values.ts'

test('a pasted list is split at commas, semicolons, blanks and ends of lines, without empty words', () => {
  expect(splitChips(' a@x.io, b@x.io;c@x.io\r\n\r\nd@x.io\t e@x.io ,; ')).toEqual([
    'a@x.io',
    'b@x.io',
    'c@x.io',
    'd@x.io',
    'e@x.io',
  ])
  expect(splitChips(' , ;\n')).toEqual([])
  expect(splitChips('PRD 91, PRD 92', ',\n')).toEqual(['PRD 91', 'PRD 92'])
})

test('the addresses of a pasted list of recipients are read without the names', () => {
  expect(emailsIn('Ada Lovelace <ada@x.io>, "Bauer, Emil" <emil@x.io>; carla@x.io\n<dan@x.io> e@x.io')).toEqual([
    'ada@x.io',
    'emil@x.io',
    'carla@x.io',
    'dan@x.io',
  ])
  expect(emailsIn('a@x.io b@x.io\r\nnobody')).toEqual(['a@x.io', 'b@x.io', 'nobody'])
})

test('the part after the last separator is unfinished', () => {
  expect(unfinishedOf('a@x.io')).toBe('a@x.io')
  expect(unfinishedOf('a@x.io, b')).toBe('b')
  expect(unfinishedOf('a@x.io ')).toBe('')
})

test('repeated words get no second chip, and words beyond the most are handed back', () => {
  expect(withChips(['a'], ['b', 'a', 'b', 'c', 'd'], 3)).toEqual({
    values: ['a', 'b', 'c'],
    added: ['b', 'c'],
    repeated: ['a', 'b'],
    rest: ['d'],
  })
  expect(withChips(['A@x.io'], ['a@X.io'], 9, (value) => value.toLowerCase()).repeated).toEqual(['a@X.io'])
  expect(withChips(['A'], ['a'], 9).values).toEqual(['A', 'a'])
})

test('values with the same fault are named together, five of them at most', () => {
  const validate = (value: string) => (value.includes('@') ? null : value === '' ? 'Required' : 'Not an address')
  expect(chipFaults(['a@x', 'b', 'c@x', 'd'], validate)).toEqual(['Not an address: b, d'])
  expect(chipFaults(['1', '2', '3', '4', '5', '6', '7'], validate)).toEqual([
    'Not an address: 1, 2, 3, 4, 5 and 2 more',
  ])
  expect(chipFaults(['a@x'], validate)).toEqual([])
})
