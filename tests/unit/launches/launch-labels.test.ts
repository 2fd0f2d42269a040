import { expect, test } from 'vitest'
import { AccessTokenName } from '../../../contract/workspace/profile.ts'
import { NO_STATISTICS, passRate, RESULT_KINDS } from '../../../contract/launches/launches.ts'
import { LIMITS } from '../../../contract/limits.ts'
import { countsOf, displayedKind, kindDisplayedAs, formatPercent } from '../../../views/shared/launch-labels.ts'
import { historyText, pointsSince } from '../../../views/launches/pass-rate-text.ts'
import { REPORTING_AGENTS, setupLines, tokenName } from '../../../views/launches/setup/reporting-agents.ts'
import { commentError } from '../../../views/launches/review-comment.ts'
import { formatSize } from '../../../views/ui/text/format-size.ts'
import { chartFloor } from '../../../views/ui/charts/chart-range.ts'

test('[SUMMARY-01] [SUMMARY-02] each of the eight result kinds has its own look', () => {
  expect(new Set(RESULT_KINDS.map(displayedKind)).size).toBe(8)
  expect(RESULT_KINDS.map((kind) => kindDisplayedAs(displayedKind(kind)))).toEqual([...RESULT_KINDS])
  expect(countsOf({ ...NO_STATISTICS, failedAsKnown: 3, passedManually: 2 })).toMatchObject({ known: 3, manual: 2 })
})

test('[SUMMARY-04] the pass rate counts passed tests, also manual ones, of all ended tests, including skipped ones', () => {
  const ended = { passed: 5, passedManually: 1, failed: 2, skipped: 1, aborted: 1 }
  expect(passRate({ ...NO_STATISTICS, ...ended, inProgress: 7 })).toBe(0.6)
  expect(passRate({ ...NO_STATISTICS, inProgress: 7 })).toBeNull()
})

test('[SUMMARY-03] a pass rate is never rounded to all or nothing', () => {
  expect([null, 0, 0.0001, 0.925, 0.9999, 1].map(formatPercent)).toEqual([
    '–',
    '0.0%',
    '0.1%',
    '92.5%',
    '99.9%',
    '100%',
  ])
})

const history = [0.95, 0.972, 0.925].map((passRate, i) => ({
  launchId: i + 1,
  launchNumber: 41 + i,
  passRate,
  startedAt: '',
}))

test('compares a launch with the previous one', () => {
  expect(pointsSince(history, 3)).toEqual({ launchNumber: 42, isWorse: true, words: '−4.7 points' })
  expect(pointsSince(history, 2)).toMatchObject({ isWorse: false, words: '+2.2 points' })
  expect([pointsSince(history, 1), pointsSince(history, 9)]).toEqual([null, null])
  expect([historyText(history, 3), historyText(history, 2)]).toEqual([
    'this launch and 2 before',
    '1 before and 1 after',
  ])
})

test('the axis of pass rates holds every value', () => {
  for (const values of [[1], [0.95, 0.9], [0.85], [0.5, 1], [0.2], [0]])
    expect(Math.min(...values)).toBeGreaterThanOrEqual(chartFloor(values))
})

test('[REVIEW-03] a comment may have 10000 characters', () => {
  expect(commentError('a'.repeat(LIMITS.reviewComment))).toEqual({})
  expect(commentError('a'.repeat(LIMITS.reviewComment + 1))).toEqual({
    comment: 'Must be between 0 and 10000 characters',
  })
})

test('the set-up names the address, project and token that agents read', () => {
  expect(setupLines('https://assay.example', 'DEF', 'tok').split('\n')).toEqual([
    'export REPORTING_ENABLED=true REPORTING_PROJECT_KEY=DEF',
    'export REPORTING_SERVER_HOSTNAME=https://assay.example',
    'export REPORTING_SERVER_ACCESS_TOKEN=tok',
  ])
  expect(REPORTING_AGENTS.map(({ name }) => name)).toEqual([
    'Playwright',
    'Vitest',
    'Jest',
    'Mocha',
    'pytest',
    'Cypress',
    'WebdriverIO',
    'Nightwatch',
    'JUnit 4',
    'JUnit 5',
    'TestNG',
    'Carina',
    'Robot',
    'NUnit',
  ])
})

test('a generated token has a valid name for any project key', () => {
  const name = tokenName('ABCDEFGHIJ', new Date(2026, 10, 20))
  expect(name).toBe('ABCDEFGHIJ reporting 20 Nov 2026')
  expect(AccessTokenName.safeParse(name).success).toBe(true)
})

test('sizes as file lists say them', () => {
  expect([999, 6000, 999_600, 2_400_000, 999_960_000].map(formatSize)).toEqual([
    '999 B',
    '6 kB',
    '1.0 MB',
    '2.4 MB',
    '1.0 GB',
  ])
})
