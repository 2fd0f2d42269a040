import { IN_THE_ENTRY } from './attempts.ts'
import type { Fact, TestFact } from './facts.ts'
import type { Format, ReportInput } from './format.ts'
import { fieldsOf, listOf, recordsOf, stringOf, type JsonPath } from './json-records.ts'
import { seconds } from './numbers.ts'
import { joinReasons, reasonOf } from './texts.ts'

type Fields = Readonly<Record<string, unknown>>

export const RSPEC: Format = {
  id: 'rspec',
  read: readRSpec,
  statuses: { passed: 'PASSED', failed: 'FAILED', pending: 'SKIPPED', 'error outside of examples': 'FAILED' },
  attempts: IN_THE_ENTRY,
  identity: 'The file and the full description, as the JUnit formatter of RSpec writes them.',
  attachments: 'None: the report has no files.',
  writers: 'RSpec: `--format json`',
  notes: ['An error outside of the examples is a failed entry.'],
}

async function* readRSpec(input: ReportInput): AsyncGenerator<Fact> {
  yield { kind: 'launch', framework: 'rspec' }
  let messages: readonly unknown[] = []
  const isWanted = (path: JsonPath): boolean =>
    path.length === 1 ? path[0] === 'messages' || path[0] === 'summary' : path.length === 2 && path[0] === 'examples'
  for await (const records of recordsOf(input, isWanted))
    for (const { value, path } of records) {
      const fields = fieldsOf(value)
      if (path[0] === 'messages') messages = listOf(value)
      else if (path[0] === 'examples') yield testOf(fields)
      else {
        yield { kind: 'launch', failures: Number(fields.failure_count ?? 0) || 0 }
        if (Number(fields.errors_outside_of_examples_count) > 0)
          yield {
            kind: 'test',
            name: 'Error outside of examples',
            status: 'error outside of examples',
            reason: joinReasons(messages.map(stringOf)),
          }
      }
    }
}

const testOf = (example: Fields): TestFact => {
  const name = stringOf(example.full_description) ?? stringOf(example.description)
  const { class: kind, message, backtrace } = fieldsOf(example.exception)
  const title = [stringOf(kind), stringOf(message)?.trim()].filter(Boolean).join(': ')
  return {
    kind: 'test',
    name,
    className: classOf(stringOf(example.file_path)),
    methodName: name,
    status: stringOf(example.status),
    reason: reasonOf(title, listOf(backtrace).map(stringOf).join('\n')) ?? stringOf(example.pending_message),
    duration: seconds(example.run_time),
  }
}

/** `./spec/cart_spec.rb` is `spec.cart_spec`. */
const classOf = (path: string | null): string | null =>
  path === null
    ? null
    : path
        .replace(/\.[^./]{1,20}$/, '')
        .replaceAll('/', '.')
        .replace(/^\.+/, '')
