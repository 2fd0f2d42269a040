import { z } from 'zod/mini'
import { defineCall, pathOf } from '../call.ts'
import { inProject } from '../projects/projects.ts'

/** Reports of test results that are read without an agent. */
export const RESULT_FORMATS = [
  'junit',
  'testng',
  'nunit',
  'xunit',
  'trx',
  'cucumber',
  'playwright',
  'allure',
  'ctrf',
] as const
export type ResultFormat = (typeof RESULT_FORMATS)[number]

export const FORMAT_NAMES: Record<ResultFormat, string> = {
  junit: 'JUnit XML',
  testng: 'TestNG',
  nunit: 'NUnit',
  xunit: 'xUnit.net',
  trx: 'TRX (dotnet test)',
  cucumber: 'Cucumber JSON',
  playwright: 'Playwright',
  allure: 'Allure results',
  ctrf: 'CTRF',
}

/** Something that was not understood. `line` counts from 1; null where a format has no lines, or the whole file is meant. */
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

/** Reports that were sent to be imported. They are kept for a day. */
export const ResultImport = z.object({
  id: z.uuid(),
  /** Reports with tests in them: files that were sent, and parts of archives. `format` is null for a file that is none. */
  files: z.array(z.object({ name: z.string(), format: z.nullable(z.enum(RESULT_FORMATS)), tests: z.int() })),
  tests: z.int(),
  counts: ResultCounts,
  /** What the reports say of themselves; `name` is never empty. */
  suggested: z.object({ name: z.string(), environment: z.nullable(z.string()), build: z.nullable(z.string()) }),
  startedAt: z.nullable(z.string()),
  durationMs: z.nullable(z.int()),
  /** Names of the first tests that failed. */
  failures: z.array(z.string()),
  /** The first of them; `problemCount` counts all. */
  problems: z.array(ResultProblem),
  problemCount: z.int(),
})
export type ResultImport = z.infer<typeof ResultImport>

const text = (most: number) => z.string().check(z.trim(), z.maxLength(most, `Must be between 0 and ${most} characters`))
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
})
export type ImportedLaunchFields = z.infer<typeof ImportedLaunchFields>

export const ImportedLaunch = z.object({
  launchId: z.int(),
  number: z.int(),
  tests: z.int(),
  counts: ResultCounts,
  problems: z.array(ResultProblem),
  problemCount: z.int(),
})
export type ImportedLaunch = z.infer<typeof ImportedLaunch>

/** A line of the answer to `runResultImport`: how many tests are stored, or how it ended. */
export const ResultImportTold = z.union([
  z.object({ tests: z.int() }),
  z.object({ outcome: ImportedLaunch }),
  z.object({ problem: z.object({ code: z.string(), message: z.string() }) }),
])
export type ResultImportTold = z.infer<typeof ResultImportTold>

const path = '/api/projects/:projectKey/result-imports'
/** Takes files of a multipart form and answers with what is in them. */
export const RESULT_IMPORTS_PATH = path
export const resultImportsPath = (projectKey: string): string => pathOf(path, { projectKey })
/** Takes files of a multipart form and makes a launch of them at once; `name`, `environment` and `build` in the query. For scripts. */
export const IMPORTED_LAUNCHES_PATH = '/api/projects/:projectKey/imported-launches'
export const importedLaunchesPath = (projectKey: string): string => pathOf(IMPORTED_LAUNCHES_PATH, { projectKey })
export const SentResults = z.object({ data: ResultImport })

const inImport = { ...inProject, importId: z.uuid() }
const access = { project: 'launches:report' } as const
const feature = 'test-automation' as const

/** 404 for an import of somebody else, or of another project. */
export const getResultImport = defineCall({
  name: 'getResultImport',
  summary: 'What was found in reports that were sent to be imported',
  method: 'GET',
  path: `${path}/:importId`,
  access,
  feature,
  params: z.object(inImport),
  answer: SentResults,
})

/**
 * Makes a launch of the reports. The answer is told while it goes on, as lines of JSON (`application/x-ndjson`), the last of which tells how it
 * ended. Whoever hangs up before that calls it off, and no launch stays. Run again, it answers with the launch that it made.
 */
export const runResultImport = defineCall({
  name: 'runResultImport',
  summary: 'Makes a launch of reports that were sent, telling how far it is',
  method: 'POST',
  path: `${path}/:importId/run`,
  access,
  feature,
  params: z.object(inImport),
  body: ImportedLaunchFields,
  answer: ResultImportTold,
})
