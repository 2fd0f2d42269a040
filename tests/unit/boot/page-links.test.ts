import { expect, test } from 'vitest'
import { pageModules } from '../../../scripts/page-links.ts'
import { PAGES } from '../../../views/boot/pages.ts'

test('the build knows the module of every page', () => {
  expect([...pageModules().keys()].sort()).toEqual(Object.keys(PAGES).sort())
})
