import { z } from 'zod/mini'
import { BODY_BYTES, callsOf, pathOf } from '../call.ts'
import { inProject } from '../projects/projects.ts'
import { IMPORT_LIMITS } from './import-limits.ts'

export const IMPORT_FORMATS = ['csv', 'xlsx', 'markdown', 'testrail-xml'] as const
export type ImportFormat = (typeof IMPORT_FORMATS)[number]

/** The tool that wrote the file, detected by its columns; `table` for any other. */
export const IMPORT_SOURCES = ['assay', 'testrail', 'qase', 'zephyr', 'xray', 'testmo', 'table'] as const
export type ImportSource = (typeof IMPORT_SOURCES)[number]

/** Parts of a case to which a column can be mapped. Custom fields of the project are added as `field:12`. */
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

/** One of `CASE_TARGETS` or `field:12`; null for an ignored column. */
export const ColumnTarget = z.nullable(
  z.union([z.enum(CASE_TARGETS), z.string().check(z.regex(/^field:[1-9]\d{0,14}$/))]),
)
export type ColumnTarget = z.infer<typeof ColumnTarget>

/**
 * Layout of steps in the file. `rows`: each row below the case's first row is another step. `numbered`: one cell with all steps as `1. …`;
 * indented or unnumbered lines continue the previous step. `lines`: each line of the cell is a step.
 */
export const STEP_FORMS = ['numbered', 'rows', 'lines'] as const

/** Ids of priorities, states, options or users by text in the file; null for no value. For flags: 1 for yes, 0 for no. */
const ValueMap = z.record(z.string().check(z.maxLength(IMPORT_LIMITS.valueLength)), z.nullable(z.int()))
export type ValueMap = z.infer<typeof ValueMap>

export const SAME_TITLE = ['update', 'skip', 'add'] as const

/** How to read a file. */
export const ImportMapping = z.object({
  /** Target of each column, in the order of the columns; each target at most once. */
  columns: z.array(ColumnTarget).check(z.maxLength(IMPORT_LIMITS.columns)),
  /** Mapped values by target, where they differ from a match by name. */
  values: z.record(z.string(), ValueMap),
  steps: z.enum(STEP_FORMS),
  /** Separator of suites in a path. A backslash before it makes it part of a title. */
  suiteSeparator: z.string().check(z.minLength(1), z.maxLength(5)),
  /** Suite below which paths start; null for the top level. */
  parentSuiteId: z.nullable(z.int()),
  /** Title of the suite for cases without a suite; if empty, they are added to `parentSuiteId` itself. */
  restSuite: z.string().check(z.trim(), z.maxLength(255)),
  /** Whether to update cases whose key exists in the project; otherwise they stay unchanged. */
  updatesKnown: z.boolean(),
  /** What happens to cases without a key whose suite and title exist in the project. Absent in mappings of earlier versions. */
  sameTitle: z._default(z.enum(SAME_TITLE), 'update'),
})
export type ImportMapping = z.infer<typeof ImportMapping>

/** A possible target of a column in this project. `options` are the valid values; null if any text is valid. */
export const ImportTarget = z.object({
  target: z.string(),
  name: z.string(),
  options: z.nullable(z.array(z.object({ id: z.int(), name: z.string(), otherNames: z.array(z.string()) }))),
  /** Whether one cell may contain several values. */
  isMany: z.boolean(),
})
export type ImportTarget = z.infer<typeof ImportTarget>

/** `values`: the distinct values, in the order of the file; null for more than `IMPORT_LIMITS.values` values, or for long ones. */
export const ImportColumn = z.object({
  name: z.string(),
  samples: z.array(z.string()),
  values: z.nullable(z.array(z.string())),
})
export type ImportColumn = z.infer<typeof ImportColumn>

/** An uploaded file to import. It is stored for a day. */
export const CaseImport = z.object({
  id: z.uuid(),
  fileName: z.string(),
  format: z.enum(IMPORT_FORMATS),
  source: z.enum(IMPORT_SOURCES),
  /** Sheets of a workbook; empty for other files. */
  sheets: z.array(z.string()),
  sheet: z.nullable(z.string()),
  columns: z.array(ImportColumn),
  /** Number of rows without the header row. */
  rows: z.int(),
  /** Remarks to the user about how the file was read. */
  notes: z.array(z.string()),
  targets: z.array(ImportTarget),
  mapping: ImportMapping,
  /** Whether the mapping was taken from an earlier import with the same columns. */
  isRemembered: z.boolean(),
})
export type CaseImport = z.infer<typeof CaseImport>

