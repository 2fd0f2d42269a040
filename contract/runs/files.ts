import { z } from 'zod/mini'
import { chosenId, defineCall, pathOf } from '../call.ts'
import { UploadState } from '../exploratory/files.ts'
import { inProject } from '../projects/projects.ts'
import { RUN_GATES } from './runs.ts'

export const RUN_UPLOAD_PATH = '/api/projects/:projectKey/run-files/:fileUuid'

/** Bytes are uploaded to the same path, like those of observations (`UploadQuery`). */
export const getRunUploadState = defineCall({
  name: 'getRunUploadState',
  summary: 'How much of a file of a result has arrived',
  method: 'GET',
  path: RUN_UPLOAD_PATH,
  access: { project: 'runs:write' },
  ...RUN_GATES,
  params: z.object({ ...inProject, fileUuid: chosenId }),
  answer: UploadState,
})
export const runUploadPath = (projectKey: string, fileUuid: string): string =>
  pathOf(RUN_UPLOAD_PATH, { projectKey, fileUuid })

/**
 * Download path of files of results. Requires permission to read the project's test runs. The name in the path is ignored. 404 until the
 * upload is complete.
 */
export const RUN_FILES = '/api/files/runs'
export const resultFilePath = ({ fileUuid, name }: { fileUuid: string; name: string }): string =>
  `${RUN_FILES}/${fileUuid}/${encodeURIComponent(name)}`
