import type { Label } from '../../../../contract/launches/launches.ts'
import { RESULT_IMPORT_LIMITS as LIMITS } from '../../../../contract/launches/result-import-limits.ts'
import type { ProblemFact, TestFact } from './facts.ts'
import type { Quantity } from './numbers.ts'
import { aTest, type ReportedStatus, type ReportedTest } from './reported.ts'
import { outputOf, reasonText, stepsOf, textOf } from './texts.ts'

export type Statuses = Readonly<Record<string, ReportedStatus>>
type Report = (problem: Omit<ProblemFact, 'kind'>) => void

/** Cleans and checks one entry of a report: the same for every format. */
export const toTest = (fact: TestFact, statuses: Statuses, report: Report): ReportedTest => {
  const line = fact.line ?? null
  const ms = (quantity: Quantity | undefined, group: string): number | null => {
    if (quantity?.problem) report({ message: quantity.problem, group, line })
    return quantity?.ms ?? null
  }
  const className = textOf(fact.className, 2000)
  const name = textOf(fact.name, 4000) ?? textOf(fact.methodName, 4000) ?? 'Test without a name'
  const status = statusOf(fact.status, statuses, () =>
    report({
      message: fact.status
        ? `The status "${fact.status.slice(0, 60)}" of ${name} is unknown: the test counts as aborted`
        : `${name} has no status and counts as aborted`,
      group: 'status',
      line,
    }),
  )
  for (const _ of fact.attachments ?? [])
    report({ message: '', counted: { one: 'attachment was not imported', many: 'attachments were not imported' } })
  return aTest({
    name,
    className,
    methodName: textOf(fact.methodName, 2000),
    status,
    reason: status === 'PASSED' ? null : reasonText(fact.reason),
    startedAt: ms(fact.startedAt, 'time'),
    durationMs: ms(fact.duration, 'duration'),
    labels: (fact.labels ?? []).flatMap(cleanLabel),
    groups: [...new Set((fact.groups ?? []).flatMap((group) => textOf(group, 255) ?? []))],
    owner: textOf(fact.owner, 255),
    output: [
      ...stepsOf(fact.steps ?? []),
      ...(fact.output ?? []).flatMap(outputOf),
      // A passed test has no reason: its text would be lost.
      ...(status === 'PASSED' ? outputOf({ level: 'INFO', text: fact.reason ?? '' }) : []),
    ],
    earlier: (fact.attempts ?? []).map(({ status: word, reason }) => ({
      status: statusOf(word, statuses, () => {}),
      reason: reasonText(reason),
    })),
  })
}

/** Words that mean the same in every format, for reporters that do not write those of theirs. */
const COMMON: Statuses = {
  pass: 'PASSED',
  passed: 'PASSED',
  success: 'PASSED',
  fail: 'FAILED',
  failed: 'FAILED',
  failure: 'FAILED',
  error: 'FAILED',
  broken: 'FAILED',
  timeout: 'FAILED',
  timedout: 'FAILED',
  skip: 'SKIPPED',
  skipped: 'SKIPPED',
  ignored: 'SKIPPED',
  disabled: 'SKIPPED',
  pending: 'SKIPPED',
  todo: 'SKIPPED',
  notrun: 'SKIPPED',
  aborted: 'ABORTED',
  cancelled: 'ABORTED',
  interrupted: 'ABORTED',
}

export const statusOf = (word: TestFact['status'], statuses: Statuses, onUnknown: () => void): ReportedStatus => {
  const exact = Object.hasOwn(statuses, word ?? '') ? statuses[word ?? ''] : undefined
  if (exact !== undefined) return exact
  const lower = (word ?? '').trim().toLowerCase()
  const similar = Object.keys(statuses).find((one) => one.toLowerCase() === lower)
  const status = similar === undefined ? (Object.hasOwn(COMMON, lower) ? COMMON[lower] : undefined) : statuses[similar]
  if (status !== undefined) return status
  onUnknown()
  return 'ABORTED'
}

const cleanLabel = ({ key, value }: Label): Label[] => {
  const [name, text] = [textOf(key, LIMITS.labelKey), textOf(value, LIMITS.labelValue)]
  return name === null || text === null ? [] : [{ key: name, value: text }]
}
