import { randomUUID } from 'node:crypto'
import { mkdir, open, rm } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import type { Db } from '../db/open.ts'
import type { Blobs } from './blobs.ts'

/**
 * Pieces of files that arrive in several requests. Each is written once, under a name of its own: two senders of one file can never mix
 * what they write. Which of them count, and in which order, stands in the database.
 */
export interface Pieces {
  /**
   * Writes what arrives until it ends or is cut off; it is durable when this resolves. Null when more than `most` bytes come: nothing is
   * kept then.
   */
  write(fileId: string, content: Readable, most: number): Promise<Piece | null>
  /** One after the other. Fails with `ENOENT` where one is lost. */
  read(fileId: string, names: readonly string[]): Readable
  drop(fileId: string, name: string): Promise<void>
  /** All of a file. */
  remove(fileId: string): Promise<void>
  /** Removes those of files that the database does not know, and nobody has written to since. Returns of how many files. */
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
    async write(fileId, content, most) {
      await mkdir(incoming, { recursive: true, mode: 0o700 })
      const name = randomUUID()
      const temporary = path.join(incoming, name)
      const handle = await open(temporary, 'wx', 0o600)
      let sizeBytes = 0
      let isCut = false
      try {
        try {
          // Not broken off when there is too much: who sends it is to hear why.
          for await (const chunk of content.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
            sizeBytes += chunk.length
            if (sizeBytes > most) break
            await handle.writeFile(chunk)
          }
        } catch (error) {
          // What arrived before the connection broke counts; a disk that is full does not pass for that.
          if (!CUT.has((error as NodeJS.ErrnoException).code)) throw error
          isCut = true
        }
        if (sizeBytes <= most) await handle.sync()
      } catch (error) {
        await rm(temporary, { force: true })
        throw error
      } finally {
        // What is left is let through; unread it would hold up whatever comes next on the connection.
        content.resume()
        await handle.close()
      }
      try {
        if (sizeBytes > most) return null
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
