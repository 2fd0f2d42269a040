import { randomUUID } from 'node:crypto'
import { mkdir, open, rm } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import type { Db } from '../db/open.ts'
import type { Blobs } from './blobs.ts'

/**
 * Parts of files that are uploaded in several requests. Each part is written once under a unique name, so that concurrent uploads of one
 * file never mix. The database stores which parts count, and their order.
 */
export interface Pieces {
  /**
   * Writes the content until its end or until the connection breaks; durable when this resolves. Null when it exceeds `most` bytes: nothing
   * is stored then.
   */
  write(fileId: string, content: Readable, max: number): Promise<Piece | null>
  /** Reads parts one after the other. Fails with `ENOENT` when one is missing. */
  read(fileId: string, names: readonly string[]): Readable
  drop(fileId: string, name: string): Promise<void>
  /** Removes all parts of a file. */
  remove(fileId: string): Promise<void>
  /** Removes parts of files that are unknown to the database and were not written to since. Resolves with the number of files. */
  sweep(db: Db, untouchedSince: Date): Promise<number>
}

export interface Piece {
  name: string
  sizeBytes: number
  isCut: boolean
}

const CUT: ReadonlySet<string | undefined> = new Set(['ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE'])

const FOLDER = 'pieces'

export const createPieces = (blobs: Blobs): Pieces => {
  const { incoming } = blobs
  const folderOf = (fileId: string) => `${FOLDER}/${fileId}`
  return {
    async write(fileId, content, max) {
      await mkdir(incoming, { recursive: true, mode: 0o700 })
      const name = randomUUID()
      const temporary = path.join(incoming, name)
      const handle = await open(temporary, 'wx', 0o600)
      let sizeBytes = 0
      let isCut = false
      try {
        try {
          // Does not destroy the stream when the content is too large: the sender should receive the error response.
          for await (const chunk of content.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
            sizeBytes += chunk.length
            if (sizeBytes > max) break
            await handle.writeFile(chunk)
          }
        } catch (error) {
          // Keeps what arrived before the connection broke; other errors, such as a full disk, are rethrown.
          if (!CUT.has((error as NodeJS.ErrnoException).code)) throw error
          isCut = true
        }
        if (sizeBytes <= max) await handle.sync()
      } catch (error) {
        await rm(temporary, { force: true })
        throw error
      } finally {
        // Discards the rest: unread, it would block the next request on the connection.
        content.resume()
        await handle.close()
      }
      try {
        if (sizeBytes > max) return null
        await blobs.keep(temporary, `${folderOf(fileId)}/${name}`)
        return { name, sizeBytes, isCut }
      } finally {
        await rm(temporary, { force: true })
      }
    },
    read: (fileId, names) =>
      Readable.from(
        (async function* () {
          for (const name of names) yield* blobs.read(`${folderOf(fileId)}/${name}`)
        })(),
        { objectMode: false },
      ),
    drop: (fileId, name) => blobs.remove(`${folderOf(fileId)}/${name}`),
    remove: (fileId) => blobs.removeFolder(folderOf(fileId)),
    async sweep(db, untouchedSince) {
      const old = (await blobs.folders(FOLDER)).filter(({ writtenAt }) => writtenAt < untouchedSince)
      if (old.length === 0) return 0
      const ids = old.map(({ name }) => name)
      const { rows } = await sql<{ id: string }>`
        select id from observation_file where id = any(${ids}::uuid[]) and file_hash is null`.execute(db)
      const known = new Set(rows.map(({ id }) => id))
      const strays = ids.filter((id) => !known.has(id))
      for (const id of strays) await blobs.removeFolder(folderOf(id))
      return strays.length
    },
  }
}
