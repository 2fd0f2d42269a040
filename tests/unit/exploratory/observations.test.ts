import { expect, test } from 'vitest'
import type { Observation } from '../../../contract/exploratory/observations.ts'
import {
  filterSearch,
  isFiltered,
  matches,
  NO_FILTER,
  readFilter,
  type ObservationFilter,
} from '../../../views/exploratory/observations/filters.ts'
import { shortName } from '../../../views/exploratory/observations/observation-text.ts'

const user = { id: 3, username: 'nadia', name: 'Nadia Krol', email: 'nadia@larkspur.test', photoUrl: null }
const observation: Observation = {
  id: '22222222-2222-4222-8222-222222222222',
  type: { id: 7, name: 'Bug', colorHex: '#d23f38', enabled: true, deleted: false },
  description: 'The Order box shows −£25.00',
  attachments: [],
  elapsedTimeInMillis: null,
  clockMillis: null,
  issueId: 'SHOP-2228',
  issueType: 'JIRA',
  improvementId: null,
  improvementType: null,
  createdAt: new Date(2026, 6, 15, 23, 59).toISOString(),
  createdBy: user,
  lastModifiedAt: new Date(2026, 6, 15, 23, 59).toISOString(),
  lastModifiedBy: user,
}
const isShown = (filter: Partial<ObservationFilter>) => matches(observation, { ...NO_FILTER, ...filter })

test('[OBSF-01] [OBSF-02] [OBSF-03] [OBSF-04] [OBSF-05] words, links, type and author choose', () => {
  expect([isShown({ q: ' order BOX ' }), isShown({ q: 'basket' })]).toEqual([true, false])
  expect([isShown({ issues: ['SHOP-2228'] }), isShown({ issues: ['SHOP-1'] })]).toEqual([true, false])
  expect(isShown({ improvements: ['SHOP-2231'] })).toBe(false)
  expect([isShown({ types: ['7', '8'] }), isShown({ types: ['8'] })]).toEqual([true, false])
  expect([isShown({ authors: ['3'] }), isShown({ authors: ['4'] })]).toEqual([true, false])
})

test('[OBSF-06] [OBSF-07] [OBSF-08] [OBSF-09] [OBSF-10] days are the reader’s, and a span holds both its ends', () => {
  const on = (operator: 'on' | 'after' | 'before', day: string) => isShown({ created: { operator, day } })
  expect([on('on', '2026-07-15'), on('on', '2026-07-16')]).toEqual([true, false])
  expect([on('after', '2026-07-14'), on('after', '2026-07-15')]).toEqual([true, false])
  expect([on('before', '2026-07-16'), on('before', '2026-07-15')]).toEqual([true, false])
  const between = (from: string, to: string) => isShown({ created: { operator: 'between', from, to } })
  expect([between('2026-07-15', '2026-07-15'), between('2026-07-16', '2026-07-20')]).toEqual([true, false])
})

test('[OBSF-10] filters are in the address, and unknown filters are ignored', () => {
  const filter: ObservationFilter = {
    q: 'order & box',
    types: ['7', '8'],
    authors: ['3'],
    issues: ['SHOP-2228'],
    improvements: [],
    created: { operator: 'between', from: '2026-07-01', to: '2026-07-31' },
  }
  expect(readFilter(filterSearch(filter))).toEqual(filter)
  expect(filterSearch(NO_FILTER)).toBe('')
  expect(isFiltered(readFilter('created=on&day=yesterday'))).toBe(false)
  expect(isFiltered(readFilter('created=between&day=2026-07-01'))).toBe(false)
})

test('[OBS-30] [OBS-31] shortens long names and keeps their extension', () => {
  expect(shortName('gift-card.png')).toBe('gift-card.png')
  expect(shortName('12345678901234567890')).toBe('12345678901234567890')
  expect(shortName('gift-card-number-too-long.png')).toBe('gift-card-numbe….png')
  expect(shortName('a-name-without-an-ending-at-all')).toBe('a-name-without-an-e…')
})
