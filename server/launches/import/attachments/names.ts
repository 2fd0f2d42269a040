import { clean } from '../../../../contract/launches/clean.ts'
import { cut } from '../../../db/storable.ts'
import type { AttachmentFact } from '../formats/facts.ts'

const NAME_LIMIT = 255

/** Endings of names for the content types of attachments, which have names without them. */
const ENDINGS: Readonly<Record<string, string>> = {
  'application/json': '.json',
  'application/pdf': '.pdf',
  'application/xml': '.xml',
  'application/zip': '.zip',
  'image/gif': '.gif',
  'image/jpeg': '.jpg',
  'image/png': '.png',
  'image/svg+xml': '.svg',
  'image/webp': '.webp',
  'text/csv': '.csv',
  'text/html': '.html',
  'text/markdown': '.md',
  'text/plain': '.txt',
  'text/xml': '.xml',
  'video/mp4': '.mp4',
  'video/webm': '.webm',
}

const ENDING = /\.[A-Za-z0-9]{1,10}$/

/** Returns the name of an attachment, with the ending of its file or of its type when it has none. */
export const attachmentName = ({ name, path, contentType }: AttachmentFact): string => {
  const file =
    clean(path ?? '')
      .trim()
      .split(/[\\/]/)
      .at(-1) ?? ''
  const own = clean(name ?? '').trim() || file || 'attachment'
  if (ENDING.test(own)) return cut(own, NAME_LIMIT)
  const type = (contentType ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''
  const ending = ENDING.exec(file)?.[0] ?? (Object.hasOwn(ENDINGS, type) ? ENDINGS[type] : undefined) ?? ''
  return `${cut(own, NAME_LIMIT - ending.length)}${ending}`
}
