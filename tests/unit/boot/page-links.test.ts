import { expect, test } from 'vitest'
import { pageModules } from '../../../scripts/page-links.ts'
import { PAGES } from '../../../views/pages.ts'

test('the build knows the module of every page', () => {
  const loaded = PAGES.filter(({ load }) => load !== undefined).map(({ pattern }) => pattern)
  expect([...pageModules().keys()].sort()).toEqual(loaded.sort())
})

test('every page has a unique pattern', () => {
  const patterns = PAGES.map(({ pattern }) => pattern)
  expect(new Set(patterns).size).toBe(patterns.length)
})
