import { appendEvents } from '../../db/events.ts'
import type { Db } from '../../db/open.ts'
import { photoPath } from '../../files/routes.ts'

/** Sets or removes a user's photo, including one from a directory. */
export const setPhotoOf = (db: Db, userId: number, hash: string | null): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const photoUrl = hash === null ? null : photoPath(userId, hash)
    await tx
      .updateTable('workspace_user')
      .set({ photo_hash: hash, photo_url: photoUrl })
      .where('id', '=', userId)
      .execute()
    await appendEvents(tx, [{ stream: `person:${userId}`, type: 'person/changed', payload: { photoUrl }, userId }])
  })
