import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { forgetRecentPages, recallRecentPages, rememberRecentPage } from '../../../views/shared/page/recent-pages.ts'

const store = new Map<string, string>()
beforeEach(() => {
  store.clear()
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => store.get(name) ?? null,
    setItem: (name: string, value: string) => store.set(name, value),
    removeItem: (name: string) => store.delete(name),
  })
})
afterEach(() => vi.unstubAllGlobals())

const page = (n: number, label = `Launch ${n}`) => ({
  href: `/projects/SHOP/automation-launches/${n}`,
  label,
  detail: '',
})

test('stores the newest twelve pages per user, each once with its newest name', () => {
  for (let n = 1; n <= 14; n++) rememberRecentPage(1, page(n))
  rememberRecentPage(1, page(5, 'Renamed'))
  const known = recallRecentPages(1)
  expect(known).toHaveLength(12)
  expect(known.slice(0, 2).map(({ label }) => label)).toEqual(['Renamed', 'Launch 14'])
  expect(recallRecentPages(2)).toEqual([])
})

test('deletes them on sign-out, and skips damaged ones', () => {
  rememberRecentPage(1, page(1))
  forgetRecentPages(1)
  expect(recallRecentPages(1)).toEqual([])
  for (const damaged of ['{', '{}', '[null, 4, {"href": "/"}]']) {
    store.set('assay:recent:1', damaged)
    expect(recallRecentPages(1)).toEqual([])
  }
})
