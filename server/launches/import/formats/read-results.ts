import { hash } from 'node:crypto'
import { clean } from '../../../../contract/launches/clean.ts'
import { readableOrigin } from '../../../../contract/launches/launch-origin.ts'
import { RESULT_IMPORT_LIMITS as LIMITS } from '../../../../contract/launches/result-import-limits.ts'
import type { ResultFormat } from '../../../../contract/launches/result-import.ts'
import { Unreadable, type SourceFile } from '../../../reading/source-file.ts'
import type { Attachments } from '../attachments/attachments.ts'
import { mergeAttempts, type Entry } from './attempts.ts'
import { withoutConsoleText } from './console-text.ts'
import { linkCases, type ProjectCases } from './case-links.ts'
import type { AttachmentFact, AttachmentsFact, Fact, LaunchFact, ProblemFact, TestFact } from './facts.ts'
import { withFixtures } from './fixtures.ts'
import { keyOf, type Format, type ReportInput } from './format.ts'
import { identify } from './identify.ts'
import {
  aTest,
  charactersOf,
  NO_STEPS,
  type ReportedAttachment,
  type ReportedLaunch,
  type ReportedTest,
} from './reported.ts'
import { sourcesOf, type Source } from './sources.ts'
import { statusOf } from './statuses.ts'
import { textOf } from './texts.ts'
import { toTest, withinLimits } from './to-test.ts'

/** Receives everything that is read besides the tests. */
export interface Found {
  format: (name: string, format: ResultFormat) => void
  test: (name: string) => void
  problem: (source: Pick<Source, 'name' | 'upload'>, problem: Omit<ProblemFact, 'kind'>) => void
  launch: (known: Partial<ReportedLaunch>) => void
  output: (source: Pick<Source, 'name' | 'upload'>, suite: string | null, text: string) => void
  /** Attachments of the launch. */
  attachments: (source: Pick<Source, 'name' | 'upload'>, attachments: readonly ReportedAttachment[]) => void
}

interface SourcedEntry extends Entry {
  source: Source
}

/** Reports whose entries may be attempts of the same tests. */
interface Scope {
  format: Format
  sources: Source[]
}

/**
 * Yields the tests of reports in any known format, detected by content. No report is rejected as a whole: a file that is none, and the rest of
 * a file behind a break, are problems.
 */
export async function* readResults(
  files: readonly SourceFile[],
  cases: ProjectCases,
  receiver: Found,
  attachments: Attachments,
  maxTests: number = LIMITS.tests,
): AsyncGenerator<ReportedTest> {
  const closes: (() => void)[] = []
  const deferred: Parameters<Found['problem']>[] = []
  const found: Found = {
    ...receiver,
    problem: (source, problem) => {
      if (problem.isUnlessAttached === true) deferred.push([source, problem])
      else receiver.problem(source, problem)
    },
  }
  let tests = 0
  const rest = `not read: an import has at most ${maxTests.toLocaleString('en-US')} tests`
  const beyond = { one: `test was ${rest}`, many: `tests were ${rest}` }
  try {
    const shared = new Map<ResultFormat, Scope>()
    for await (const source of sourcesOf(files, closes, found.problem)) {
      const format = await formatOf(source, found)
      if (format === null) continue
      found.format(source.name, format.id)
      if (format.spansFiles === true) {
        const scope = shared.get(format.id) ?? { format, sources: [] }
        scope.sources.push(source)
        shared.set(format.id, scope)
      } else yield* limited({ format, sources: [source] })
    }
    for (const scope of shared.values()) yield* limited(scope)
    const isAttached = await attachments.resolve(files, found.problem)
    for (const [source, problem] of deferred) if (!isAttached(source.name)) receiver.problem(source, problem)
  } finally {
    for (const close of closes) close()
  }

  async function* limited(scope: Scope): AsyncGenerator<ReportedTest> {
    for await (const { test, source } of testsOf(scope, found, attachments)) {
      const report = (problem: Omit<ProblemFact, 'kind'>) => found.problem(source, problem)
      tests += 1
      if (tests > maxTests) {
        report({ message: '', counted: beyond, isLoss: true })
        continue
      }
      found.test(source.name)
      yield withinLimits(linkCases(test, cases, report), report)
    }
  }
}

/** Limit of the tests whose entries are counted, for the memory: those behind it are beyond the tests of an import. */
const COUNTED_LIMIT = 5 * LIMITS.tests

const formatOf = async (source: Source, found: Found): Promise<Format | null> => {
  try {
    const identified = await identify({
      name: source.name,
      text: () =>
        withoutConsoleText(
          source.text(() => {}),
          () => {},
        ),
    })
    if ('format' in identified) return identified.format
    if (identified.reason !== null)
      found.problem(source, { message: identified.reason, isLoss: identified.isLoss, isUnlessAttached: true })
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    found.problem(source, { message: error.message, line: error.line, isLoss: true, isUnlessAttached: true })
  }
  return null
}

