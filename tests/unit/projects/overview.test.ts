import { describe, expect, test } from 'vitest'
import { NO_STATISTICS } from '../../../contract/launches/launches.ts'
import type { TestGroup } from '../../../contract/launches/launch-tests.ts'
import type { Milestone } from '../../../contract/settings/milestones.ts'
import { dayWords } from '../../../views/shared/days.ts'
import { attentionOf, type AttentionFacts } from '../../../views/projects/overview/attention.ts'
import { passRatesOf } from '../../../views/projects/overview/pass-rates.ts'
import { yoursOf, type YoursFacts } from '../../../views/projects/overview/yours.ts'

const now = new Date(2026, 2, 20, 12).getTime()
const cause = (key: string, more: Partial<TestGroup> = {}): TestGroup => ({
  key,
  label: `Reason ${key}`,
  detail: null,
  tests: 1,
  failed: 1,
  firstId: 1,
  unlinked: 1,
  suggestion: null,
  seenBefore: { launches: 0, of: 5 },
  ...more,
})
const milestone = (dueDate: string | null, more: Partial<Milestone> = {}): Milestone => ({
  id: 1,
  name: '2.41',
  description: '',
  startDate: null,
  dueDate,
  completed: false,
  launches: 0,
  statistics: NO_STATISTICS,
  ...more,
})
const titlesOf = (facts: Partial<AttentionFacts>) =>
  attentionOf({
    projectKey: 'SHOP',
    now,
    failed: null,
    unreviewed: { newest: [], total: 0 },
    milestones: [],
    ...facts,
  }).map(({ title }) => title)
const launch = { id: 12, name: 'Nightly', number: 3 }

describe('what needs attention', () => {
  test('is nothing where nothing failed and nothing is due', () =>
    expect(titlesOf({ milestones: [milestone(null), milestone('2026-04-20')] })).toEqual([]))

  test('begins with new reasons, the one with most tests first; causes with an issue are left out', () =>
    expect(
      titlesOf({
        failed: {
          launch,
          causes: [
            cause('seen', { seenBefore: { launches: 2, of: 5 }, unlinked: 5 }),
            cause('small'),
            cause('large', { tests: 4, unlinked: 4 }),
            cause('linked', { unlinked: 0 }),
            cause(''),
          ],
        },
      }),
    ).toEqual([
      '4 tests fail for a new reason in Nightly #3',
      '1 test fails for a new reason in Nightly #3',
      '5 tests still fail for one reason in Nightly #3',
    ]))

  test('tells failed launches that nobody has reviewed', () => {
    expect(titlesOf({ unreviewed: { newest: [{ number: 3 }], total: 1 } })).toEqual([
      '1 failed launch has not been reviewed',
    ])
    expect(titlesOf({ unreviewed: { newest: [{ number: 3 }], total: 4 } })).toEqual([
      '4 failed launches have not been reviewed',
    ])
  })

  test('tells milestones that are due within a week or overdue', () =>
    expect(
      titlesOf({
        milestones: [
          milestone('2026-03-19'),
          milestone('2026-03-20'),
          milestone('2026-03-27'),
          milestone('2026-03-28'),
        ],
      }),
    ).toEqual([`2.41 was due on ${dayWords('2026-03-19')}`, '2.41 is due today', '2.41 is due in 7 days']))
})

test('the pass rate of a day is that of all its tests; days before the last fourteen and without a result are left out', () => {
  const on = (day: number, statistics: object) => ({
    startedAt: new Date(2026, 2, day, 9).toISOString(),
    statistics: { ...NO_STATISTICS, ...statistics },
  })
  expect(
    passRatesOf(
      [
        on(20, { passed: 1, failed: 1 }),
        on(20, { passed: 2 }),
        on(18, { inProgress: 3 }),
        on(7, { failed: 1 }),
        on(6, { passed: 1 }),
      ],
      now,
    ),
  ).toEqual([
    { day: '2026-03-07', rate: 0 },
    { day: '2026-03-20', rate: 0.75 },
  ])
})

describe('what is the reader’s own', () => {
  const none = { items: [], total: 0 }
  const of = (facts: Partial<YoursFacts>) =>
    yoursOf({ projectKey: 'SHOP', username: 'nadia', sessions: none, reviews: none, ...facts })
  const launch = { id: 7, name: 'Nightly', number: 12 }

  test('open sessions lead to the newest of them', () => {
    expect(of({ sessions: { items: [{ id: 'a', title: 'Refunds' }], total: 2 } })).toEqual([
      {
        id: 'sessions',
        title: '2 exploratory sessions assigned to you',
        detail: 'Newest: Refunds',
        href: '/projects/SHOP/exploratory-sessions/a',
        action: 'Continue',
      },
    ])
  })

  test('one launch to review leads to it, several to their list', () => {
    const hrefOf = (total: number) => of({ reviews: { items: [launch], total } })[0]?.href
    expect(hrefOf(1)).toBe('/projects/SHOP/automation-launches/7')
    expect(hrefOf(2)).toMatch(/automation-launches\?.*user=nadia/)
    expect(of({})).toEqual([])
  })
})
