import { mochaNames } from '../../../../contract/launches/test-names.ts'
import { IN_THE_ENTRY } from './attempts.ts'
import type { AttachmentFact, Fact, TestFact } from './facts.ts'
import type { Format, ReportInput } from './format.ts'
import { fieldsOf, recordsOf, stringOf, type JsonPath } from './json-records.ts'
import { milliseconds, timeOf } from './numbers.ts'
import { reasonOf } from './texts.ts'

type Fields = Readonly<Record<string, unknown>>

const SHARED = {
  attempts: IN_THE_ENTRY,
  identity: 'The titles of the suites, and the title.',
} as const

export const MOCHA: Format = {
  ...SHARED,
  id: 'mocha',
  read: readMocha,
  statuses: { passes: 'PASSED', failures: 'FAILED', pending: 'SKIPPED' },
  attachments: 'None: the report has no files.',
  writers: 'Mocha: `--reporter json`',
  notes: ['`currentRetry` is the number of earlier attempts.', 'A hook that failed is a failed entry.'],
}

export const MOCHAWESOME: Format = {
  ...SHARED,
  id: 'mochawesome',
  read: readMochawesome,
  statuses: { passed: 'PASSED', failed: 'FAILED', pending: 'SKIPPED', skipped: 'SKIPPED' },
  attachments: 'Paths of images, videos and archives in `context`.',
  writers: 'Mochawesome, also of Cypress and merged by mochawesome-merge',
  notes: ['A hook that failed is a failed entry.', 'Texts of `context` are output.'],
}

const LISTS: readonly unknown[] = Object.keys(MOCHA.statuses)

/** `tests` repeats the three lists and does not tell their results. */
async function* readMocha(input: ReportInput): AsyncGenerator<Fact> {
  yield { kind: 'launch', framework: 'mocha' }
  const isWanted = (path: JsonPath): boolean =>
    (path.length === 1 && path[0] === 'stats') || (path.length === 2 && LISTS.includes(path[0]))
  for await (const records of recordsOf(input, isWanted))
    for (const { value, path } of records)
      if (path.length === 1) yield runOf(fieldsOf(value))
      else {
        const test = fieldsOf(value)
        const retries = typeof test.currentRetry === 'number' ? Math.min(Math.floor(test.currentRetry), 100) : 0
        yield {
          ...namesOf(test),
          status: String(path[0]),
          attempts: Array.from({ length: Math.max(0, retries) }, () => ({ status: 'failures' })),
        }
      }
}

async function* readMochawesome(input: ReportInput): AsyncGenerator<Fact> {
  yield { kind: 'launch', framework: 'mocha' }
  const isWanted = (path: JsonPath): boolean =>
    (path.length === 1 && path[0] === 'stats') ||
    (path[0] === 'results' && ['tests', 'beforeHooks', 'afterHooks'].includes(String(path.at(-2))))
  for await (const records of recordsOf(input, isWanted))
    for (const { value, path } of records) {
      const test = fieldsOf(value)
      if (path.length === 1) yield runOf(test)
      // A hook has no result unless it failed.
      else if (path.at(-2) === 'tests' || test.state === 'failed')
        yield {
          ...namesOf(test),
          status: stringOf(test.state) ?? (test.pending === true ? 'pending' : 'skipped'),
          ...contextOf(test.context),
        }
    }
}

const runOf = ({ start, failures }: Fields): Fact => ({
  kind: 'launch',
  startedAt: timeOf(start),
  failures: Number(failures ?? 0) || 0,
})

/** A full title is that of the suites with that of the test. */
const namesOf = (test: Fields): Omit<TestFact, 'status'> => {
  const fullTitle = stringOf(test.fullTitle) ?? ''
  const { message, stack, estack } = fieldsOf(test.err)
  return {
    kind: 'test',
    ...mochaNames(fullTitle, stringOf(test.title) ?? ''),
    reason: reasonOf(stringOf(message), stringOf(stack) ?? stringOf(estack)),
    duration: milliseconds(test.duration),
  }
}

const FILE = /^[^\n]{1,1000}\.(?:png|jpe?g|gif|webp|bmp|mp4|webm|zip|json|txt|log|html)$/i

/** `context` is JSON in a text: a text, a title with a value, or a list of them. */
const contextOf = (context: unknown): Pick<TestFact, 'attachments' | 'output'> => {
  const text = stringOf(context)
  const attachments: AttachmentFact[] = []
  const lines: string[] = []
  for (const entry of text === null ? [] : [parsed(text)].flat()) {
    const title = stringOf(fieldsOf(entry).title)
    const values = [fieldsOf(entry).value ?? entry].flat()
    for (const value of values) {
      const shown = stringOf(value)
      if (shown !== null && FILE.test(shown.trim())) attachments.push({ name: title, path: shown.trim() })
      else lines.push(`${title === null ? '' : `${title}: `}${shown ?? JSON.stringify(value)}`)
    }
  }
  return { attachments, output: lines.length === 0 ? [] : [{ level: 'INFO', text: lines.join('\n') }] }
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
