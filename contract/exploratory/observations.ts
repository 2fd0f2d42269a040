import { z } from 'zod/mini'
import { BODY_BYTES, callsOf, chosenId, defineCall } from '../call.ts'
import { LIMITS } from '../limits.ts'
import { TEXTS } from '../texts.ts'
import { ExploratorySession, EXPLORATORY_PATH, InExploratorySession } from './sessions.ts'
import { ProjectUser } from '../projects/people.ts'

/** A file of an observation. The client chooses its id, and its bytes may arrive after the observation. */
export const ObservationFile = z.object({
  fileUuid: chosenId,
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(255)),
  contentType: z.string().check(z.maxLength(255)),
  sizeBytes: z.int().check(z.minimum(1), z.maximum(LIMITS.exploratoryFileBytes)),
})
export type ObservationFile = z.infer<typeof ObservationFile>

/** A stored file with its number of received bytes. */
export const StoredObservationFile = z.extend(ObservationFile, { receivedBytes: z.int() })
export type StoredObservationFile = z.infer<typeof StoredObservationFile>

/** Tracker of a linked issue or improvement; `URL` for any other address. */
export const LinkType = z.enum(['JIRA', 'GITHUB', 'GITLAB', 'AZURE', 'LINEAR', 'URL', 'OTHER'])
export type LinkType = z.infer<typeof LinkType>
const linkId = z.string().check(z.trim(), z.minLength(1), z.maxLength(500))

/** Editable fields of an observation (OBS-13). */
export const ObservationValues = z.object({
  typeId: z.int({ error: TEXTS.required }).check(z.minimum(1)),
  /** Markdown. */
  description: z.string().check(
    z.refine((text) => text.trim() !== '', { error: TEXTS.required, abort: true }),
    z.maxLength(LIMITS.observationText, TEXTS.descriptionTooLong(LIMITS.observationText)),
  ),
  /** Omitted or null if no time was spent (OBS-08). */
  elapsedTimeInMillis: z._default(
    z.nullable(z.int().check(z.minimum(1), z.maximum(LIMITS.maxObservationHours * 3_600_000 + 3_599_999))),
    null,
  ),
  attachments: z._default(z.array(ObservationFile).check(z.maxLength(LIMITS.observationAttachments)), []),
  issueId: z._default(z.nullable(linkId), null),
  issueType: z._default(z.nullable(LinkType), null),
  improvementId: z._default(z.nullable(linkId), null),
  improvementType: z._default(z.nullable(LinkType), null),
})
export type ObservationValues = z.infer<typeof ObservationValues>

/** A subset of the values. Omitted fields stay unchanged, or are not compared. */
export const ObservationChange = z.partial(
  z.object({
    typeId: ObservationValues.shape.typeId,
    description: ObservationValues.shape.description,
    elapsedTimeInMillis: z.nullable(z.int().check(z.minimum(1))),
    attachments: z.array(ObservationFile).check(z.maxLength(LIMITS.observationAttachments)),
    issueId: z.nullable(linkId),
    issueType: z.nullable(LinkType),
    improvementId: z.nullable(linkId),
    improvementType: z.nullable(LinkType),
  }),
)
export type ObservationChange = z.infer<typeof ObservationChange>

/** An observation (OBS-02). */
export const Observation = z.object({
  id: chosenId,
  type: z.object({
    id: z.int(),
    name: z.string(),
    colorHex: z.string(),
    enabled: z.boolean(),
    deleted: z.boolean(),
  }),
  description: z.string(),
  attachments: z.array(StoredObservationFile),
  elapsedTimeInMillis: z.nullable(z.int()),
  /** Elapsed time of the session at its creation, in milliseconds; null if no clock was running. */
  clockMillis: z.nullable(z.int()),
  issueId: z.nullable(z.string()),
  issueType: z.nullable(LinkType),
  improvementId: z.nullable(z.string()),
  improvementType: z.nullable(LinkType),
  createdAt: z.string(),
  createdBy: ProjectUser,
  lastModifiedAt: z.string(),
  lastModifiedBy: ProjectUser,
})
export type Observation = z.infer<typeof Observation>

/** Returns the editable fields of an observation: the base values of an edit or a deletion. */
export const writtenOf = ({ type, attachments, ...observation }: Observation): ObservationValues => ({
  typeId: type.id,
  description: observation.description,
  elapsedTimeInMillis: observation.elapsedTimeInMillis,
  attachments: attachments.map(({ fileUuid, name, contentType, sizeBytes }) => ({
    fileUuid,
    name,
    contentType,
    sizeBytes,
  })),
  issueId: observation.issueId,
  issueType: observation.issueType,
  improvementId: observation.improvementId,
  improvementType: observation.improvementType,
})

/** Values that the author of a deletion saw, by observation id. An observation without an entry is deleted unchecked. */
export const ExpectedObservations = z.record(z.string(), ObservationChange)

const path = `${EXPLORATORY_PATH}/:exploratorySessionId/observations`
const gates = { feature: 'test-case-management' } as const

const exploratorySessionCalls = callsOf({
  path: path,
  params: InExploratorySession,
  read: { project: 'exploratory:read' },
  write: { project: 'exploratory:write' },
  ...gates,
})

/** All observations, at most `LIMITS.maxObservations`, in order of creation, and the session in the same snapshot. */
export const listObservations = exploratorySessionCalls.get(
  'listObservations',
  'The observations of an exploratory session',
  {
    answer: z.object({ items: z.array(Observation), session: ExploratorySession }),
  },
)

/** 409 with `observationsFull` at the limit, and when the session is closed. `id` as in `createExploratorySession`. */
export const createObservation = exploratorySessionCalls.post(
  'createObservation',
  'Adds an observation to an open exploratory session',
  {
    body: z.extend(ObservationValues, {
      id: z.optional(chosenId),
      clockMillis: z._default(z.nullable(z.int().check(z.minimum(0))), null),
    }),
    answer: z.object({ data: Observation }),
  },
)

/** An edit as in `concurrent-edits.ts`. 409 when the session is closed. */
export const editObservation = defineCall({
  name: 'editObservation',
  summary: 'Changes an observation of an open exploratory session',
  method: 'PUT',
  path: `${path}/:observationId`,
  access: { project: 'exploratory:write' },
  ...gates,
  params: z.extend(InExploratorySession, { observationId: chosenId }),
  body: z.extend(ObservationChange, { expected: z.optional(ObservationChange) }),
  answer: z.object({ data: Observation }),
})

/**
 * Ignores observations that are already deleted. 409 when the session is closed; 409 with a changed observation as `current` when a user
 * changed one since `expected` was read. In both cases nothing is deleted.
 */
export const deleteObservations = exploratorySessionCalls.post(
  'deleteObservations',
  'Deletes observations of an open exploratory session',
  {
    path: '/delete',
    bodyBytes: BODY_BYTES.long,
    body: z.object({
      ids: z.array(chosenId).check(z.minLength(1), z.maxLength(LIMITS.maxObservations)),
      expected: z.optional(ExpectedObservations),
    }),
    answer: z.object({ deleted: z.int() }),
  },
)
