import { z } from 'zod/mini'
import { inProject } from '../projects.ts'
import { Attachment } from './steps.ts'

/**
 * Files of cases and shared steps. They are sent as one `file` of `multipart/form-data` before the case that is to hold them is saved; what no
 * version of a case or shared steps holds after a day is cleared away.
 */
export const attachmentsPath = (projectKey: string): string =>
  `/api/projects/${encodeURIComponent(projectKey)}/attachments`
/** Where the file itself is; `download` has it saved instead of shown. */
export const attachmentPath = (projectKey: string, id: string, download = false): string =>
  `${attachmentsPath(projectKey)}/${encodeURIComponent(id)}${download ? '?download=true' : ''}`

export const InAttachments = z.object(inProject)
export const UploadedAttachment = z.object({ data: Attachment })
