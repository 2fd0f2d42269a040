import { z } from 'zod/mini'
import { defineCall } from '../call.ts'
import { LIMITS } from '../limits.ts'
import { InProject } from '../projects/projects.ts'
import { Done } from './operations.ts'

/** Characters of a cell of a workbook. */
export const WORKBOOK_CELL_MOST = 32_767

/**
 * Columns of an export, without those of fields that the project has switched off (TCASE-03); those of its own fields follow, by name
 * (BULK-07).
 */
export const EXPORT_COLUMNS = [
  'Key',
  'Title',
  'Suite',
  'Priority',
  'Automation state',
  'Draft',
  'Deprecated',
  'Description',
  'Preconditions',
  'Postconditions',
  'Steps',
  'Expected results',
  'Created by',
  'Created at',
  'Updated at',
] as const

/**
 * Cases as CSV, in the order given: UTF-8, CRLF after each line, quotes where a text needs them. Many are asked for in parts, of which the
 * first alone carries the head and the byte order mark, and all together are one file. Made so that nothing is lost:
 * - A suite is its path, `Checkout > Cards`; a `>` or backslash of a title has a backslash before it.
 * - Steps are numbered, `1. …`, lines that go on are indented by three spaces; shared steps are told as the steps they stand for.
 * - What a spreadsheet would run as a formula has an apostrophe before it.
 * - Several options of a field stand one on each line.
 *
 * As `rows` they come as the cells of a workbook, which runs no text as a formula; what is longer than a cell of one takes is told as
 * failed. The form that was not asked for is empty.
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
