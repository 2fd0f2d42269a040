import { z } from 'zod/mini'
import { pathOf } from '../call.ts'
import { Attachment } from './steps.ts'

/**
 * Files of cases and shared steps are sent here as one `file` of `multipart/form-data`, at most `LIMITS.attachmentBytes` each, before what is to
 * hold them is saved. Files that nothing holds after a day are cleared away.
 */
export const ATTACHMENTS_PATH = '/api/projects/:projectKey/attachments'
export const attachmentsPath = (projectKey: string): string => pathOf(ATTACHMENTS_PATH, { projectKey })

/** Answer of an upload. */
export const UploadedAttachment = z.object({ data: Attachment })

/** Where files themselves are, for who may read the project's cases (STEPS-17); the name is only for show. */
export const ATTACHMENT_FILES = '/api/files/attachments'
export const attachmentPath = ({ id, name }: Pick<Attachment, 'id' | 'name'>): string =>
  `${ATTACHMENT_FILES}/${id}/${encodeURIComponent(name)}`
