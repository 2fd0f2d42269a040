import { z } from 'zod/mini'
import { chosenId, defineCall, pathOf } from '../call.ts'
import { inProject } from '../projects/projects.ts'

/** Number of received bytes of a file. */
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
 * Query for uploading the next bytes of a file, as the body of a `PUT` (`application/octet-stream`, at most `LIMITS.exploratoryChunkBytes`)
 * to the same path. Answers with `UploadState`; 409 with it as `current` when `offset` differs from the number of received bytes; 413
 * beyond `LIMITS.exploratoryFileBytes`. Files without a reference are deleted after a day.
 */
export const UploadQuery = z.object({
  offset: z.pipe(z.coerce.number(), z.int().check(z.minimum(0))),
  sizeBytes: z.pipe(z.coerce.number(), z.int().check(z.minimum(1))),
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(255)),
})
export type UploadQuery = z.infer<typeof UploadQuery>
export const uploadPath = (projectKey: string, fileUuid: string): string =>
  pathOf(EXPLORATORY_UPLOAD_PATH, { projectKey, fileUuid })

/**
 * Download path of files. Requires permission to read the project's exploratory sessions. The name in the path is ignored. 404 until the
 * upload is complete.
 */
export const EXPLORATORY_FILES = '/api/files/exploratory'
export const observationFilePath = ({ fileUuid, name }: { fileUuid: string; name: string }): string =>
  `${EXPLORATORY_FILES}/${fileUuid}/${encodeURIComponent(name)}`
