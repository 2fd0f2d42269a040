import { Unreadable, type SourceFile } from '../../../reading/source-file.ts'

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'

/**
 * Returns the encoding of the byte order mark; otherwise UTF-8, or the encoding of old spreadsheets if the file is not valid UTF-8. Throws
 * for a binary file.
 */
export const encodingOf = async (file: SourceFile): Promise<Encoding> => {
  let encoding: Encoding | null = null
  const strict = new TextDecoder('utf-8', { fatal: true })
  for await (const chunk of file.open() as AsyncIterable<Buffer>) {
    if (encoding === null) {
      if (chunk[0] === 0xff && chunk[1] === 0xfe) return 'utf-16le'
      if (chunk[0] === 0xfe && chunk[1] === 0xff) return 'utf-16be'
      encoding = 'utf-8'
    }
    if (chunk.includes(0)) throw new Unreadable('The file is not text, nor any other format that can be imported')
    if (encoding === 'utf-8')
      try {
        strict.decode(chunk, { stream: true })
      } catch {
        encoding = 'windows-1252'
      }
  }
  try {
    if (encoding === 'utf-8') strict.decode()
  } catch {
    return 'windows-1252'
  }
  return encoding ?? 'utf-8'
}

/** Yields the decoded text in chunks. */
export async function* textOf(file: SourceFile, encoding: Encoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding)
  for await (const chunk of file.open() as AsyncIterable<Buffer>) yield decoder.decode(chunk, { stream: true })
  yield decoder.decode()
}

/** Returns enough of the beginning to detect the format. */
export const beginningOf = async (file: SourceFile, encoding: Encoding): Promise<string> => {
  let text = ''
  for await (const part of textOf(file, encoding)) {
    text += part
    if (text.length >= 64 * 1024) break
  }
  return text
}

export const notesOn = (encoding: Encoding): string[] =>
  encoding === 'windows-1252'
    ? ['The file is not UTF-8. It was read as Windows-1252: look whether letters with accents are right.']
    : []
