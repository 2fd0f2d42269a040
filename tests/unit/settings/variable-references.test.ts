import { expect, test } from 'vitest'
import { textParts, withVariables } from '../../../contract/settings/variable-references.ts'
import { SECRET_MASK } from '../../../contract/settings/variables.ts'

const variables = new Map([
  ['BASE_URL', { value: 'https://shop.test' }],
  ['_user2', { value: 'lea {{BASE_URL}}' }],
  ['TOKEN', { value: SECRET_MASK }],
])

test.each([
  ['Open {{BASE_URL}}/cart', 'Open https://shop.test/cart'],
  ['{{ BASE_URL }}{{TOKEN}}', `https://shop.test${SECRET_MASK}`],
  ['{{UNKNOWN}} and {{base_url}}', '{{UNKNOWN}} and {{base_url}}'],
  ['{{{BASE_URL}}}', '{https://shop.test}'],
  ['no {BASE_URL} {{BASE-URL}} {{}} {{1}} {{BASE_URL}', 'no {BASE_URL} {{BASE-URL}} {{}} {{1}} {{BASE_URL}'],
])('[ENVS-09] replaces the references of %s', (text, replaced) => expect(withVariables(text, variables)).toBe(replaced))

test('does not replace references inside values', () =>
  expect(withVariables('{{_user2}}', variables)).toBe('lea {{BASE_URL}}'))

test('splits a text at its references without losing a character', () => {
  const text = 'Open {{BASE_URL}} as {{ USER }}'
  expect(textParts(text)).toEqual([
    { text: 'Open ', key: null },
    { text: '{{BASE_URL}}', key: 'BASE_URL' },
    { text: ' as ', key: null },
    { text: '{{ USER }}', key: 'USER' },
  ])
  expect(textParts('plain')).toEqual([{ text: 'plain', key: null }])
  expect(textParts('')).toEqual([])
})
