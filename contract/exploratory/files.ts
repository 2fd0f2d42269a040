import { z } from 'zod/mini'
import { chosenId, defineCall, pathOf } from '../call.ts'
import { inProject } from '../projects/projects.ts'

/** How much of a file has arrived. */
export const UploadState = z.object({ fileUuid: chosenId, receivedBytes: z.int(), sizeBytes: z.int() })
export type UploadState = z.infer<typeof UploadState>

const InFile = z.object({ ...inProject, fileUuid: chosenId })
export const EXPLORATORY_UPLOAD_PATH = '/api/projects/:projectKey/exploratory-files/:fileUuid'

/** 0 of 0 bytes for an unknown file. */
export const getUploadState = defineCall({
  name: 'getUploadState',
  summary: 'How much of a file of an observation has arrived',
  method: 'GET',
  path: EXPLORATORY_UPLOAD_PATH,
  access: { project: 'exploratory:write' },
  feature: 'test-case-management',
  params: InFile,
  answer: UploadState,
})

/**
 * Of the next bytes of a file, which are sent as they are with `PUT` (`application/octet-stream`, at most
 * `LIMITS.exploratoryChunkBytes`) to the same path. Answered with `UploadState`; 409 with it as `current` when `offset` is not how
 * much has arrived; 413 beyond `LIMITS.exploratoryFileBytes`. A file that nothing holds after a day is cleared away.
 */
export const UploadQuery = z.object({
  offset: z.pipe(z.coerce.number(), z.int().check(z.minimum(0))),
  sizeBytes: z.pipe(z.coerce.number(), z.int().check(z.minimum(1))),
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(255)),
})
export type UploadQuery = z.infer<typeof UploadQuery>
export const uploadPath = (projectKey: string, fileUuid: string): string =>
  pathOf(EXPLORATORY_UPLOAD_PATH, { projectKey, fileUuid })

/** Where files are, for who may read the project's exploratory sessions; the name is only for show. 404 until all of it has arrived. */
export const EXPLORATORY_FILES = '/api/files/exploratory'
export const observationFilePath = ({ fileUuid, name }: { fileUuid: string; name: string }): string =>
  `${EXPLORATORY_FILES}/${fileUuid}/${encodeURIComponent(name)}`
