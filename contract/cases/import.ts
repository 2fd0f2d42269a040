import { z } from 'zod/mini'
import { BODY_BYTES, defineCall, pathOf } from '../call.ts'
import { inProject } from '../projects/projects.ts'
import { IMPORT_LIMITS } from './import-limits.ts'

export const IMPORT_FORMATS = ['csv', 'xlsx', 'markdown', 'testrail-xml'] as const
export type ImportFormat = (typeof IMPORT_FORMATS)[number]

/** What wrote the file, as its columns tell; `table` for any other. */
export const IMPORT_SOURCES = ['assay', 'testrail', 'qase', 'zephyr', 'xray', 'testmo', 'table'] as const
export type ImportSource = (typeof IMPORT_SOURCES)[number]

/** Parts of a case that a column can become; beside them the project's own fields, as `field:12`. */
export const CASE_TARGETS = [
  'key',
  'title',
  'suite',
  'description',
  'preConditions',
  'postConditions',
  'steps',
  'stepData',
  'expectedResults',
  'priority',
  'automationState',
  'draft',
  'deprecated',
] as const

/** One of `CASE_TARGETS` or `field:12`; null for a column that is left out. */
export const ColumnTarget = z.nullable(
  z.union([z.enum(CASE_TARGETS), z.string().check(z.regex(/^field:[1-9]\d{0,14}$/))]),
)
export type ColumnTarget = z.infer<typeof ColumnTarget>

/**
 * How steps stand in the file. `rows`: each row below the case's first holds one more. `numbered`: one cell holds all, as `1. …`, with
 * what goes on indented or unnumbered. `lines`: each line of the cell is one.
 */
export const STEP_FORMS = ['numbered', 'rows', 'lines'] as const

/** Ids of priorities, states, options or people by what the file says; null for nothing. Of flags: 1 for yes, 0 for no. */
const ValueMap = z.record(z.string().check(z.maxLength(IMPORT_LIMITS.valueLength)), z.nullable(z.int()))
export type ValueMap = z.infer<typeof ValueMap>

/** How a file is to be read. */
export const ImportMapping = z.object({
  /** What each column becomes, in their order; no target twice. */
  columns: z.array(ColumnTarget).check(z.maxLength(IMPORT_LIMITS.columns)),
  /** By target: what differs from finding values by their names. */
  values: z.record(z.string(), ValueMap),
  steps: z.enum(STEP_FORMS),
  /** Between the suites of a path; a backslash before it makes it part of a title. */
  suiteSeparator: z.string().check(z.minLength(1), z.maxLength(5)),
  /** Under which suite paths begin; null for the top. */
  parentSuiteId: z.nullable(z.int()),
  /** Title of the suite for cases that name none; without it they go into `parentSuiteId` itself. */
  restSuite: z.string().check(z.trim(), z.maxLength(255)),
  /** Whether cases whose key is known here already are brought up to date, or left as they are. */
  updatesKnown: z.boolean(),
})
export type ImportMapping = z.infer<typeof ImportMapping>

/** What a column can become in this project; `options` are what its values can be, null where any text will do. */
export const ImportTarget = z.object({
  target: z.string(),
  name: z.string(),
  options: z.nullable(z.array(z.object({ id: z.int(), name: z.string(), otherNames: z.array(z.string()) }))),
  /** Several values may stand in one cell. */
  isMany: z.boolean(),
})
export type ImportTarget = z.infer<typeof ImportTarget>

/** `values`: all that differ, in the order of the file; null where there are more than `IMPORT_LIMITS.values`, or long ones. */
export const ImportColumn = z.object({
  name: z.string(),
  samples: z.array(z.string()),
  values: z.nullable(z.array(z.string())),
})
export type ImportColumn = z.infer<typeof ImportColumn>

/** A file that was sent to be imported. It is kept for a day. */
export const CaseImport = z.object({
  id: z.uuid(),
  fileName: z.string(),
  format: z.enum(IMPORT_FORMATS),
  source: z.enum(IMPORT_SOURCES),
  /** Those of a workbook; empty for other files. */
  sheets: z.array(z.string()),
  sheet: z.nullable(z.string()),
  columns: z.array(ImportColumn),
  /** Without the one of the columns' names. */
  rows: z.int(),
  /** What people should know of how it was read. */
  notes: z.array(z.string()),
  targets: z.array(ImportTarget),
  mapping: ImportMapping,
  /** The mapping is that of an earlier import of the same columns. */
  isRemembered: z.boolean(),
})
export type CaseImport = z.infer<typeof CaseImport>

/** `row`: its line in the file, or in the sheet. `isLeftOut`: the whole case is; otherwise only this value. */
export const ImportProblem = z.object({
  row: z.int(),
  column: z.nullable(z.string()),
  message: z.string(),
  isLeftOut: z.boolean(),
})
export type ImportProblem = z.infer<typeof ImportProblem>

