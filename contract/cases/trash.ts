import { z } from 'zod/mini'
import { defineCall, PageMeta, pageNumber, pageSizeOf } from '../call.ts'
import { LIMITS } from '../limits.ts'
import { InProject } from '../projects/projects.ts'
import { CaseUser, CaseRow } from './cases.ts'
import { search } from './filter.ts'
import { Done } from './operations.ts'

const path = '/api/projects/:projectKey/test-case-trash'
const items = <T extends z.ZodMiniType>(item: T) =>
  z.object({ items: z.array(item).check(z.minLength(1), z.maxLength(LIMITS.casesPerPart)) })

export const TrashedCase = z.extend(CaseRow, {
  testSuiteId: z.nullable(z.int()),
  deletedAt: z.string(),
  deletedBy: CaseUser,
})
export type TrashedCase = z.infer<typeof TrashedCase>

export const listTrash = defineCall({
  name: 'listTrash',
  summary: 'A page of the trash bin, the last deleted first',
  method: 'GET',
  path,
  access: { project: 'cases:write' },
  feature: 'trash-bin',
  params: InProject,
  query: z.object({ ...search, page: pageNumber, pageSize: pageSizeOf(LIMITS.defaultPageSize, 100) }),
  answer: z.object({ items: z.array(TrashedCase), _meta: PageMeta }),
})

/** Id for undoing the restore; calls with the same id are one operation. */
const operationId = z.optional(z.uuid())

/** Restores each case to the end of the suite given for it (TRASH-36). */
export const restoreTestCases = defineCall({
  name: 'restoreTestCases',
  summary: 'Brings test cases back from the trash bin',
  method: 'POST',
  path: `${path}/restore`,
  access: { project: 'cases:write' },
  feature: 'trash-bin',
  params: InProject,
  body: z.extend(items(z.object({ id: z.int(), newTestSuiteId: z.int() })), { operationId }),
  answer: z.object({ data: Done }),
})

export const restoreAllTestCases = defineCall({
  name: 'restoreAllTestCases',
  summary: 'Brings all test cases back from the trash bin',
  method: 'POST',
  path: `${path}/restore-all`,
  access: { project: 'cases:write' },
  feature: 'trash-bin',
  params: InProject,
  body: z.object({ newTestSuiteId: z.int(), operationId }),
  answer: z.object({ restored: z.int() }),
})

/** Permanently deletes cases with their versions and attachments (TRASH-26). */
export const purgeTestCases = defineCall({
  name: 'purgeTestCases',
  summary: 'Deletes test cases of the trash bin for good',
  method: 'POST',
  path: `${path}/purge`,
  access: { project: 'cases:write' },
  feature: 'trash-bin',
  params: InProject,
  body: items(z.object({ id: z.int() })),
  answer: z.object({ data: Done }),
})

export const purgeAllTestCases = defineCall({
  name: 'purgeAllTestCases',
  summary: 'Empties the trash bin for good',
  method: 'POST',
  path: `${path}/purge-all`,
  access: { project: 'cases:write' },
  feature: 'trash-bin',
  params: InProject,
  answer: z.object({ purged: z.int() }),
})
