import type { TestFact } from './facts.ts'
import type { EarlierTry, ReportedTest } from './reported.ts'

/** Entry of a report: a test of its own, or an attempt of one. */
export interface Entry {
  fact: TestFact
  test: ReportedTest
}

/** Rule by which entries with one key become tests. */
export interface AttemptRule {
  /** Sentence of the documentation. */
  text: string
  /** Returns the tests, each with its attempts, oldest first. */
  split: <One extends Entry>(entries: readonly One[]) => One[][]
}

const eachAlone = <One extends Entry>(entries: readonly One[]): One[][] => entries.map((entry) => [entry])

/** Formats that list attempts inside the entry of their test, or write the last one only. */
export const IN_THE_ENTRY: AttemptRule = {
  text: 'Attempts are those that the report lists inside a test. Entries with one name are different tests.',
  split: eachAlone,
}

/** Formats that write each attempt as one more entry of the same name. */
export const SAME_NAME: AttemptRule = {
  text: 'Entries of one suite, class and name are attempts of one test when all but the last one failed or were skipped. The last one is the result. When one before the last passed, or a failure is followed by a skip, they are different tests. So are failures in reports of Surefire and TestNG, which write those that are repeated in another form.',
  split: (entries) => {
    const earlier = entries.slice(0, -1)
    const last = entries.at(-1)
    const areUnfinished = earlier.every(({ test, fact }) => test.status !== 'PASSED' && fact.isRetried !== false)
    const hidesFailure = last?.test.status === 'SKIPPED' && earlier.some(({ test }) => test.status !== 'SKIPPED')
    return areUnfinished && !hidesFailure ? [[...entries]] : eachAlone(entries)
  },
}

/** TestNG marks an attempt that it repeats as skipped. */
export const MARKED_AS_RETRIED: AttemptRule = {
  text: 'A skipped entry with `retried="true"` is an attempt of the next entry with the same method and parameters. So is one with an exception other than that of a skip, as TestNG 6 writes it, when an entry that was not skipped follows. Other entries of one method are its invocations.',
  split: (entries) => {
    const tests: (typeof entries)[number][][] = []
    let attempts: (typeof entries)[number][] = []
    entries.forEach((entry, i) => {
      attempts.push(entry)
      const isFollowed = entries.slice(i + 1).some(({ test }) => test.status !== 'SKIPPED')
      const isAttempt =
        i < entries.length - 1 &&
        (entry.fact.isRetried === true ||
          (entry.fact.isRetried === undefined &&
            entry.test.status === 'SKIPPED' &&
            entry.fact.hasError === true &&
            isFollowed))
      if (isAttempt) return
      tests.push(attempts)
      attempts = []
    })
    return tests
  },
}

/** Attempts of a history follow each other in time; results that ran at the same time are different tests. */
export const ONE_HISTORY: AttemptRule = {
  text: 'Results with one history, name and parameters are attempts of one test when they ran one after the other. They are ordered by start, then by end, then by the parameter `Retry`. Results that ran at the same time are different tests.',
  split: (entries) => {
    const inOrder = entries.toSorted(
      (a, b) => startOf(a) - startOf(b) || endOf(a) - endOf(b) || (a.fact.turn ?? 0) - (b.fact.turn ?? 0),
    )
    const tests: (typeof inOrder)[] = []
    for (const entry of inOrder) {
      const test = tests.find((attempts) => {
        const last = attempts.at(-1)
        return last !== undefined && endOf(last) <= startOf(entry)
      })
      if (test === undefined) tests.push([entry])
      else test.push(entry)
    }
    return tests
  },
}

const startOf = ({ test }: Entry): number => test.startedAt ?? 0
const endOf = (entry: Entry): number => startOf(entry) + (entry.test.durationMs ?? 0)

/** Returns the last attempt with the others as its earlier ones. */
export const mergeAttempts = <One extends Entry>(attempts: readonly One[]): One | undefined => {
  const last = attempts.at(-1)
  if (last === undefined || attempts.length === 1) return last
  const earlier = attempts.slice(0, -1).flatMap(({ test, fact }): EarlierTry[] => [
    ...test.earlier,
    {
      // A skip with an error is a failure that its runner repeated.
      status: test.status === 'SKIPPED' && fact.hasError === true ? 'FAILED' : test.status,
      reason: test.reason,
      output: test.output,
      steps: test.steps,
      attachments: test.attachments,
    },
  ])
  const links = attempts.flatMap(({ test }) => test.links)
  return { ...last, test: { ...last.test, links, earlier: [...earlier, ...last.test.earlier] } }
}
