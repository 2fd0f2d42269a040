import { randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import type { Db } from '../db/open.ts'
import { notFound, wrongField } from '../http/refusal.ts'
import type { Blobs, Content, DirectAccess, UploadRequest } from './blobs.ts'
import { fileTooLarge, HEAD_BYTES, keyOf, upsertFile, type StoredFile } from './store.ts'
import { typeOf } from './types.ts'

/** Files that reporters write to the bucket themselves, before they are stored by their content. */
export interface DirectUploads {
  /**
   * Resolves with a request that writes the content to the bucket, for some minutes; null where only servers reach the storage, or where it does
   * not verify what reporters write.
   */
  begin(owner: UploadOwner, content: Content): Promise<(UploadRequest & { id: string }) | null>
  /**
   * Stores a finished upload as `put` of the file store does. Throws 404 if this owner has no such upload, 400 if the bucket does not confirm
   * the hash, and 413 above `max` bytes.
   */
  complete(owner: UploadOwner, id: string, file: { name: string; sha256: string; max: number }): Promise<StoredFile>
  remove(owner: UploadOwner, id: string): Promise<void>
  /** Deletes uploads that nobody completed and that were written before. Resolves with their number. */
  sweep(writtenBefore: Date): Promise<number>
}

export interface UploadOwner {
  launchId: number
  userId: number
}

const FOLDER = 'direct-uploads'
const ADDRESS_SECONDS = 15 * 60

export const createDirectUploads = (blobs: Blobs, db: Db, log: { warn: (message: string) => void }): DirectUploads => {
  const { direct } = blobs
  let checking: Promise<boolean> | null = null
  const check = async ({ uploadRisk }: DirectAccess): Promise<boolean> => {
    const risk = await uploadRisk(`${FOLDER}/check-${randomUUID()}`)
    if (risk !== null) log.warn(`Reporters do not write to the bucket of FILES_PUBLIC_URL, because ${risk}`)
    return risk === null
  }
  /** Resolves with whether the bucket verifies uploads. Checks it once, and again after a failure of the bucket. */
  const isVerified = (access: DirectAccess): Promise<boolean> => {
    checking ??= check(access).catch(() => {
      checking = null
      return false
    })
    return checking
  }
  // The key contains launch and user, so that any server can check who began the upload, without a row in the database.
  const uploadKeyOf = ({ launchId, userId }: UploadOwner, id: string) => `${FOLDER}/${launchId}-${userId}-${id}`
  return {
    async begin(owner, content) {
      if (direct === null || !(await isVerified(direct))) return null
      const id = randomUUID()
      return { id, ...(await direct.uploadRequestOf(uploadKeyOf(owner, id), content, ADDRESS_SECONDS)) }
    },
    async complete(owner, id, { name, sha256, max }) {
      if (direct === null) throw noUpload()
      const key = uploadKeyOf(owner, id)
      try {
        // A hash alone must not give access to a file that is stored already, so that only the bucket's own one counts.
        const content = await direct.contentOf(key)
        if (content?.sha256 !== sha256) throw wrongField('sha256', 'The bucket does not confirm it')
        if (content.sizeBytes > max) throw fileTooLarge(max)
        const head = await buffer(blobs.read(key, { start: 0, end: HEAD_BYTES - 1 }))
        const stored = { hash: sha256, sizeBytes: content.sizeBytes, contentType: typeOf(head, name) }
        await upsertFile(db, stored)
        await direct.copy(key, keyOf(sha256))
        return stored
      } catch (error) {
        throw (error as NodeJS.ErrnoException).code === 'ENOENT' ? noUpload() : error
      }
    },
    remove: (owner, id) => blobs.remove(uploadKeyOf(owner, id)),
    async sweep(writtenBefore) {
      const old = (await blobs.folders(FOLDER)).filter(({ writtenAt }) => writtenAt < writtenBefore)
      for (const { name } of old) await blobs.remove(`${FOLDER}/${name}`)
      return old.length
    },
  }
}

const noUpload = () => notFound('The upload does not exist')
