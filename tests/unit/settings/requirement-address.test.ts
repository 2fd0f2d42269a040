import { expect, test } from 'vitest'
import { addressOfRequirement } from '../../../contract/settings/requirement-systems.ts'

const systems = [
  { keyPrefix: 'SHOP', address: 'https://wiki.test/{key}' },
  { keyPrefix: 'SHOP-', address: 'https://jira.test/browse/{key}?as={key}' },
]

test('a key leads to the system with the longest beginning that fits, whatever the case', () => {
  expect(addressOfRequirement('SHOP-12', systems)).toBe('https://jira.test/browse/SHOP-12?as=SHOP-12')
  expect(addressOfRequirement('shop12', systems)).toBe('https://wiki.test/shop12')
  expect(addressOfRequirement('PAY-1', systems)).toBeNull()
  // The beginning alone names nothing.
  expect(addressOfRequirement('SHOP', systems)).toBeNull()
})

test('what a key holds stays a part of the address: it adds no path, no query and no pattern of its own', () => {
  expect(addressOfRequirement('SHOP-1/../x?y=1&z#$&', systems)).toBe(
    'https://jira.test/browse/SHOP-1%2F..%2Fx%3Fy%3D1%26z%23%24%26?as=SHOP-1%2F..%2Fx%3Fy%3D1%26z%23%24%26',
  )
})

test('an address is its own', () => {
  expect(addressOfRequirement('https://docs.test/req', systems)).toBe('https://docs.test/req')
  expect(addressOfRequirement('javascript:alert(1)', [{ keyPrefix: 'java', address: 'https://a.test/{key}' }])).toBe(
    'https://a.test/javascript%3Aalert(1)',
  )
})
