import { clean } from './clean.ts'

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

/** Attachment as its framework describes it. */
interface Described {
  name?: string | null | undefined
  contentType?: string | null | undefined
  path?: string | null | undefined
}

/** Returns the name of an attachment, with the ending of its file or of its type when it has none. */
export const attachmentName = ({ name, path, contentType }: Described): string => {
  const file =
    clean(path ?? '')
      .trim()
      .split(/[\\/]/)
      .at(-1) ?? ''
  const own = clean(name ?? '').trim() || file || 'attachment'
  if (ENDING.test(own)) return clean(own.slice(0, NAME_LIMIT))
  const type = (contentType ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''
  const ending = ENDING.exec(file)?.[0] ?? (Object.hasOwn(ENDINGS, type) ? ENDINGS[type] : undefined) ?? ''
  return `${clean(own.slice(0, NAME_LIMIT - ending.length))}${ending}`
}
