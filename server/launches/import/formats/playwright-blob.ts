import { z } from 'zod/mini'
import { Unreadable } from '../../../reading/source-file.ts'
import { understood } from './json.ts'
import { playwrightTest, type PlaywrightResult, type PlaywrightTest } from './playwright.ts'
import type { ReportedTest, Reporting } from './reported.ts'

/** Entry of the archive that contains the reporter's events, one JSON message per line. */
export const BLOB_PART = 'report.jsonl'

const LINE_MOST = 16 * 1024 * 1024
const SUITES_DEEP = 50
/** Steps make up most of a report and are not imported: their lines are not even parsed. */
const WANTED = /^\{"method":"(onProject|onTestBegin|onTestEnd|onStdIO)"/

const Annotations = z.optional(z.array(z.object({ type: z.string(), description: z.optional(z.string()) })))
const Entry = z.object({
  title: z.string(),
  testId: z.optional(z.string()),
  location: z.optional(z.object({ line: z.optional(z.number()) })),
  tags: z.optional(z.array(z.string())),
  annotations: Annotations,
  entries: z.optional(z.array(z.unknown())),
})
const OnProject = z.object({ project: z.object({ name: z.optional(z.string()), suites: z.array(z.unknown()) }) })
const OnTestBegin = z.object({
  testId: z.string(),
  result: z.object({ id: z.string(), startTime: z.optional(z.number()) }),
})
const OnStdIO = z.object({
  resultId: z.optional(z.string()),
  type: z.string(),
  data: z.string(),
  isBase64: z.optional(z.boolean()),
})
const OnTestEnd = z.object({
  test: z.object({ testId: z.string(), expectedStatus: z.optional(z.string()), annotations: Annotations }),
  result: z.object({
    id: z.string(),
    duration: z.optional(z.number()),
    status: z.optional(z.string()),
    errors: z.optional(
      z.array(
        z.object({ message: z.optional(z.string()), stack: z.optional(z.string()), value: z.optional(z.string()) }),
      ),
    ),
  }),
})

interface Known extends Omit<PlaywrightTest, 'results'> {
  results: PlaywrightResult[]
}
interface Begun {
  startTime: number | undefined
  stdout: { text: string }[]
  stderr: { text: string }[]
}

/**
 * Reads a blob report of Playwright, which one shard of a run writes. Yields tests at the end of the report, when their last attempts are
 * known.
 */
export async function* readPlaywrightBlob(
  text: AsyncIterable<string>,
  report: Reporting,
): AsyncGenerator<ReportedTest> {
  report.launch({ framework: 'playwright' })
  const tests = new Map<string, Known>()
  const begun = new Map<string, Begun>()
  let first: number | null = null
  let number = 0
  for await (const line of linesOf(text)) {
    number += 1
    const method = WANTED.exec(line)?.[1]
    if (method === undefined) continue
    const params = paramsOf(line)
    if (method === 'onProject') {
      const project = understood(OnProject, params, 'A project', report)?.project
      for (const suite of project?.suites ?? []) addTests(tests, suite, [], project?.name ?? '', report)
    } else if (method === 'onTestBegin') {
      const given = understood(OnTestBegin, params, `Line ${number}`, report)
      if (given === null) continue
      first ??= given.result.startTime ?? null
      begun.set(given.result.id, { startTime: given.result.startTime, stdout: [], stderr: [] })
    } else if (method === 'onStdIO') {
      const given = understood(OnStdIO, params, `Line ${number}`, report)
      const result = begun.get(given?.resultId ?? '')
      if (given === null || result === undefined) continue
      const said = given.isBase64 === true ? Buffer.from(given.data, 'base64').toString() : given.data
      result[given.type === 'stderr' ? 'stderr' : 'stdout'].push({ text: said })
    } else {
      const given = understood(OnTestEnd, params, `Line ${number}`, report)
      if (given !== null) endTry(tests, begun, given)
    }
  }
  report.launch({ startedAt: first })
  for (const test of tests.values()) yield playwrightTest(test)
}

const endTry = (
  tests: Map<string, Known>,
  begun: Map<string, Begun>,
  { test: ended, result }: z.infer<typeof OnTestEnd>,
): void => {
  const test = tests.get(ended.testId)
  if (test === undefined) return
  const { startTime, stdout = [], stderr = [] } = begun.get(result.id) ?? {}
  begun.delete(result.id)
  test.expectedStatus = ended.expectedStatus ?? 'passed'
  // Annotations that a test adds at runtime come with its end event.
  const known = new Set(test.annotations.map(({ type, description }) => JSON.stringify([type, description])))
  const added = (ended.annotations ?? []).filter(
    ({ type, description }) => !known.has(JSON.stringify([type, description])),
  )
  test.annotations = [...test.annotations, ...added]
  test.results.push({
    status: result.status,
    duration: result.duration,
    startTime: startTime === undefined ? undefined : new Date(startTime).toISOString(),
    errors: result.errors,
    stdout,
    stderr,
  })
}

const addTests = (
  tests: Map<string, Known>,
  given: unknown,
  above: readonly string[],
  projectName: string,
  report: Reporting,
): void => {
  const entry = understood(Entry, given, 'An entry', report)
  if (entry === null) return
  if (above.length > SUITES_DEEP) throw new Unreadable('Suites of the report stand too deep in each other')
  if (entry.testId !== undefined)
    tests.set(entry.testId, {
      title: entry.title,
      path: above,
      line: entry.location?.line ?? null,
      projectName,
      tags: entry.tags ?? [],
      annotations: entry.annotations ?? [],
      expectedStatus: 'passed',
      results: [],
    })
  for (const inner of entry.entries ?? []) addTests(tests, inner, [...above, entry.title], projectName, report)
}

const paramsOf = (line: string): unknown => {
  try {
    return (JSON.parse(line) as { params?: unknown }).params
  } catch (cause) {
    throw new Unreadable('The report of the archive is broken', { cause })
  }
}

async function* linesOf(text: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = ''
  for await (const part of text) {
    const lines = (rest + part).split('\n')
    rest = lines.pop() ?? ''
    if (rest.length > LINE_MOST) throw new Unreadable('A line of the report is too long')
    yield* lines
  }
  yield rest
}
