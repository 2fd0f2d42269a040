import { Unreadable } from './source-file.ts'

const BLOCK = 512
/** Limit of a header's long name or its other fields. */
const FIELDS_LIMIT = 64 * 1024

/** Returns whether these first bytes, as latin1, are those of a tar archive. */
export const isTar = (head: string): boolean => head.slice(257, 262) === 'ustar'

/**
 * Reads the files of a tar archive in one pass; `open` returns what receives the parts of a file, or null for a file to skip. Throws
 * `Unreadable` where the archive breaks, after the files before.
 */
export const readTar = async (
  parts: AsyncIterable<Buffer>,
  open: (name: string, sizeBytes: number) => ((part: Buffer) => void) | null,
): Promise<void> => {
  let pending: Buffer = Buffer.alloc(0)
  const iterator = parts[Symbol.asyncIterator]()
  /** Takes up to this number of bytes; null at the end. */
  const take = async (max: number): Promise<Buffer | null> => {
    while (pending.length === 0) {
      const next = await iterator.next()
      if (next.done === true) return null
      pending = next.value
    }
    const taken = pending.subarray(0, max)
    pending = pending.subarray(taken.length)
    return taken
  }
  const each = async (sizeBytes: number, write: (part: Buffer) => void): Promise<void> => {
    for (let missing = sizeBytes; missing > 0;) {
      const part = await take(missing)
      if (part === null) throw new Unreadable('The archive ends in the middle of a file')
      missing -= part.length
      write(part)
    }
  }
  const whole = async (sizeBytes: number): Promise<Buffer> => {
    const all: Buffer[] = []
    await each(sizeBytes, (part) => all.push(part))
    return Buffer.concat(all)
  }
  let longName: string | null = null
  try {
    for (;;) {
      const start = await take(BLOCK)
      if (start === null) return
      const header = start.length === BLOCK ? start : Buffer.concat([start, await whole(BLOCK - start.length)])
      // Two empty blocks end the archive.
      if (header.every((byte) => byte === 0)) return
      const sizeBytes = sizeOf(header)
      const type = String.fromCharCode(header[156] ?? 0)
      const padding = (BLOCK - (sizeBytes % BLOCK)) % BLOCK
      if (type === 'x' || type === 'L') {
        if (sizeBytes > FIELDS_LIMIT) throw new Unreadable('The archive is damaged')
        const fields = (await whole(sizeBytes)).toString()
        longName =
          type === 'L' ? beforeZero(fields) : (/(?:^|\n)\d{1,10} path=([^\n]{0,9999})\n/.exec(fields)?.[1] ?? longName)
      } else {
        const isFile = type === '0' || type === '\0' || type === '7'
        const write = isFile ? open(longName ?? nameOf(header), sizeBytes) : null
        await each(sizeBytes, write ?? (() => {}))
        longName = null
      }
      await each(padding, () => {})
    }
  } finally {
    await iterator.return?.()
  }
}

const textAt = (header: Buffer, start: number, length: number): string =>
  beforeZero(header.subarray(start, start + length).toString())

const beforeZero = (text: string): string => text.split('\0', 1)[0] ?? ''

const nameOf = (header: Buffer): string => {
  // The older format of GNU has other fields there.
  const prefix = header.toString('latin1', 257, 263) === 'ustar\0' ? textAt(header, 345, 155) : ''
  return prefix === '' ? textAt(header, 0, 100) : `${prefix}/${textAt(header, 0, 100)}`
}

const sizeOf = (header: Buffer): number => {
  // Files of 8 GB and more have a binary size.
  const text = textAt(header, 124, 12).trim()
  if (!/^[0-7]{1,12}$/.test(text)) throw new Unreadable('The archive is damaged')
  return Number.parseInt(text, 8)
}
