import { expect, test } from 'vitest'
import { addressOfRequirement } from '../../../contract/settings/requirement-systems.ts'

const systems = [
  { keyPrefix: 'SHOP', address: 'https://wiki.test/{key}' },
  { keyPrefix: 'SHOP-', address: 'https://jira.test/browse/{key}?as={key}' },
]

test('a key links to the system with the longest matching prefix, ignoring case', () => {
  expect(addressOfRequirement('SHOP-12', systems)).toBe('https://jira.test/browse/SHOP-12?as=SHOP-12')
  expect(addressOfRequirement('shop12', systems)).toBe('https://wiki.test/shop12')
  expect(addressOfRequirement('PAY-1', systems)).toBeNull()
  // A prefix alone names no requirement.
  expect(addressOfRequirement('SHOP', systems)).toBeNull()
})

test('escapes a key in the address, so that it adds no path, query or pattern', () => {
  expect(addressOfRequirement('SHOP-1/../x?y=1&z#$&', systems)).toBe(
    'https://jira.test/browse/SHOP-1%2F..%2Fx%3Fy%3D1%26z%23%24%26?as=SHOP-1%2F..%2Fx%3Fy%3D1%26z%23%24%26',
  )
})

test('an address links to itself', () => {
  expect(addressOfRequirement('https://docs.test/req', systems)).toBe('https://docs.test/req')
  expect(addressOfRequirement('javascript:alert(1)', [{ keyPrefix: 'java', address: 'https://a.test/{key}' }])).toBe(
    'https://a.test/javascript%3Aalert(1)',
  )
})