/** `row`: line in the file, or row in the sheet. `isLeftOut`: the whole case is skipped; otherwise only this value. */
export const ImportProblem = z.object({
  row: z.int(),
  column: z.nullable(z.string()),
  message: z.string(),
  isLeftOut: z.boolean(),
})
export type ImportProblem = z.infer<typeof ImportProblem>

/** Effects of an import, done or predicted. */
export const ImportCounts = z.object({
  created: z.int(),
  updated: z.int(),
  unchanged: z.int(),
  leftOut: z.int(),
  suites: z.int(),
  /** Cases without a key whose suite and title exist in the project: updated, unchanged or created, as `sameTitle` says. */
  sameTitle: z._default(z.int(), 0),
})
export type ImportCounts = z.infer<typeof ImportCounts>

export const ImportCheck = z.object({
  counts: ImportCounts,
  problems: z.array(ImportProblem),
  problemsTotal: z.int(),
})
export type ImportCheck = z.infer<typeof ImportCheck>

/** `operationId` undoes the import as one step. `suiteId`: a suite with imported cases; null if no case was created or updated. */
export const ImportOutcome = z.object({ counts: ImportCounts, operationId: z.uuid(), suiteId: z.nullable(z.int()) })
export type ImportOutcome = z.infer<typeof ImportOutcome>

const path = '/api/projects/:projectKey/test-case-imports'
const InImport = z.object({ ...inProject, importId: z.uuid() })

/**
 * Upload path: one `file` of `multipart/form-data`, at most `IMPORT_LIMITS.fileBytes`. The answer describes the content. 400 with the
 * reason for a file that cannot be read.
 */
export const IMPORTS_PATH = path
export const importsPath = (projectKey: string): string => pathOf(path, { projectKey })
export const SentImport = z.object({ data: CaseImport })

const importCalls = callsOf({
  path: `${path}/:importId`,
  params: InImport,
  read: { project: 'cases:write' },
  write: { project: 'cases:write' },
  feature: 'test-repository-import',
})

/** Parses an uploaded file, optionally another of its sheets. Throws 404 for an import of another user. */
export const readCaseImport = importCalls.post(
  'readCaseImport',
  'What was found in a file that is to be imported, or in another sheet of it',
  {
    path: '/read',
    bodyBytes: BODY_BYTES.long,
    body: z.object({ sheet: z.nullable(z.string()) }),
    answer: SentImport,
  },
)

const requested = z.object({ sheet: z.nullable(z.string()), mapping: ImportMapping })

/**
 * Changes nothing. 400 names the parts of the mapping that do not fit the project or the file. A column of a field that was deleted is a
 * problem of the heading and is not imported.
 */
export const checkCaseImport = importCalls.post(
  'checkCaseImport',
  'What importing a file would do, and what is wrong in it',
  {
    path: '/check',
    bodyBytes: BODY_BYTES.long,
    body: requested,
    answer: z.object({ data: ImportCheck }),
  },
)

/** A line of the answer to `runCaseImport`: the number of processed rows, or the result. */
export const ImportLine = z.union([
  z.object({ rows: z.int() }),
  z.object({ outcome: ImportOutcome }),
  z.object({ problem: z.object({ code: z.string(), message: z.string() }) }),
])
export type ImportLine = z.infer<typeof ImportLine>

/**
 * Imports in one transaction, and stores the mapping for the next file with the same columns. The answer streams the progress as lines of
 * JSON (`application/x-ndjson`); the last line is the result. Closing the connection before that rolls the import back. Idempotent: a
 * repeated call answers with the result of the first.
 */
export const runCaseImport = importCalls.post(
  'runCaseImport',
  'Imports a file in one transaction, telling how far it is',
  {
    path: '/run',
    bodyBytes: BODY_BYTES.long,
    body: requested,
    answer: ImportLine,
  },
)

const normalized = (text: string): string => text.trim().toLowerCase()

/** Returns the id of the option with this name, ignoring case; undefined if there is none. */
export const optionNamed = (options: NonNullable<ImportTarget['options']>, text: string): number | undefined => {
  const requested = normalized(text)
  const exact = options.find(({ name }) => normalized(name) === requested)
  return (exact ?? options.find(({ otherNames }) => otherNames.some((name) => normalized(name) === requested)))?.id
}

/**
 * Returns the distinct values of a cell: one per line, or separated by commas or semicolons unless the text is itself the name of an
 * option.
 */
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

/** Returns the separator of suites in these paths; null if every path is a single suite. */
export const separatorIn = (paths: readonly string[]): string | null =>
  SEPARATORS.find((separator) => paths.some((path) => path.includes(separator))) ?? null
