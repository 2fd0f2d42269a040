import type { FlakyMark } from '../../contract/launches/flaky-tests.ts'
import { formatCount } from '../ui/text/figures.ts'

/** Describes why a rule marks a test as flaky. */
export const flakyMarkText = ({ rule, count }: FlakyMark): string => {
  const times = formatCount(count, 'time')
  switch (rule) {
    case 'commitFlips':
      return `Changed ${times} for one commit`
    case 'retries':
      return `Passed on a retry ${times}`
    case 'flips':
      return `Changed ${times} between runs`
  }
}
