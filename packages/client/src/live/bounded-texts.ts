import { clean } from '../../../../contract/launches/clean.ts'
import { RESULT_IMPORT_LIMITS as LIMITS } from '../../../../contract/launches/result-import-limits.ts'
import type { TestNames } from '../../../../contract/launches/test-names.ts'

/** Returns names as imports clean and cut them: both must give a test one identity. */
export const boundedNames = ({ name, className, methodName }: TestNames): TestNames => ({
  name: bounded(name, 4000) || 'Test without a name',
  className: className === null ? null : bounded(className, 2000),
  methodName: bounded(methodName, 2000),
})

const bounded = (text: string, max: number): string =>
  clean(text)
    .trim()
    .slice(0, max)
    .replace(/[\ud800-\udbff]$/, '')

/** Returns the text of a failure; null for a blank one. */
export const boundedReason = (reason: string | null | undefined): string | null => {
  const whole = clean(reason ?? '').trim()
  if (whole.length <= LIMITS.reason) return whole === '' ? null : whole
  return `${bounded(whole, LIMITS.reason)}\n… ${whole.length - LIMITS.reason} more characters were not reported`
}
