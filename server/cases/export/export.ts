import type { z } from 'zod/mini'
import type { CustomValues, TestCase } from '../../../contract/cases/cases.ts'
import { EXPORT_COLUMNS, MAX_WORKBOOK_CELL, type exportTestCases } from '../../../contract/cases/export.ts'
import { TEXTS } from '../../../contract/texts.ts'
import type { SystemField } from '../../../contract/settings/test-case-fields.ts'
import type { ProjectScope } from '../../access/principals.ts'
import type { Db } from '../../db/open.ts'
import { readCases } from '../content/read.ts'
import { headOf, linesOf } from '../../../contract/csv.ts'
import { readUsernames, readVocabulary, type ExportVocabulary } from './vocabulary.ts'

type ExportRequest = z.infer<typeof exportTestCases.body>
type Exported = z.infer<typeof exportTestCases.answer>['data']

const TOO_LONG = 'A text of it is longer than a cell of a workbook takes: export it as CSV'

/** Exports cases with a constant number of statements. Missing cases and those in the trash bin are reported as failed. */
export const exportCases = async (
  db: Db,
  project: ProjectScope,
  { ids, hasHead, form }: ExportRequest,
): Promise<Exported> => {
  const requested = [...new Set(ids)]
  const cases = (await readCases(db, project, requested)).filter(({ deleted }) => !deleted)
  const suiteIds = new Set(cases.flatMap(({ testSuiteId }) => testSuiteId ?? []))
  const vocabulary = await readVocabulary(db, project.id, [...suiteIds])
  const usernames = await readUsernames(
    db,
    vocabulary.fields,
    cases.map(({ customFields }) => customFields),
  )
  const parts = EXPORT_COLUMNS.filter((column) => isIncluded(column, vocabulary))
  const columns = [...parts, ...vocabulary.fields.map(({ name }) => name)]
  const rows = new Map(cases.map((one) => [one.id, rowOf(one, parts, vocabulary, usernames)]))
  const fits = (row: readonly string[]) => form === 'csv' || row.every((cell) => cell.length <= MAX_WORKBOOK_CELL)
  const fitting = [...rows].filter(([, row]) => fits(row))
  const done = new Set(fitting.map(([id]) => id))
  const fittingRows = fitting.map(([, row]) => row)
  return {
    csv: form === 'csv' ? (hasHead ? headOf(columns) : '') + linesOf(fittingRows) : '',
    rows: form === 'rows' ? [...(hasHead ? [columns] : []), ...fittingRows] : [],
    successfullyProcessed: [...done],
    failed: requested.flatMap((id) =>
      done.has(id) ? [] : [{ id, message: rows.has(id) ? TOO_LONG : TEXTS.caseNotFound }],
    ),
  }
}

type Column = (typeof EXPORT_COLUMNS)[number]

/** Field that a column belongs to; columns without one are always exported. */
const FIELDS: Partial<Record<Column, SystemField>> = {
  Priority: 'PRIORITY',
  'Automation state': 'AUTOMATION_STATE',
  Draft: 'DRAFT',
  Deprecated: 'DEPRECATED',
  Description: 'DESCRIPTION',
  'Pre-conditions': 'PRE_CONDITIONS',
  'Post-conditions': 'POST_CONDITIONS',
  Steps: 'STEPS',
  'Expected results': 'STEPS',
  'Created by': 'AUTHOR',
  'Created at': 'CREATED_ON',
}

const isIncluded = (column: Column, { enabledFields }: ExportVocabulary): boolean => {
  const field = FIELDS[column]
  return field === undefined || enabledFields.has(field)
}

/** Returns the cells in the order of `parts`, followed by the custom fields. */
const rowOf = (
  one: TestCase,
  parts: readonly Column[],
  { priorities, automationStates, fields, suitePaths }: ExportVocabulary,
  usernames: ReadonlyMap<number, string>,
): string[] => {
  const steps = stepsOf(one)
  const cells: Record<Column, string> = {
    Key: one.key,
    Title: one.title,
    Suite: suitePaths.get(one.testSuiteId ?? 0) ?? '',
    Priority: priorities.get(one.priority?.id ?? 0) ?? '',
    'Automation state': automationStates.get(one.automationState?.id ?? 0) ?? '',
    Draft: yesOrNo(one.draft),
    Deprecated: yesOrNo(one.deprecated),
    Description: one.description,
    'Pre-conditions': one.preConditions,
    'Post-conditions': one.postConditions,
    Steps: numbered(steps.map(({ action }) => action)),
    'Expected results': numbered(steps.map(({ expectedResult }) => expectedResult)),
    'Created by': one.createdBy?.displayName ?? '',
    'Created at': one.createdAt,
    'Updated at': one.lastModifiedAt,
  }
  return [
    ...parts.map((column) => cells[column]),
    ...fields.map((field) => valueOf(field, one.customFields[field.id], usernames)),
  ]
}

const yesOrNo = (is: boolean): string => (is ? 'Yes' : 'No')

const stepsOf = ({ steps, sharedSteps }: TestCase) =>
  steps.flatMap((step) =>
    step.kind === 'step' ? [step] : (sharedSteps.find(({ id }) => id === step.sharedStepsId)?.steps ?? []),
  )

/** Formats texts as a numbered list; further lines of an item are indented. */
const numbered = (texts: readonly string[]): string =>
  texts.map((text, i) => `${i + 1}. ${text.replaceAll('\n', '\n   ')}`).join('\n')

const valueOf = (
  { typed }: ExportVocabulary['fields'][number],
  value: CustomValues[string] | undefined,
  usernames: ReadonlyMap<number, string>,
): string => {
  if (value === null || value === undefined) return ''
  if (typed.dataType === 'USER') return usernames.get(Number(value)) ?? ''
  if (typed.dataType !== 'DROPDOWN' && typed.dataType !== 'MULTI_SELECT') return String(value)
  const chosen = Array.isArray(value) ? value : [value]
  const options: readonly { id: number | null; name: string }[] = typed.value.options
  return options.flatMap(({ id, name }) => (id !== null && chosen.some((one) => one === id) ? [name] : [])).join('\n')
}
