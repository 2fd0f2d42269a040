import { expect, test } from 'vitest'
import { hubUrlWith } from '../../../views/launches/hub/hub-url.ts'

const NONE = { username: null, accessKey: null, key: null, secret: null }

test('[HUB-08] escapes credentials in the address', () => {
  const hubUrl = 'https://hub.example.test/wd/hub'
  const address = 'https://ann%40shop:a%3Ab%2Fc%25@hub.example.test/wd/hub'
  expect(hubUrlWith({ ...NONE, hubUrl, username: 'ann@shop', accessKey: 'a:b/c%' })).toBe(address)
  expect(hubUrlWith({ ...NONE, hubUrl, key: 'ann@shop', secret: 'a:b/c%' })).toBe(address)
  expect(hubUrlWith({ ...NONE, hubUrl })).toBe(hubUrl)
})

test('[HUB-10] returns no address for an invalid one', () => {
  expect(hubUrlWith({ ...NONE, hubUrl: 'hub', username: 'ann', accessKey: 'key' })).toBeNull()
})
