import path from 'node:path'
import type { TestCase, TestResult, TestStep as PlaywrightStep } from '@playwright/test/reporter'
import {
  FAILED_AS_EXPECTED,
  PASSED_UNEXPECTEDLY,
  PLAYWRIGHT_RESULTS,
  playwrightResult,
  UNEXPECTED_PASS,
} from '../../../contract/launches/playwright-results.ts'
import { RESULT_IMPORT_LIMITS as LIMITS } from '../../../contract/launches/result-import-limits.ts'
import { fittingSteps } from '../../../contract/launches/step-limits.ts'
import type { TestStep } from '../../../contract/launches/test-details.ts'
import type { TestEnd } from '../../client/src/live/pending-reports.ts'
import { errorText, labelsOf } from './tests.ts'

/** Returns the end of an attempt as imports of Playwright's reports have it. */
export const endOf = (test: TestCase, result: TestResult, rootDir: string): TestEnd => {
  const word = playwrightResult(result.status, test.expectedStatus)
  const start = result.startTime.getTime()
  const { steps, omittedSteps, indexes } = stepsOf(result, rootDir)
  const owners = ownersOf(steps.map(({ step }) => step))
  return {
    endedAt: start + result.duration,
    result: PLAYWRIGHT_RESULTS[word as keyof typeof PLAYWRIGHT_RESULTS] ?? 'ABORTED',
    reason: reasonOf(word, test, result),
    steps: steps.map(({ reported }) => reported),
    omittedSteps,
    // A test may add annotations while it runs.
    labels: labelsOf(test),
    attachments: result.attachments.map((attachment) => ({
      name: attachment.name,
      contentType: attachment.contentType,
      path: attachment.path,
      body: attachment.body,
      step: indexes.get(owners.get(attachment)!),
    })),
  }
}

const reasonOf = (word: string, test: TestCase, { errors }: TestResult): string | null => {
  if (word === FAILED_AS_EXPECTED || word === 'passed') return null
  if (word === PASSED_UNEXPECTEDLY) return UNEXPECTED_PASS
  if (word === 'skipped')
    return test.annotations.find(({ type }) => type === 'skip' || type === 'fixme')?.description ?? null
  return [...new Set(errors.map(errorText).filter(Boolean))].join('\n\n') || null
}

interface Listed {
  step: PlaywrightStep
  reported: TestStep
}

/** Returns the steps within the limits, depth first, with their indexes. Without recursion: tests nest steps to any depth. */
const stepsOf = (
  result: TestResult,
  rootDir: string,
): { steps: readonly Listed[]; omittedSteps: number; indexes: ReadonlyMap<PlaywrightStep, number> } => {
  const all: Listed[] = []
  const waiting = result.steps.map((step) => ({ step, depth: 0 })).reverse()
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { step, depth } = next
    all.push({ step, reported: reportedStep(step, depth, result.startTime.getTime(), rootDir) })
    waiting.push(...step.steps.map((child) => ({ step: child, depth: depth + 1 })).reverse())
  }
  const steps = fittingSteps(all.map(({ reported }) => reported)).flatMap((index) => all[index] ?? [])
  return {
    steps,
    omittedSteps: all.length - steps.length,
    indexes: new Map(steps.map(({ step }, index) => [step, index])),
  }
}

const reportedStep = (step: PlaywrightStep, depth: number, start: number, rootDir: string): TestStep => {
  const { title, subtitle, category, startTime, duration, location, error, annotations } = step
  const isOver = duration >= 0
  const failure = error ? errorText(error) : null
  const isSkipped = annotations.some(({ type }) => type === 'skip')
  return {
    title: cut([title, subtitle].filter(Boolean).join(' '), LIMITS.stepTitle) || 'Step without a name',
    depth: Math.min(depth, LIMITS.stepDepth - 1),
    status: error ? 'FAILED' : !isOver ? 'ABORTED' : isSkipped ? 'SKIPPED' : 'PASSED',
    category: cut(category, LIMITS.stepWord),
    startMs: Math.max(0, Math.round(startTime.getTime() - start)),
    ...(isOver ? { durationMs: Math.round(duration) } : {}),
    ...(location ? { location: cut(placeOf(location, rootDir), LIMITS.stepWord) } : {}),
    ...(failure === null ? {} : { error: cut(failure, LIMITS.stepError) }),
    ...(error?.snippet ? { snippet: cut(error.snippet, LIMITS.stepDetails) } : {}),
  }
}

const cut = (text: string, max: number): string => text.slice(0, max).toWellFormed()

/** As Playwright's blob report writes it: relative to the folder of the tests, so that it is the same on every machine. */
const placeOf = ({ file, line }: { file: string; line: number }, rootDir: string): string =>
  `${path.relative(rootDir, file).replaceAll('\\', '/')}:${line}`

const ownersOf = (steps: readonly PlaywrightStep[]): ReadonlyMap<unknown, PlaywrightStep> =>
  new Map(steps.flatMap((step) => step.attachments.map((attachment) => [attachment, step] as const)))
