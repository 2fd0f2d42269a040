import { expect, test } from 'vitest'
import { asked, isPlansFiltered, plansHref, readPlansQuery } from '../../../views/plans/address.ts'
import { existingOptions, matchingRuns } from '../../../views/plans/detail/matching-runs.ts'

test('[PLANS-04][PLANS-06][PLANS-07] filters, and whether closed plans are listed, are in the address and are read from it', () => {
  const search = 'q=autumn&closed=true&milestone=3&milestone=4&environment=5&createdAt=2026-10-01..2026-10-31&page=2'
  const query = readPlansQuery(`?${search}`)
  expect(query).toMatchObject({
    q: 'autumn',
    closed: true,
    milestoneId: [3, 4],
    environmentId: [5],
    createdFrom: '2026-10-01',
    createdTo: '2026-10-31',
    page: 2,
    pageSize: 20,
  })
  expect(readPlansQuery(plansHref('SHOP', query).split('?')[1] ?? '')).toEqual(query)
  expect(plansHref('SHOP', readPlansQuery(''))).toBe('/projects/SHOP/test-plans')
})

test('ignores invalid parameters of an address', () => {
  const query = readPlansQuery('?milestone=x&page=-1&createdAt=2026-99-01..&environment=0')
  expect(isPlansFiltered(query)).toBe(false)
  expect(query.page).toBe(1)
})

test('the last day of a range is included', () => {
  const { createdFrom, createdTo } = asked(readPlansQuery('?createdAt=2026-10-31..2026-10-31'))
  expect(createdFrom).toBe(new Date(2026, 9, 31).toISOString())
  expect(createdTo).toBe(new Date(2026, 10, 1).toISOString())
  expect(asked(readPlansQuery('?createdAt=..2026-10-31'))).not.toHaveProperty('createdFrom')
})

test('[PLANS-23][PLANS-24] finds runs of a plan by text and by one option of each chosen group', () => {
  const run = (title: string, browser: number, system: number) => ({
    title,
    configurations: [
      { groupId: 1, groupName: 'Browser', optionId: browser, optionName: '' },
      { groupId: 2, groupName: 'System', optionId: system, optionName: '' },
    ],
  })
  const runs = [run('Chrome, Windows', 11, 21), run('Chrome, macOS', 11, 22), run('Firefox, Windows', 12, 21)]
  const found = (words: string, chosen: Record<number, number[]>) =>
    matchingRuns(runs, words, chosen).map(({ title }) => title)
  expect(found(' WINDOWS ', {})).toEqual(['Chrome, Windows', 'Firefox, Windows'])
  expect(found('', { 1: [11], 2: [21] })).toEqual(['Chrome, Windows'])
  expect(found('', { 1: [11, 12], 2: [] })).toHaveLength(3)
})

test('[PLANS-09] options that the plan has lost filter nothing', () => {
  const groups = [
    { id: 1, name: 'Browser', options: [{ id: 11, name: 'Chrome' }] },
    { id: 2, name: 'System', options: [] },
  ]
  expect(existingOptions(groups, { 1: [11, 12], 2: [21], 3: [31] })).toEqual({ 1: [11], 2: [] })
  const runs = [{ title: 'Chrome', configurations: [{ groupId: 1, groupName: '', optionId: 11, optionName: '' }] }]
  expect(matchingRuns(runs, '', existingOptions(groups, { 2: [21], 3: [31] }))).toEqual(runs)
})
