import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { NO_STATISTICS } from '../../../contract/launches/launches.ts'
import { GATE_RULES } from '../../../contract/launches/quality-gate.ts'
import { judge, type GateFacts, type GatePolicy } from '../../../server/launches/gate/judge.ts'

const facts = (changed: Partial<GateFacts> = {}): GateFacts => ({
  isUnderWay: false,
  counts: { ...NO_STATISTICS, passed: 8, failed: 2 },
  leftOut: { failed: 0, failedAsKnown: 0, blocked: 0, aborted: 0 },
  newFailures: 1,
  retried: 0,
  isPartial: false,
  shards: null,
  ...changed,
})
const policy = (thresholds: GatePolicy['thresholds'], allowsIncomplete = false): GatePolicy => ({
  thresholds,
  allowsIncomplete,
})
const missed = (of: Partial<GateFacts>, by: GatePolicy) =>
  judge(facts(of), by).checks.flatMap(({ rule, isPassed }) => (isPassed ? [] : [rule]))

describe('a launch passes the gate', () => {
  test.each([
    ['without a threshold only if no test failed', {}, {}, ['maxFailures']],
    ['if its failures are quarantined', { leftOut: { ...facts().leftOut, failed: 2 } }, {}, []],
    ['up to the number of failures', {}, { maxFailures: 2 }, []],
    ['by its share of passed tests', {}, { minPassRate: 81 }, ['minPassRate']],
    ['by its new failures alone', {}, { maxNewFailures: 0 }, ['maxNewFailures']],
    ['up to the number of tests that passed on a retry', { retried: 3 }, { maxFailures: 2, maxRetried: 3 }, []],
    ['if no more tests passed on a retry', { retried: 4 }, { maxFailures: 2, maxRetried: 3 }, ['maxRetried']],
    ['without failures, if only retries are limited', {}, { maxRetried: 3 }, ['maxFailures']],
  ] as const)('%s', (_, of, thresholds, expected) => {
    expect(missed(of, policy(thresholds))).toEqual(expected)
  })

  test('not without a test that ran, unless the policy allows it', () => {
    const skipped = facts({ counts: { ...NO_STATISTICS, skipped: 3 }, newFailures: 0 })
    expect(judge(skipped, policy({}))).toMatchObject({ verdict: 'failed', reasons: ['No tests ran'] })
    expect(judge(skipped, policy({ minTests: 0 }))).toMatchObject({ verdict: 'passed', reasons: [] })
  })

  test('not with a missing part, unless the policy allows it', () => {
    const parts = facts({ isPartial: true, shards: { total: 4, done: 3 } })
    const reasons = ['A part of the reports could not be imported', 'Only 3 of 4 shards have been reported']
    expect(judge(parts, policy({ maxFailures: 2 }))).toMatchObject({ verdict: 'failed', reasons })
    expect(judge(parts, policy({ maxFailures: 2 }, true))).toMatchObject({ verdict: 'passed', reasons: [] })
  })
})

test('a launch that passes the gate still passes it with a more lenient threshold', () => {
  const count = fc.integer({ min: 0, max: 20 })
  const anyFacts = fc
    .record({ passed: count, failed: count, skipped: count, newFailures: count, retried: count })
    .map(({ passed, failed, skipped, ...rest }) =>
      facts({ counts: { ...NO_STATISTICS, passed, failed, skipped }, ...rest }),
    )
  const thresholds = fc.record(Object.fromEntries(GATE_RULES.map((rule) => [rule, fc.integer({ min: 1, max: 20 })])))
  fc.assert(
    fc.property(anyFacts, thresholds, fc.constantFrom(...GATE_RULES), (of, strict, rule) => {
      const change = rule.startsWith('max') ? 1 : -1
      const lenient = { ...strict, [rule]: (strict[rule] ?? 0) + change }
      return judge(of, policy(strict)).verdict === 'failed' || judge(of, policy(lenient)).verdict === 'passed'
    }),
  )
})
