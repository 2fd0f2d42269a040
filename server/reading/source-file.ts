import type { Readable } from 'node:stream'

/** Bytes of a file, which can be read repeatedly; `end` is inclusive. */
export interface SourceFile {
  name: string
  sizeBytes: number
  open: (range?: { start: number; end: number }) => Readable
}

/** The file is invalid; the message is for users. `line` counts from 1; null when it is unknown. */
export class Unreadable extends Error {
  readonly line: number | null

  constructor(message: string, { line = null, ...options }: ErrorOptions & { line?: number | null } = {}) {
    super(message, options)
    this.line = line
  }
}

/** Returns the first bytes of a file as latin1: only ASCII characters are reliable, because the encoding is unknown. */
export const headOf = async (file: SourceFile, maxBytes = 4096): Promise<string> => {
  const parts: Buffer[] = []
  if (file.sizeBytes > 0)
    for await (const part of file.open({
      start: 0,
      end: Math.min(file.sizeBytes, maxBytes) - 1,
    }) as AsyncIterable<Buffer>)
      parts.push(part)
  return Buffer.concat(parts).toString('latin1')
}
