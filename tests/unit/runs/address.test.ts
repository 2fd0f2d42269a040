import { expect, test } from 'vitest'
import { isRunsFiltered, readRerun, readRunsQuery, rerunHref, runsHref } from '../../../views/runs/address.ts'

const searchOf = (href: string) => href.slice(href.indexOf('?'))

test('[RUNS-02] [RUNS-18] writes every filter to the address and reads it back', () => {
  const query = {
    q: 'card',
    closed: true,
    milestoneId: [4],
    environmentId: [9, 10],
    created: { from: '2026-11-01', to: '2026-11-20' },
    configuration: [11],
    page: 3,
    pageSize: 20,
  }
  const href = runsHref('SHOP', query)
  expect(href).toBe(
    '/projects/SHOP/test-runs?q=card&closed=true&milestone=4&environment=9&environment=10&createdAt=2026-11-01..2026-11-20&configuration=11&page=3',
  )
  expect(readRunsQuery(searchOf(href))).toEqual(query)
  expect(isRunsFiltered(query)).toBe(true)
})

test('[RUNS-05] an address without filters is the first page of open runs, and invalid parameters are ignored', () => {
  expect(runsHref('SHOP')).toBe('/projects/SHOP/test-runs')
  const plain = readRunsQuery('')
  expect(plain).toEqual({
    q: '',
    closed: false,
    milestoneId: [],
    environmentId: [],
    created: {},
    configuration: [],
    page: 1,
    pageSize: 20,
  })
  expect(isRunsFiltered(plain)).toBe(false)
  expect(readRunsQuery('?page=-1&milestone=x&createdAt=yesterday&closed=maybe')).toEqual(plain)
})

test('the address of a rerun names the run and the chosen results', () => {
  expect(readRerun(searchOf(rerunHref('SHOP', 7, 'failed')))).toEqual({ runId: 7, cases: 'failed' })
  expect(readRerun('?rerun=7')).toEqual({ runId: 7, cases: 'all' })
  expect(readRerun('?rerun=0')).toBeNull()
  expect(readRerun('')).toBeNull()
})
