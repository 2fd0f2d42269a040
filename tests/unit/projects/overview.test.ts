import { describe, expect, test } from 'vitest'
import { NO_STATISTICS } from '../../../contract/launches/launches.ts'
import type { TestGroup } from '../../../contract/launches/launch-tests.ts'
import type { Milestone } from '../../../contract/settings/milestones.ts'
import { formatDay } from '../../../views/shared/days.ts'
import { attentionOf, overdueMilestones, type AttentionFacts } from '../../../views/projects/overview/attention.ts'
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
  mergedKeys: [],
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
const itemsOf = (facts: Partial<AttentionFacts>) =>
  attentionOf({
    projectKey: 'SHOP',
    now,
    mayReview: true,
    failed: null,
    unreviewed: { newest: [], total: 0 },
    milestones: [],
    gates: [],
    unfinished: { newest: [], total: 0 },
    quarantined: [],
    overdue: { runs: null, plans: null },
    ...facts,
  })
const titlesOf = (facts: Partial<AttentionFacts>) => itemsOf(facts).map(({ title }) => title)
const launch = { id: 12, name: 'Nightly', number: 3 }

describe('needs attention', () => {
  test('is empty when nothing failed and nothing is due', () =>
    expect(titlesOf({ milestones: [milestone(null), milestone('2026-04-20')] })).toEqual([]))

  test('lists new failure causes first, largest first, without those with an issue', () =>
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

  test('lists failed launches without a review', () => {
    expect(titlesOf({ unreviewed: { newest: [{ number: 3 }], total: 1 } })).toEqual([
      '1 failed launch has not been reviewed',
    ])
    expect(titlesOf({ unreviewed: { newest: [{ number: 3 }], total: 4 } })).toEqual([
      '4 failed launches have not been reviewed',
    ])
  })

  test('offers the review of launches to those who may review them, and their list to others', () => {
    const launches = { newest: [{ number: 3 }], total: 1 }
    const actionsOf = (mayReview: boolean) =>
      itemsOf({ unreviewed: launches, unfinished: launches, mayReview }).map(({ action }) => action)
    expect(actionsOf(true)).toEqual(['Review', 'Review'])
    expect(actionsOf(false)).toEqual(['Open', 'Open'])
  })

  test('lists milestones that are due within a week or overdue', () =>
    expect(
      titlesOf({
        milestones: [
          milestone('2026-03-19'),
          milestone('2026-03-20'),
          milestone('2026-03-27'),
          milestone('2026-03-28'),
        ],
      }),
    ).toEqual([`2.41 was due on ${formatDay('2026-03-19')}`, '2.41 is due today', '2.41 is due in 7 days']))
})

describe('also needs attention', () => {
  test('[TNAV-03] lists launches whose gate failed, with the missed thresholds', () => {
    const checks = [
      { rule: 'minPassRate' as const, wanted: 95, actual: 90.5, isPassed: false },
      { rule: 'maxSkipped' as const, wanted: 3, actual: 1, isPassed: true },
    ]
    const gate = { launch: { ...launch, status: 'FAILED' as const }, checks, reasons: [] }
    const items = itemsOf({
      gates: [
        { ...gate, verdict: 'failed' },
        { ...gate, verdict: 'passed' },
      ],
    })
    expect(items).toMatchObject([
      { title: 'Nightly #3 did not pass the quality gate', detail: 'pass rate 90.5% (at least 95%)' },
    ])
    expect(items[0]?.href).toContain('/automation-launches/12?testsState=failed')
  })

  test('launches that did not finish lead to their list', () =>
    expect(itemsOf({ unfinished: { newest: [{ number: 7 }, { number: 5 }], total: 4 } })).toMatchObject([
      {
        title: '4 launches did not finish',
        detail: '#7, #5 and older ones',
        href: '/projects/SHOP/automation-launches?status=ABORTED&reviewed=false',
      },
    ]))

  test('lists quarantined tests whose last day is within a week, the next one first, without expired ones', () => {
    const entry = (name: string, until: string | null, isExpired = false) => ({ name, until, isExpired })
    const quarantined = [entry('later', '2026-03-27'), entry('next', '2026-03-21'), entry('gone', '2026-03-19', true)]
    const [item, ...others] = itemsOf({
      quarantined: [...quarantined, entry('far', '2026-03-28'), entry('open', null)],
    })
    expect(others).toEqual([])
    expect(item?.title).toBe('2 tests will leave quarantine within 7 days')
    expect(item?.detail).toContain(`next, last day ${formatDay('2026-03-21')}, and others`)
  })

  test('open runs and plans of overdue milestones, filtered by these', () => {
    const milestones = [milestone('2026-03-19', { id: 4 }), milestone('2026-03-21', { id: 5 })]
    expect(overdueMilestones(milestones, now)).toEqual([4])
    const overdue = { milestoneIds: [4], newest: [{ title: 'Release' }], total: 1 }
    expect(itemsOf({ overdue: { runs: overdue, plans: { ...overdue, total: 0 } } })).toMatchObject([
      { title: '1 test run is overdue', detail: 'Release', href: '/projects/SHOP/test-runs?milestone=4' },
    ])
  })
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

describe('the reader’s own work', () => {
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

  test('one launch to review links to it, several to their list', () => {
    const hrefOf = (total: number) => of({ reviews: { items: [launch], total } })[0]?.href
    expect(hrefOf(1)).toBe('/projects/SHOP/automation-launches/7')
    expect(hrefOf(2)).toMatch(/automation-launches\?.*user=nadia/)
    expect(of({})).toEqual([])
  })
})
