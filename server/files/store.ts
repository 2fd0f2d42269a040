import { createHash, randomUUID } from 'node:crypto'
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { sql } from 'kysely'
import { ERROR_CODES } from '../../contract/errors.ts'
import type { Db } from '../db/open.ts'
import { Refusal } from '../http/refusal.ts'
import type { Blobs } from './blobs.ts'
import { typeOf } from './types.ts'

/** Uploaded files by the SHA-256 of their content: equal content is stored once. */
export interface FileStore {
  /**
   * Stores a stream; durable when this resolves. Throws 413 above `most` bytes and stores nothing. `name` helps to detect the content type
   * and is not part of the path.
   */
  put(content: Readable, name: string, max: number): Promise<StoredFile>
  /** Reads all bytes of a stored file or a range; `end` is inclusive. */
  read(hash: string, range?: { start: number; end: number }): Readable
  /**
   * Deletes the bytes. Call it only in the transaction that deletes and locks their row: a concurrent upload of the same content waits for
   * it.
   */
  remove(hash: string): Promise<void>
  /** Deletes remains of broken uploads that were not written to since. Resolves with their number. */
  sweep(untouchedSince: Date): Promise<number>
  blobs: Blobs
}

export interface StoredFile {
  hash: string
  sizeBytes: number
  contentType: string
}

/** Bytes that a content type is detected from. */
export const HEAD_BYTES = 4096

/** Returns the key of a file's blob. `hash`: SHA-256 of its content, in hexadecimal. */
export const keyOf = (hash: string): string => `${hash.slice(0, 2)}/${hash}`

export const createFileStore = (blobs: Blobs, db: Db): FileStore => {
  const { incoming } = blobs
  return {
    blobs,
    async put(content, name, max) {
      await mkdir(incoming, { recursive: true, mode: 0o700 })
      const temporary = path.join(incoming, randomUUID())
      try {
        const written = await writeTo(temporary, content, max)
        const contentType = typeOf(written.head, name)
        const stored = { hash: written.hash, sizeBytes: written.sizeBytes, contentType }
        await upsertFile(db, stored)
        await blobs.keep(temporary, keyOf(written.hash))
        return stored
      } catch (error) {
        content.destroy()
        await rm(temporary, { force: true })
        throw error
      }
    },
    read: (hash, range) => blobs.read(keyOf(hash), range),
    remove: (hash) => blobs.remove(keyOf(hash)),
    async sweep(untouchedSince) {
      let swept = 0
      for (const name of await readdir(incoming).catch(() => [])) {
        const left = path.join(incoming, name)
        const written = await stat(left).catch(() => null) // it may have arrived meanwhile
        if (written === null || written.mtime >= untouchedSince) continue
        await rm(left, { force: true })
        swept += 1
      }
      return swept
    },
  }
}

/**
 * Writes the row of a file. Call it before the bytes are stored: housekeeping only deletes old unused rows, and deletes the bytes before it
 * releases the row's lock.
 */
export const upsertFile = async (db: Db, { hash, sizeBytes, contentType }: StoredFile): Promise<void> => {
  await db
    .insertInto('file')
    .values({ hash, size_bytes: sizeBytes, content_type: contentType })
    .onConflict((c) => c.column('hash').doUpdateSet({ created_at: sql<Date>`now()` }))
    .execute()
}

/** Returns a 413 for a file of more than `max` bytes. */
export const fileTooLarge = (max: number): Refusal =>
  new Refusal(413, ERROR_CODES.tooLarge, `The file is larger than ${Math.floor(max / 1024 / 1024)} MB`)

const writeTo = async (file: string, content: Readable, max: number) => {
  const hash = createHash('sha256')
  const heads: Buffer[] = []
  let sizeBytes = 0
  const handle = await open(file, 'wx', 0o600)
  try {
    for await (const chunk of content as AsyncIterable<Buffer>) {
      if (sizeBytes < HEAD_BYTES) heads.push(chunk.subarray(0, HEAD_BYTES - sizeBytes))
      sizeBytes += chunk.length
      if (sizeBytes > max) throw fileTooLarge(max)
      hash.update(chunk)
      await handle.writeFile(chunk)
    }
    await handle.sync()
  } finally {
    await handle.close()
  }
  return { hash: hash.digest('hex'), sizeBytes, head: Buffer.concat(heads) }
}
