import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { NO_STATISTICS } from '../../../contract/launches/launches.ts'
import { judgeTest } from '../../../server/launches/flaky/judged.ts'
import {
  countedBranches,
  countRuns,
  isInfrastructure,
  markOf,
  quarantineLimit,
  rateOf,
  type BranchRuns,
} from '../../../server/launches/flaky/rules.ts'

const none = { runs: 0, failures: 0, retries: 0, flips: 0, commitFlips: 0 }
const onBranch = (branch: string | null, counts: Partial<BranchRuns>): BranchRuns => ({
  ...none,
  branch,
  baseBranch: null,
  ...counts,
})

describe('a rule marks a test', () => {
  const rules = { minCommitFlips: 1, minRetries: 2, minFlips: 3 }
  test.each([
    ['that passed on a retry often enough', { retries: 2 }, { rule: 'retries', count: 2 }],
    ['whose result changed often enough', { flips: 3 }, { rule: 'flips', count: 3 }],
    ['whose result changed for one commit', { flips: 1, commitFlips: 1 }, { rule: 'commitFlips', count: 1 }],
    ['by the strongest evidence', { retries: 9, flips: 9, commitFlips: 1 }, { rule: 'commitFlips', count: 1 }],
    ['not below its number', { retries: 1, flips: 2 }, null],
  ] as const)('%s', (_, counts, mark) => expect(markOf({ ...none, ...counts }, rules)).toEqual(mark))

  test('never, if it is off', () => {
    const off = { minCommitFlips: null, minRetries: null, minFlips: null }
    expect(markOf({ retries: 99, flips: 99, commitFlips: 99 }, off)).toBeNull()
  })
})

describe('changes of the result', () => {
  /** One launch per result, the oldest first: `P` or `F`, then the commit, then the series. */
  const counted = (...launches: string[]) => {
    const runs = launches.map((text, order) => {
      const [result, commit = '', series = ''] = text.split(' ')
      return {
        launch: { order, branchKey: 'main', series, commit: commit === '' ? null : commit },
        hasFailed: result === 'F',
      }
    })
    return countRuns(runs.toReversed()).get('main')
  }
  test.each([
    ['are counted between consecutive runs', ['P', 'F', 'F', 'P'], { runs: 4, failures: 2, flips: 2, commitFlips: 0 }],
    ['are not counted from the first run', ['F'], { runs: 1, failures: 1, flips: 0, commitFlips: 0 }],
    ['are counted for a commit', ['P a', 'F a', 'P b'], { runs: 3, failures: 1, flips: 2, commitFlips: 1 }],
    ['are not counted for an unknown commit', ['P', 'F'], { runs: 2, failures: 1, flips: 1, commitFlips: 0 }],
    [
      'are not counted between configurations',
      ['P a chrome', 'F a firefox', 'P a chrome', 'F a firefox'],
      { runs: 4, failures: 2, flips: 0, commitFlips: 0 },
    ],
  ])('%s', (_, launches, expected) => expect(counted(...launches)).toEqual(expected))

  test('are not counted between the runs of one launch', () => {
    const launch = { order: 1, branchKey: 'main', series: '', commit: 'a' }
    const runs = [true, false, true].map((hasFailed) => ({ launch, hasFailed }))
    expect(countRuns(runs).get('main')).toEqual({ runs: 1, failures: 1, flips: 0, commitFlips: 0 })
  })
})

describe('runs of a pull request', () => {
  const change = onBranch('fix', { baseBranch: 'main', runs: 4, failures: 2, flips: 3 })
  test.each([
    ['do not count if the base branch is clean', onBranch('main', { runs: 5 }), false],
    ['count if the base branch fails, too', onBranch('main', { runs: 5, failures: 1 }), true],
    ['count if the base branch needs retries, too', onBranch('main', { runs: 5, retries: 1 }), true],
    ['count if the base branch did not run the test', onBranch('main', {}), true],
    ['count if only another branch is clean', onBranch('other', { runs: 5 }), true],
  ])('%s', (_, base, isCounted) => {
    expect(countedBranches([change, base]).includes(change)).toBe(isCounted)
    expect(countedBranches([change, base])).toContain(base)
  })
})

describe('failures are taken for those of the infrastructure', () => {
  test.each([
    ['when more than the share of the tests that ran failed', { failed: 6, passed: 5, skipped: 90 }, true],
    ['when tests are blocked or aborted', { blocked: 3, aborted: 3, passed: 5 }, true],
    ['not at the share itself', { failed: 5, passed: 5 }, false],
    ['not when a small launch fails', { failed: 4 }, false],
  ])('%s', (_, counts, expected) => {
    expect(isInfrastructure({ ...NO_STATISTICS, ...counts }, 50)).toBe(expected)
  })
})

test('the rate is a share of the runs, even if each was retried and changed the result', () => {
  const count = fc.nat(50)
  const counts = fc.record({ runs: count, failures: count, retries: count, flips: count, commitFlips: count })
  fc.assert(fc.property(counts, (one) => rateOf(one) >= 0 && rateOf(one) <= 1))
  expect(rateOf({ ...none, runs: 8, retries: 1, flips: 1 })).toBe(0.25)
})

test('a higher number never marks a test that a lower one leaves', () => {
  const count = fc.nat(9)
  const counts = fc.record({ retries: count, flips: count, commitFlips: count })
  const rules = fc.record({ minRetries: count, minFlips: count, minCommitFlips: count })
  fc.assert(
    fc.property(counts, rules, (one, by) => {
      const higher = { ...by, minFlips: by.minFlips + 1 }
      return markOf(one, by) !== null || markOf(one, higher) === null
    }),
  )
})

test('a small project can quarantine one test, and a project without tests none', () => {
  expect([quarantineLimit(0, 5), quarantineLimit(10, 5), quarantineLimit(1000, 5)]).toEqual([0, 1, 50])
})

test('a test whose failures are beyond those that are read of a launch is not listed', () => {
  const rules = { minCommitFlips: 1, minRetries: 1, minFlips: 2 }
  const read = { costMs: 10, firstAt: 1, lastAt: 2, newestId: 3 }
  const shaky = onBranch('main', { runs: 3, failures: 1, flips: 2 })
  expect(judgeTest({ identity: 'a', branches: [{ ...shaky, ...read }] }, rules)).toMatchObject({
    flips: 2,
    costMs: 10,
    newestId: 3,
    branches: ['main'],
    mark: { rule: 'flips', count: 2 },
  })
  const unread = { costMs: 0, firstAt: null, lastAt: null, newestId: 0 }
  expect(judgeTest({ identity: 'a', branches: [{ ...shaky, ...unread }] }, rules)).toBeNull()
})
