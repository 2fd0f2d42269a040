import type { Readable } from 'node:stream'

/** The bytes of a file, as often as they are needed; `end` is inclusive. */
export interface SourceFile {
  name: string
  sizeBytes: number
  open: (range?: { start: number; end: number }) => Readable
}

/** The file is not what it has to be; the message is for people. */
export class Unreadable extends Error {}

/** Returns the first bytes of a file, each as one character: only what is ASCII in all encodings counts. */
export const headOf = async (file: SourceFile, mostBytes = 4096): Promise<string> => {
  const parts: Buffer[] = []
  if (file.sizeBytes > 0)
    for await (const part of file.open({
      start: 0,
      end: Math.min(file.sizeBytes, mostBytes) - 1,
    }) as AsyncIterable<Buffer>)
      parts.push(part)
  return Buffer.concat(parts).toString('latin1')
}
