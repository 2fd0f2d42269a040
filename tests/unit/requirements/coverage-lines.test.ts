import { expect, test } from 'vitest'
import { linesOf } from '../../../contract/csv.ts'
import type { RequirementCoverage } from '../../../contract/requirements/requirements.ts'
import { coverageLines, coverageRows } from '../../../machines/requirements/coverage-lines.ts'
import { isRequirementsFiltered, readRequirementsQuery, requirementsHref } from '../../../views/requirements/address.ts'

const last = {
  status: { name: 'Failed', colorHex: '#f00', isSuccess: false, isFailure: true },
  runId: 4,
  runTitle: 'Release 2',
  at: '2026-01-02T03:04:05.000Z',
}
const covered: RequirementCoverage = {
  id: 1,
  key: 'PRD-1',
  title: '=Pay, by card',
  source: 'jira',
  status: 'Done',
  url: null,
  state: 'failing',
  cases: [
    { id: 7, key: 'SHOP-7', title: 'Card', last },
    { id: 8, key: 'SHOP-8', title: 'Later', last: null },
  ],
  casesTotal: 3,
  runs: [],
}
const gap: RequirementCoverage = { ...covered, id: 2, key: 'PRD-2', state: 'uncovered', cases: [], casesTotal: 0 }

test('a requirement is followed by its cases and by how many more there are, unless it is folded', () => {
  expect(coverageLines([covered, gap], new Set()).map(({ kind }) => kind)).toEqual([
    'requirement',
    'case',
    'case',
    'more',
    'requirement',
  ])
  expect(coverageLines([covered, gap], new Set([1])).map(({ id }) => id)).toEqual(['requirement 1', 'requirement 2'])
})

test('the export has a row for each requirement and case, one for a gap, and no cell that a spreadsheet evaluates', () => {
  expect(linesOf(coverageRows([covered, gap])).split('\r\n')).toEqual([
    `PRD-1,"'=Pay, by card",Jira,Done,Failing,SHOP-7,Card,Failed,Release 2,2026-01-02T03:04:05.000Z`,
    `PRD-1,"'=Pay, by card",Jira,Done,Failing,SHOP-8,Later,Untested,,`,
    `PRD-2,"'=Pay, by card",Jira,Done,Not covered,,,,,`,
    '',
  ])
})

test('the address names words, coverage, source and page, and reads back to the same query', () => {
  const query = { q: 'gift card', state: 'failing', source: 'jira', page: 3, pageSize: 100 } as const
  const href = requirementsHref('DEF', query)
  expect(href).toBe('/projects/DEF/requirements?q=gift+card&coverage=failing&source=jira&page=3')
  expect(readRequirementsQuery(href.slice(href.indexOf('?')))).toEqual(query)
  expect(readRequirementsQuery('?coverage=bad&source=x&page=-1')).toEqual({
    q: '',
    state: null,
    source: null,
    page: 1,
    pageSize: 100,
  })
  expect(isRequirementsFiltered(readRequirementsQuery('?page=2'))).toBe(false)
})