/** What an import does, or would do. */
export const ImportCounts = z.object({
  created: z.int(),
  updated: z.int(),
  unchanged: z.int(),
  leftOut: z.int(),
  suites: z.int(),
})
export type ImportCounts = z.infer<typeof ImportCounts>

export const ImportCheck = z.object({
  counts: ImportCounts,
  problems: z.array(ImportProblem),
  problemsTotal: z.int(),
})
export type ImportCheck = z.infer<typeof ImportCheck>

/** `operationId` undoes it as one step. `suiteIds`: at most a few of the suites that hold the cases. */
export const ImportOutcome = z.object({ counts: ImportCounts, operationId: z.uuid(), suiteId: z.nullable(z.int()) })
export type ImportOutcome = z.infer<typeof ImportOutcome>

const path = '/api/projects/:projectKey/test-case-imports'
const InImport = z.object({ ...inProject, importId: z.uuid() })

/**
 * A file is sent here as one `file` of `multipart/form-data`, at most `IMPORT_LIMITS.fileBytes`, and answered with what was found in it. 400 names what
 * is wrong with a file that cannot be read.
 */
export const IMPORTS_PATH = path
export const importsPath = (projectKey: string): string => pathOf(path, { projectKey })
export const SentImport = z.object({ data: CaseImport })

/** Reads the file again. 404 for an import of somebody else. */
export const readCaseImport = defineCall({
  name: 'readCaseImport',
  summary: 'What was found in a file that is to be imported, or in another sheet of it',
  method: 'POST',
  path: `${path}/:importId/read`,
  access: { project: 'cases:write' },
  bodyBytes: BODY_BYTES.long,
  feature: 'test-repository-import',
  params: InImport,
  body: z.object({ sheet: z.nullable(z.string()) }),
  answer: SentImport,
})

const wanted = z.object({ sheet: z.nullable(z.string()), mapping: ImportMapping })

/** Changes nothing. 400 names what of the mapping does not fit the project or the file. */
export const checkCaseImport = defineCall({
  name: 'checkCaseImport',
  summary: 'What importing a file would do, and what is wrong in it',
  method: 'POST',
  path: `${path}/:importId/check`,
  access: { project: 'cases:write' },
  bodyBytes: BODY_BYTES.long,
  feature: 'test-repository-import',
  params: InImport,
  body: wanted,
  answer: z.object({ data: ImportCheck }),
})

/** A line of the answer to `runCaseImport`: how many rows are done, or how it ended. */
export const ImportTold = z.union([
  z.object({ rows: z.int() }),
  z.object({ outcome: ImportOutcome }),
  z.object({ problem: z.object({ code: z.string(), message: z.string() }) }),
])
export type ImportTold = z.infer<typeof ImportTold>

/**
 * Imports in one transaction, and remembers the mapping for the next file with the same columns. The answer is told while it goes on, as
 * lines of JSON (`application/x-ndjson`), the last of which tells how it ended. Whoever hangs up before that calls it off, and nothing is
 * imported. What was imported before is answered again, and not done twice.
 */
export const runCaseImport = defineCall({
  name: 'runCaseImport',
  summary: 'Imports a file in one transaction, telling how far it is',
  method: 'POST',
  path: `${path}/:importId/run`,
  access: { project: 'cases:write' },
  bodyBytes: BODY_BYTES.long,
  feature: 'test-repository-import',
  params: InImport,
  body: wanted,
  answer: ImportTold,
})

const inWords = (text: string): string => text.trim().toLowerCase()

/** The option that a text of a file means by its name, whatever its case; undefined for none. */
export const optionNamed = (options: NonNullable<ImportTarget['options']>, text: string): number | undefined => {
  const wanted = inWords(text)
  const exact = options.find(({ name }) => inWords(name) === wanted)
  return (exact ?? options.find(({ otherNames }) => otherNames.some((name) => inWords(name) === wanted)))?.id
}

/** The single values of a cell, each once: one on each line, or with commas or semicolons between where that is not a name itself. */
export const valuesIn = ({ options, isMany }: Pick<ImportTarget, 'options' | 'isMany'>, text: string): string[] => {
  const whole = text.trim()
  if (whole === '') return []
  if (!isMany || optionNamed(options ?? [], whole) !== undefined) return [whole]
  const parts = whole
    .split('\n')
    .flatMap((line) => (optionNamed(options ?? [], line) === undefined ? line.split(/[;,]/) : [line]))
  return [...new Set(parts.map((part) => part.trim()).filter((part) => part !== ''))]
}

const SEPARATORS = [' -> ', '->', ' > ', '>', ' / ', '/', ' \\ ', '\\', '::', ' | ', '|', ' - ']

/** What stands between the suites of these paths; null where each is one suite. */
export const separatorIn = (paths: readonly string[]): string | null =>
  SEPARATORS.find((separator) => paths.some((path) => path.includes(separator))) ?? null