/** Characters of entries that wait for others of their test. */
const WAITING_LIMIT = 32 * 1024 * 1024

/**
 * Yields the tests of a scope, with their attempts. The reports are read twice: first the entries of each test are counted, so that only
 * tests with several ones are kept in memory until the last.
 */
async function* testsOf(scope: Scope, found: Found, attachments: Attachments): AsyncGenerator<SourcedEntry> {
  const { statuses, attempts } = scope.format
  const counts = new Map<number, number>()
  const failed = new Set<string>()
  const elsewhere = createElsewhere()
  for await (const { fact, source } of factsOf(scope, SILENT, SIZELESS)) {
    if (fact.kind === 'attachments') elsewhere.add(fact, source)
    if (fact.kind !== 'test') continue
    const key = hashOf(fact)
    const count = counts.get(key)
    if (count !== undefined || counts.size < COUNTED_LIMIT) counts.set(key, (count ?? 0) + 1)
    if (fact.id !== undefined && statusOf(fact.status, statuses, () => {}) === 'FAILED') failed.add(fact.id)
  }
  const waiting = new Map<number, SourcedEntry[]>()
  const failures = new Map<Source, Failures>()
  let characters = 0
  const broken = new Set<string>()
  const report: Found['problem'] = (source, problem) => {
    if (problem.isLoss === true) broken.add(source.name)
    found.problem(source, problem)
  }
  const attach = (source: Source, facts: readonly AttachmentFact[]) => attachments.add(source, facts, found.problem)
  for await (const { fact, source } of factsOf(scope, report, attachments.saveContent)) {
    if (fact.kind === 'attachments') continue
    const known = failures.get(source) ?? { counted: 0, listed: 0, skipped: 0 }
    failures.set(source, known)
    if (fact.kind === 'launch') {
      known.counted = Math.max(known.counted, fact.failures ?? 0)
      found.launch(launchOf(fact, source, found))
      continue
    }
    if (fact.kind === 'output') {
      const text = clean(fact.text).trimEnd()
      if (text !== '') found.output(source, textOf(fact.suite, 2000), text)
      continue
    }
    if (fact.coveredBy?.some((id) => failed.has(id))) continue
    const test = toTest(
      withFixtures(fact, elsewhere.take(fact.id)),
      statuses,
      (problem) => found.problem(source, problem),
      (facts) => attach(source, facts),
    )
    const entry: SourcedEntry = { fact, test, source }
    if (test.status === 'SKIPPED') known.skipped += 1
    else if (test.status !== 'PASSED' || test.earlier.length > 0) known.listed += 1
    const key = hashOf(fact)
    const count = counts.get(key) ?? 1
    if (count === 1) {
      yield entry
      continue
    }
    const group = [...(waiting.get(key) ?? []), entry]
    if (group.length < count) {
      characters += charactersOf(test)
      if (characters > WAITING_LIMIT) {
        entry.test = {
          ...test,
          output: [],
          reason: test.reason?.slice(0, 1000) ?? null,
          steps: { ...NO_STEPS, omitted: test.steps.steps.length + test.steps.omitted },
          attachments: test.attachments.map((attachment) => ({ ...attachment, step: null })),
        }
        found.problem(source, {
          message: 'Output and steps of earlier attempts are too long and were cut',
          group: 'too large',
        })
      }
      // The facts hold the texts once more.
      entry.fact = { ...fact, reason: null, output: [], steps: [], attempts: [], attachments: [] }
      waiting.set(key, group)
      continue
    }
    waiting.delete(key)
    for (const one of group) characters -= charactersOf(one.test)
    for (const tries of attempts.split(group)) {
      const merged = mergeAttempts(tries)
      if (merged !== undefined) yield merged
    }
  }
  for (const { source, fact } of elsewhere.rest()) {
    const files = fact.attachments.map(({ step: _, ...file }) => file)
    found.attachments(source, attach(source, files))
  }
  for (const [source, { counted, listed, skipped }] of failures) {
    if (counted <= listed) continue
    const message = `The report counts ${counted} failures and lists ${listed}`
    // A tolerated or repeated failure may be listed as skipped, and one behind a break is lost with the others.
    if (listed > 0 || skipped > 0 || broken.has(source.name)) found.problem(source, { message })
    else yield { source, fact: UNLISTED, test: aTest({ name: UNLISTED.name, status: 'FAILED', reason: message }) }
  }
}

/** Steps of fixtures that wait for their tests; those beyond the limit are left out, for the memory. */
const FIXTURE_STEPS_LIMIT = 100_000

