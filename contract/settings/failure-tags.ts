import { z } from 'zod/mini'
import { BODY_BYTES, defineCall } from '../call.ts'
import { InProject } from '../projects/projects.ts'
import { entryId, SavedBy, version } from './held-list.ts'

/** Classification of a failure tag, regardless of its name in a project. Reports and integrations use it. */
export const FAILURE_TAG_VALUES = [
  'PRODUCT_DEFECT',
  'AUTOMATION_DEFECT',
  'ENVIRONMENT_ISSUE',
  'TO_INVESTIGATE',
  'NO_DEFECT',
] as const
export const FailureTagValue = z.enum(FAILURE_TAG_VALUES)
export type FailureTagValue = z.infer<typeof FailureTagValue>

/** A reason for failures, assigned by users (TAGS-01). `failureTagFaults` validates a whole list. */
export const FailureTag = z.object({
  id: entryId,
  name: z.string(),
  value: FailureTagValue,
  enabled: z.boolean(),
  colorHex: z.string(),
  relativePosition: z.int(),
})
export type FailureTag = z.infer<typeof FailureTag>

export const StoredFailureTag = z.extend(FailureTag, { id: z.int() })
export type StoredFailureTag = z.infer<typeof StoredFailureTag>

export const FailureTags = z.object({ version, savedBy: SavedBy, items: z.array(StoredFailureTag) })
export type FailureTags = z.infer<typeof FailureTags>

export const getFailureTags = defineCall({
  name: 'getFailureTags',
  summary: 'The failure tags of a project, in their order',
  method: 'GET',
  path: '/api/projects/:projectKey/failure-tags',
  access: { project: 'settings:read' },
  params: InProject,
  answer: FailureTags,
})

/** 400 with every invalid field as `items.{place}.{field}`; 409 `stale` with the stored list. */
export const saveFailureTags = defineCall({
  name: 'saveFailureTags',
  summary: 'Replaces the failure tags of a project by the given list',
  method: 'PUT',
  path: '/api/projects/:projectKey/failure-tags',
  access: { project: 'settings:write' },
  bodyBytes: BODY_BYTES.long,
  params: InProject,
  body: z.object({ version, items: z.array(FailureTag).check(z.maxLength(1000)) }),
  answer: FailureTags,
})
