import { z } from 'zod/mini'
import { pathOf } from '../call.ts'
import { Attachment } from './steps.ts'

/**
 * Upload path for files of cases and shared steps: one `file` of `multipart/form-data`, at most `LIMITS.attachmentBytes`. Files are
 * uploaded before the case or shared steps that refer to them are saved. Files without a reference are deleted after a day.
 */
export const ATTACHMENTS_PATH = '/api/projects/:projectKey/attachments'
export const attachmentsPath = (projectKey: string): string => pathOf(ATTACHMENTS_PATH, { projectKey })

/** Answer of an upload. */
export const UploadedAttachment = z.object({ data: Attachment })

/** Download path of attachments. Requires permission to read the project's cases (STEPS-17). The name in the path is ignored. */
export const ATTACHMENT_FILES = '/api/files/attachments'
export const attachmentPath = ({ id, name }: Pick<Attachment, 'id' | 'name'>): string =>
  `${ATTACHMENT_FILES}/${id}/${encodeURIComponent(name)}`