/** Attachments that a report has outside of the entries of their tests: of fixtures, suites and runs; and the steps of fixtures. */
const createElsewhere = () => {
  interface Listed {
    source: Source
    fact: AttachmentsFact
    isTaken: boolean
  }
  const all: Listed[] = []
  const byTest = new Map<string, Listed[]>()
  let count = 0
  let steps = 0
  return {
    add: ({ kind, attachments, fixture, tests = [] }: AttachmentsFact, source: Source): void => {
      const hasSteps = fixture !== undefined && (steps += fixture.steps.length) <= FIXTURE_STEPS_LIMIT
      if (!hasSteps && attachments.length === 0) return
      // Those beyond the limit of an import are counted only.
      const facts = count > LIMITS.attachments ? attachments.map(() => ({})) : attachments
      count += attachments.length
      const files = hasSteps ? facts : facts.map(({ step: _, ...file }: AttachmentFact) => file)
      const listed = {
        source,
        fact: { kind, attachments: files, ...(hasSteps ? { fixture } : {}) },
        isTaken: false,
      }
      all.push(listed)
      for (const id of tests) {
        const own = byTest.get(id) ?? []
        own.push(listed)
        byTest.set(id, own)
      }
    },
    take: (id: string | undefined): AttachmentsFact[] =>
      (byTest.get(id ?? '') ?? []).map((listed) => {
        listed.isTaken = true
        return listed.fact
      }),
    rest: () => all.filter(({ isTaken }) => !isTaken),
  }
}

/** Failures of one report: by its own count, and those that it lists. */
interface Failures {
  counted: number
  listed: number
  skipped: number
}

const UNLISTED = { kind: 'test', name: 'Failures that the report does not list', status: null } as const

/** 48 bits of a hash: the keys themselves would fill the memory. */
const hashOf = (fact: TestFact): number =>
  Number.parseInt(hash('md5', fact.key ?? keyOf(fact.className, fact.name, fact.line)).slice(0, 12), 16)

const launchOf = (fact: LaunchFact, source: Source, found: Found): Partial<ReportedLaunch> => {
  if (fact.startedAt?.problem) found.problem(source, { message: fact.startedAt.problem, group: 'time' })
  return {
    name: textOf(fact.name, 2000),
    framework: textOf(fact.framework, 255),
    build: textOf(fact.build, 255),
    environment: textOf(fact.environment, 255),
    origin: readableOrigin(fact.origin ?? {}),
    startedAt: fact.startedAt?.ms ?? null,
  }
}

const SILENT: Found['problem'] = () => {}
const SIZELESS: ReportInput['saveContent'] = () => ({ at: 0, sizeBytes: 0, problem: null })

/** Yields what the readers find. A break loses the rest of its file only, which a problem says. */
async function* factsOf(
  { format, sources }: Scope,
  report: Found['problem'],
  saveContent: ReportInput['saveContent'],
): AsyncGenerator<{ fact: Exclude<Fact, ProblemFact>; source: Source }> {
  for (const source of sources) {
    // A reader may open the text several times.
    const reported = new Set<string>()
    const reportOnce = (group: string) => (message: string) => {
      if (!reported.has(message)) report(source, { message, group })
      reported.add(message)
    }
    const input: ReportInput = {
      name: source.name,
      text: () => withoutConsoleText(source.text(reportOnce('encoding')), reportOnce('console')),
      saveContent,
      problem: (problem) => report(source, problem),
    }
    let tests = 0
    let nameless = 0
    let isBroken = false
    try {
      for await (const fact of format.read(input)) {
        if (fact.kind === 'problem') {
          report(source, fact)
          continue
        }
        if (fact.kind === 'test') {
          tests += 1
          if (!fact.name?.trim() && !fact.methodName?.trim()) {
            nameless += 1
            // Names are identities: each one gets its own.
            yield {
              fact: {
                ...fact,
                name: nameless === 1 ? NAMELESS : `${NAMELESS} ${nameless}`,
                key: keyOf(NAMELESS, source.name, nameless),
              },
              source,
            }
            continue
          }
        }
        yield { fact, source }
      }
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error
      isBroken = true
      report(source, { message: `${error.message}. ${lossOf(tests)}`, line: error.line, isLoss: true })
    }
    if (tests === 0 && !isBroken && format.spansFiles !== true) report(source, { message: 'The report holds no tests' })
  }
}

const NAMELESS = 'Test without a name'

const lossOf = (tests: number): string =>
  tests === 0
    ? 'No test was read before that'
    : `${tests === 1 ? '1 test' : `${tests.toLocaleString('en-US')} tests`} before that ${tests === 1 ? 'was' : 'were'} read; the rest of the file is lost`
