import { z } from 'zod/mini'

/**
 * Rules that mark a test as flaky, the strongest evidence first.
 * - `commitFlips`: the result changed between two runs of one commit.
 * - `retries`: the test passed on a retry in the same launch.
 * - `flips`: the result changed between consecutive runs.
 */
export const FLAKY_RULES = ['commitFlips', 'retries', 'flips'] as const
export const FlakyRule = z.enum(FLAKY_RULES)
export type FlakyRule = z.infer<typeof FlakyRule>

/** The rule that marks a test, and the number that it found. */
export const FlakyMark = z.object({ rule: FlakyRule, count: z.int() })
export type FlakyMark = z.infer<typeof FlakyMark>

/** Describes why a rule marks a test. */
export const describeMark = ({ rule, count }: FlakyMark): string => {
  const times = count === 1 ? 'once' : `${count} times`
  switch (rule) {
    case 'commitFlips':
      return `Changed ${times} for one commit`
    case 'retries':
      return `Passed on a retry ${times}`
    case 'flips':
      return `Changed ${times} between runs`
  }
}
