import { z } from 'zod/mini'
import { defineCall, pathOf } from '../call.ts'
import { inProject } from '../projects/projects.ts'
import { ShownOrigin, StatedOrigin } from './launch-origin.ts'

/** Formats of test results that can be imported without an agent. */
export const RESULT_FORMATS = [
  'junit',
  'open-test-reporting',
  'testng',
  'nunit',
  'xunit',
  'trx',
  'cucumber',
  'playwright',
  'allure',
  'ctrf',
  'jest',
  'mocha',
  'mochawesome',
  'go',
  'tap',
  'rspec',
  'googletest',
  'robot',
  'behave',
] as const
export type ResultFormat = (typeof RESULT_FORMATS)[number]

export const FORMAT_NAMES: Record<ResultFormat, string> = {
  junit: 'JUnit XML',
  'open-test-reporting': 'Open Test Reporting',
  testng: 'TestNG',
  nunit: 'NUnit',
  xunit: 'xUnit.net',
  trx: 'TRX (dotnet test)',
  cucumber: 'Cucumber',
  playwright: 'Playwright',
  allure: 'Allure results',
  ctrf: 'CTRF',
  jest: 'Jest and Vitest JSON',
  mocha: 'Mocha JSON',
  mochawesome: 'Mochawesome',
  go: 'go test -json',
  tap: 'TAP',
  rspec: 'RSpec JSON',
  googletest: 'Google Test JSON',
  robot: 'Robot Framework',
  behave: 'behave JSON',
}

/**
 * A part of a report that was not read as it is. `line` counts from 1; null for a format without lines, or if the problem concerns the whole
 * file. Problems of one kind are one with their number.
 */
export const ResultProblem = z.object({ file: z.string(), line: z.nullable(z.int()), message: z.string() })
export type ResultProblem = z.infer<typeof ResultProblem>

export const ResultCounts = z.object({
  passed: z.int(),
  failed: z.int(),
  skipped: z.int(),
  blocked: z.int(),
  aborted: z.int(),
})
export type ResultCounts = z.infer<typeof ResultCounts>

/** Uploaded reports to import. They are stored for a day. */
export const ResultImport = z.object({
  id: z.uuid(),
  /** Uploaded files, and entries of archives. `format` is null for a file that is not a report. */
  files: z.array(z.object({ name: z.string(), format: z.nullable(z.enum(RESULT_FORMATS)), tests: z.int() })),
  tests: z.int(),
  counts: ResultCounts,
  /** Suggestions from the reports; `name` is never empty. */
  suggested: z.object({
    name: z.string(),
    environment: z.nullable(z.string()),
    build: z.nullable(z.string()),
    origin: z._default(ShownOrigin, {}),
  }),
  startedAt: z.nullable(z.string()),
  durationMs: z.nullable(z.int()),
  /** Names of the first failed tests. */
  failures: z.array(z.string()),
  /** The first problems; `problemCount` is the number of all. */
  problems: z.array(ResultProblem),
  problemCount: z.int(),
  /** A part of a report is lost, so that tests may be missing: a broken file, or a damaged entry of an archive. */
  isPartial: z._default(z.boolean(), false),
})
export type ResultImport = z.infer<typeof ResultImport>

const text = (max: number) => z.string().check(z.trim(), z.maxLength(max, `Must be between 0 and ${max} characters`))
export const ImportedLaunchFields = z.object({
  name: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, 'This field is required'),
      z.maxLength(255, 'Must be between 1 and 255 characters'),
    ),
  environment: text(255),
  build: text(255),
  /** Fields that it omits are those of the reports. */
  origin: z.nullish(StatedOrigin),
})
export type ImportedLaunchFields = z.infer<typeof ImportedLaunchFields>

/** Label of a launch of which a part could not be read. */
export const PARTIAL_LABEL = { key: 'import', value: 'incomplete' } as const

export const ImportedLaunch = z.object({
  launchId: z.int(),
  number: z.int(),
  tests: z.int(),
  counts: ResultCounts,
  problems: z.array(ResultProblem),
  problemCount: z.int(),
  /** A part of a report is lost. The launch has the label `PARTIAL_LABEL`. */
  isPartial: z._default(z.boolean(), false),
  /** An earlier call with the same idempotency key was interrupted when its server stopped: what it had stored was deleted. */
  wasInterrupted: z._default(z.boolean(), false),
})
export type ImportedLaunch = z.infer<typeof ImportedLaunch>

/** A line of the answer to `runResultImport`: the number of stored tests, or the result. */
export const ResultImportLine = z.union([
  z.object({ tests: z.int() }),
  z.object({ outcome: ImportedLaunch }),
  z.object({ problem: z.object({ code: z.string(), message: z.string() }) }),
])
export type ResultImportLine = z.infer<typeof ResultImportLine>

const path = '/api/projects/:projectKey/result-imports'
/** Upload path for files of a multipart form. The answer describes their content. */
export const RESULT_IMPORTS_PATH = path
export const resultImportsPath = (projectKey: string): string => pathOf(path, { projectKey })
/**
 * Upload path for files of a multipart form that creates the launch in the same request, for scripts. `name`, `environment`, `build` and the
 * fields of its origin, as `branch`, are query parameters. So is `detected`: JSON of an origin whose fields count if the reports lack them.
 * With `launch`, the uuid of a launch in progress, the tests are added to it and it is not ended. `part` numbers the uploads of the launch: one
 * that is sent again replaces its tests.
 */
export const IMPORTED_LAUNCHES_PATH = '/api/projects/:projectKey/imported-launches'
/** Maximum `part` of an upload. */
export const MAX_PARTS = 10_000
export const importedLaunchesPath = (projectKey: string): string => pathOf(IMPORTED_LAUNCHES_PATH, { projectKey })
export const SentResults = z.object({ data: ResultImport })

const inImport = { ...inProject, importId: z.uuid() }
const access = { project: 'launches:report' } as const
const feature = 'test-automation' as const

/** 404 for another user's import, or one of another project. */
export const getResultImport = defineCall({
  name: 'getResultImport',
  summary: 'What was found in reports that were sent to be imported',
  method: 'GET',
  path: `${path}/:importId`,
  access,
  reports: true,
  feature,
  params: z.object(inImport),
  answer: SentResults,
})

/**
 * Creates a launch from the reports. The answer streams the progress as lines of JSON (`application/x-ndjson`); the last line is the
 * result. Closing the connection before that cancels the import, and no launch is created. Idempotent: a repeated call answers with the
 * launch of the first.
 */
export const runResultImport = defineCall({
  name: 'runResultImport',
  summary: 'Makes a launch of reports that were sent, telling how far it is',
  method: 'POST',
  path: `${path}/:importId/run`,
  access,
  reports: true,
  feature,
  params: z.object(inImport),
  body: ImportedLaunchFields,
  answer: ResultImportLine,
})
