import { z } from 'zod/mini'
import { BODY_BYTES, defineCall } from '../call.ts'
import { InProject } from '../projects/projects.ts'
import { entryId, SavedBy, version } from './held-list.ts'

/** Type of an observation in an exploratory session (OBTYPE-02). `observationTypeFaults` validates a whole list. */
export const ObservationType = z.object({
  id: entryId,
  name: z.string(),
  enabled: z.boolean(),
  colorHex: z.string(),
  relativePosition: z.int(),
})
export type ObservationType = z.infer<typeof ObservationType>

export const StoredObservationType = z.extend(ObservationType, { id: z.int() })
export type StoredObservationType = z.infer<typeof StoredObservationType>

export const ObservationTypes = z.object({ version, savedBy: SavedBy, items: z.array(StoredObservationType) })
export type ObservationTypes = z.infer<typeof ObservationTypes>

export const getObservationTypes = defineCall({
  name: 'getObservationTypes',
  summary: 'The observation types of a project, in their order',
  method: 'GET',
  path: '/api/projects/:projectKey/observation-types',
  access: { project: 'settings:read' },
  params: InProject,
  answer: ObservationTypes,
})

/** 400 with every invalid field as `items.{place}.{field}`; 409 `stale` with the stored list. */
export const saveObservationTypes = defineCall({
  name: 'saveObservationTypes',
  summary: 'Replaces the observation types of a project by the given list',
  method: 'PUT',
  path: '/api/projects/:projectKey/observation-types',
  access: { project: 'settings:write' },
  bodyBytes: BODY_BYTES.long,
  params: InProject,
  body: z.object({ version, items: z.array(ObservationType).check(z.maxLength(1000)) }),
  answer: ObservationTypes,
})
