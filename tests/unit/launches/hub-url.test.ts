import { expect, test } from 'vitest'
import { hubUrlWith } from '../../../views/launches/hub/hub-url.ts'

test('[HUB-08] credentials are part of the address, whatever signs they have', () => {
  expect(hubUrlWith('https://hub.example.test/wd/hub', 'ann@shop', 'a:b/c%')).toBe(
    'https://ann%40shop:a%3Ab%2Fc%25@hub.example.test/wd/hub',
  )
})

test('[HUB-10] an address that is none gives no address', () => {
  expect(hubUrlWith('hub', 'ann', 'key')).toBeNull()
})
