import { SAME_NAME } from './attempts.ts'
import type { Fact, TestFact } from './facts.ts'
import { keyOf, type Format, type ReportInput } from './format.ts'
import { fieldsOf, stringOf } from './json-records.ts'
import { linesOf } from './lines.ts'
import { seconds, timeOf } from './numbers.ts'

type Fields = Readonly<Record<string, unknown>>

export const GO: Format = {
  id: 'go',
  read: readGo,
  statuses: {
    pass: 'PASSED',
    bench: 'PASSED',
    fail: 'FAILED',
    skip: 'SKIPPED',
    'no end': 'ABORTED',
    'failed package': 'FAILED',
  },
  attempts: SAME_NAME,
  identity: 'The package and the name of the test, with those of its subtests, as gotestsum writes them.',
  attachments: 'None: the report has no files.',
  writers: '`go test -json`, and gotestsum with `--jsonfile`',
  notes: [
    'A test with subtests is an entry only when it failed and none of its subtests did.',
    'A package that failed without a failed test, such as one that does not compile, is a failed entry with its output.',
    'A test that began and did not end counts as aborted.',
  ],
}

/** Limit of the output that is kept of a test, from its end: the failure is there. */
const OUTPUT_LIMIT = 100_000

interface Running {
  startedAt: unknown
  output: string
  hasSubtests: boolean
  hasFailedSubtest: boolean
}

interface Package {
  output: string
  tests: Map<string, Running>
  hasFailures: boolean
}

async function* readGo(input: ReportInput): AsyncGenerator<Fact> {
  yield { kind: 'launch', framework: 'go test' }
  const packages = new Map<string, Package>()
  const builds = new Map<string, string>()
  let hasStart = false
  for await (const { line, number } of linesOf(input)) {
    if (!line.startsWith('{')) {
      // Before version 1.24, a package that does not compile has this line instead of events. Other lines are those of compilers and make.
      const [, broken, why] = NOT_COMPILED.exec(line) ?? []
      if (broken !== undefined) yield failedPackage(broken, why)
      continue
    }
    const event = eventOf(line, number, input)
    if (event === null) continue
    const action = stringOf(event.Action)
    if (!hasStart && event.Time !== undefined) {
      hasStart = true
      yield { kind: 'launch', startedAt: timeOf(event.Time) }
    }
    if (action === 'build-output') {
      const [importPath = ''] = (stringOf(event.ImportPath) ?? '').split(' ')
      builds.set(importPath, withOutput(builds.get(importPath) ?? '', event.Output))
      continue
    }
    const name = stringOf(event.Package)
    if (name === null || action === null) continue
    const own = packages.get(name) ?? { output: '', tests: new Map(), hasFailures: false }
    packages.set(name, own)
    const test = stringOf(event.Test)
    if (test !== null) yield* testEvent(name, own, test, event)
    else if (action === 'output') own.output = withOutput(own.output, event.Output)
    else if (action === 'pass' || action === 'fail' || action === 'skip') {
      yield* unfinished(name, own)
      if (action === 'fail' && !own.hasFailures)
        yield { ...failedPackage(name, builds.get(name) ?? own.output), duration: seconds(event.Elapsed) }
      packages.delete(name)
    }
  }
  for (const [name, own] of packages) yield* unfinished(name, own)
  if (packages.size > 0)
    input.problem({ message: 'The report ends before its packages do: tests may be missing', isLoss: true })
}

const NOT_COMPILED = /^FAIL\t(\S{1,500}) \[((?:build|setup) failed)\]/

const failedPackage = (name: string, reason: string | undefined): TestFact => ({
  kind: 'test',
  name,
  className: name,
  methodName: name,
  status: 'failed package',
  reason,
})

function* testEvent(packageName: string, own: Package, name: string, event: Fields): Generator<TestFact> {
  const action = stringOf(event.Action) ?? ''
  const known = own.tests.get(name)
  if (action === 'run') {
    own.tests.set(name, { startedAt: event.Time, output: '', hasSubtests: false, hasFailedSubtest: false })
    for (const parent of parentsOf(name, own)) parent.hasSubtests = true
  } else if (action === 'output') {
    if (known !== undefined && !FRAME.test(stringOf(event.Output) ?? ''))
      known.output = withOutput(known.output, event.Output)
  } else if (Object.hasOwn(GO.statuses, action)) {
    const running = known ?? { startedAt: null, output: '', hasSubtests: false, hasFailedSubtest: false }
    own.tests.delete(name)
    if (action === 'fail') {
      own.hasFailures = true
      for (const parent of parentsOf(name, own)) parent.hasFailedSubtest = true
    }
    if (!running.hasSubtests || (action === 'fail' && !running.hasFailedSubtest))
      yield { ...testOf(packageName, name, action, running), duration: seconds(event.Elapsed) }
  }
}

/** What the runner prints around the output of a test. */
const FRAME = /^\s{0,100}(?:=== (?:RUN|PAUSE|CONT|NAME)\s|--- (?:PASS|FAIL|SKIP|BENCH): )/

const parentsOf = (name: string, { tests }: Package): Running[] =>
  [...name.matchAll(/\//g)].slice(0, 20).flatMap(({ index }) => tests.get(name.slice(0, index)) ?? [])

function* unfinished(packageName: string, own: Package): Generator<TestFact> {
  for (const [name, running] of own.tests)
    if (!running.hasSubtests) {
      own.hasFailures = true
      yield testOf(packageName, name, 'no end', running)
    }
}

const testOf = (packageName: string, name: string, status: string, { startedAt, output }: Running): TestFact => ({
  kind: 'test',
  name,
  className: packageName,
  methodName: name,
  status,
  startedAt: timeOf(startedAt),
  ...(status === 'pass' || status === 'bench'
    ? { output: [{ level: 'INFO' as const, text: output }] }
    : { reason: output }),
  key: keyOf(packageName, name),
})

const withOutput = (before: string, output: unknown): string =>
  `${before}${stringOf(output) ?? ''}`.slice(-OUTPUT_LIMIT)

/** A broken line loses one event, not the report. */
const eventOf = (line: string, number: number, input: ReportInput): Fields | null => {
  try {
    return fieldsOf(JSON.parse(line))
  } catch {
    input.problem({ message: 'An event is broken and was left out', line: number, group: 'broken event', isLoss: true })
    return null
  }
}
