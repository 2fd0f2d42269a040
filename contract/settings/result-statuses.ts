import { z } from 'zod/mini'
import { BODY_BYTES, defineCall } from '../call.ts'
import { InProject } from '../projects/projects.ts'
import { entryId, SavedBy, version } from './held-list.ts'

/**
 * A possible result of a manual execution (RESULTS-04). `untested` marks the initial status of every execution, which is always first and
 * on and cannot be deleted (RESULTS-09 to 12). `resultStatusFaults` validates a whole list.
 */
export const ResultStatus = z.object({
  id: entryId,
  name: z.string(),
  /** Comma-separated alternative names for importers and agents. */
  aliases: z.string(),
  enabled: z.boolean(),
  colorHex: z.string(),
  isSuccess: z.boolean(),
  isFailure: z.boolean(),
  isCompleted: z.boolean(),
  relativePosition: z.int(),
})
export type ResultStatus = z.infer<typeof ResultStatus>

/** A status in answers. `isAssignable`: users may assign it manually; clients do not send it back (RESULTS-05). */
export const StoredResultStatus = z.extend(ResultStatus, {
  id: z.int(),
  isAssignable: z.boolean(),
  isUntested: z.boolean(),
})
export type StoredResultStatus = z.infer<typeof StoredResultStatus>

export const ResultStatuses = z.object({
  version,
  savedBy: SavedBy,
  data: z.object({ resultStatuses: z.array(StoredResultStatus) }),
})
export type ResultStatuses = z.infer<typeof ResultStatuses>

export const getResultStatuses = defineCall({
  name: 'getResultStatuses',
  summary: 'The result statuses of a project, in their order',
  method: 'GET',
  path: '/api/projects/:projectKey/result-statuses',
  access: { project: 'settings:read' },
  feature: 'test-case-management',
  params: InProject,
  answer: ResultStatuses,
})

/** 400 with every invalid field as `resultStatuses.{place}.{field}`; 409 `stale` with the stored list. */
export const saveResultStatuses = defineCall({
  name: 'saveResultStatuses',
  summary: 'Replaces the result statuses of a project by the given list',
  method: 'PUT',
  path: '/api/projects/:projectKey/result-statuses',
  access: { project: 'settings:write' },
  bodyBytes: BODY_BYTES.long,
  feature: 'custom-result-statuses',
  params: InProject,
  body: z.object({ version, resultStatuses: z.array(ResultStatus).check(z.maxLength(1000)) }),
  answer: ResultStatuses,
})
