import { z } from 'zod/mini'
import { chosenId, defineCall, pathOf } from '../call.ts'
import { UploadState } from '../exploratory/files.ts'
import { inProject } from '../projects/projects.ts'
import { RUN_GATES } from './runs.ts'

export const RUN_UPLOAD_PATH = '/api/projects/:projectKey/run-files/:fileUuid'

/** Bytes are sent to the same path as those of observations are (`UploadQuery`). */
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

/** Where files of results are, for who may read the project's test runs; the name is only for show. 404 until all of it has arrived. */
export const RUN_FILES = '/api/files/runs'
export const resultFilePath = ({ fileUuid, name }: { fileUuid: string; name: string }): string =>
  `${RUN_FILES}/${fileUuid}/${encodeURIComponent(name)}`
