import { z } from 'zod/mini'
import { callsOf, PageMeta, pageNumber, pageSizeOf } from '../call.ts'
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

const projectCalls = callsOf({
  path: path,
  params: InProject,
  read: { project: 'cases:write' },
  write: { project: 'cases:write' },
  feature: 'trash-bin',
})

export const listTrash = projectCalls.get('listTrash', 'A page of the trash bin, the last deleted first', {
  query: z.object({ ...search, page: pageNumber, pageSize: pageSizeOf(LIMITS.defaultPageSize, 100) }),
  answer: z.object({ items: z.array(TrashedCase), _meta: PageMeta }),
})

/** Id for undoing the restore; calls with the same id are one operation. */
const operationId = z.optional(z.uuid())

/** Restores each case to the end of the suite given for it (TRASH-36). */
export const restoreTestCases = projectCalls.post('restoreTestCases', 'Brings test cases back from the trash bin', {
  path: '/restore',
  body: z.extend(items(z.object({ id: z.int(), newTestSuiteId: z.int() })), { operationId }),
  answer: z.object({ data: Done }),
})

export const restoreAllTestCases = projectCalls.post(
  'restoreAllTestCases',
  'Brings all test cases back from the trash bin',
  {
    path: '/restore-all',
    body: z.object({ newTestSuiteId: z.int(), operationId }),
    answer: z.object({ restored: z.int() }),
  },
)

/** Permanently deletes cases with their versions and attachments (TRASH-26). */
export const purgeTestCases = projectCalls.post('purgeTestCases', 'Deletes test cases of the trash bin for good', {
  path: '/purge',
  body: items(z.object({ id: z.int() })),
  answer: z.object({ data: Done }),
})

export const purgeAllTestCases = projectCalls.post('purgeAllTestCases', 'Empties the trash bin for good', {
  path: '/purge-all',
  answer: z.object({ purged: z.int() }),
})
