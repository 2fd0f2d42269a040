import { z } from 'zod/mini'
import { defineCall } from '../call.ts'
import { LIMITS } from '../limits.ts'
import { InProject } from '../projects/projects.ts'
import { Done } from './operations.ts'

/** Maximum characters of a workbook cell. */
export const MAX_WORKBOOK_CELL = 32_767

/** Columns of an export, except those of fields that the project has switched off (TCASE-03). Custom fields follow, by name (BULK-07). */
export const EXPORT_COLUMNS = [
  'Key',
  'Title',
  'Suite',
  'Priority',
  'Automation state',
  'Draft',
  'Deprecated',
  'Description',
  'Pre-conditions',
  'Post-conditions',
  'Steps',
  'Expected results',
  'Created by',
  'Created at',
  'Updated at',
] as const

/**
 * Cases as CSV, in the given order: UTF-8, CRLF after each line, quotes where a text needs them. Large exports are requested in parts. Only
 * the first part has the header and the byte order mark, so that the concatenated parts are one file. The format loses nothing:
 * - A suite is its path, `Checkout > Cards`; a `>` or backslash in a title is escaped with a backslash.
 * - Steps are numbered, `1. …`, with continuation lines indented by three spaces; shared steps are replaced by the steps that they
 *   contain.
 * - Text that a spreadsheet would run as a formula is prefixed with an apostrophe.
 * - Several options of a field are on one line each.
 *
 * `rows` contains the cells for a workbook instead, which does not run text as a formula. Cases with a text that exceeds the size of a cell
 * are reported as failed. The form that was not requested is empty.
 */
export const exportTestCases = defineCall({
  name: 'exportTestCases',
  summary: 'Test cases as CSV, or as rows of a workbook',
  method: 'POST',
  path: '/api/projects/:projectKey/test-cases/export',
  access: { project: 'cases:write' },
  feature: 'test-case-management',
  params: InProject,
  body: z.object({
    ids: z.array(z.int()).check(z.minLength(1), z.maxLength(LIMITS.casesPerPart)),
    hasHead: z._default(z.boolean(), true),
    form: z._default(z.enum(['csv', 'rows']), 'csv'),
  }),
  answer: z.object({ data: z.extend(Done, { csv: z.string(), rows: z.array(z.array(z.string())) }) }),
})
