import type { FastifyRequest } from 'fastify'
import { getHomepage, setHomepage, type Homepage } from '../../../contract/workspace/homepage.ts'
import {
  changePassword,
  createAccessToken,
  deleteAccessToken,
  listAccessTokens,
  PHOTO_TEXTS,
  removePhoto,
  setPhoto,
  updateProfile,
} from '../../../contract/workspace/profile.ts'
import { getProfile } from '../../../contract/session/session.ts'
import { TEXTS } from '../../../contract/texts.ts'
import type { Principal, Principals } from '../../access/principals.ts'
import { appendEvents } from '../../db/events.ts'
import type { Db } from '../../db/open.ts'
import { mergeEdit } from '../../http/merge-edit.ts'
import { conflict, wrongField } from '../../http/refusal.ts'
import type { Routes } from '../../http/routes.ts'
import { keepPicture } from '../../files/pictures.ts'
import type { FileStore } from '../../files/store.ts'
import type { Attempts } from '../../http/limits/attempts.ts'
import { readUser, requireAllowedPassword } from '../../session/session.ts'
import { hashPassword } from '../../secrets/passwords.ts'
import { createToken, deleteToken, futureExpiry, listTokens } from '../../access/access-tokens.ts'
import { isOwnPassword } from './own-password.ts'
import { photoPath } from '../../files/routes.ts'

interface Parts {
  db: Db
  principals: Principals
  files: FileStore
  passwordAttempts: Attempts
}

export const profileRoutes = (routes: Routes, { db, principals, files, passwordAttempts }: Parts): void => {
  /** Throws 400 unless the caller has confirmed the change of e-mail with their password. */
  const confirmNewEmail = async (
    caller: Principal,
    password: string | undefined,
    request: FastifyRequest,
  ): Promise<void> => {
    if (!password) throw wrongField('currentPassword', TEXTS.currentPasswordNeeded)
    if (!(await isOwnPassword({ db, passwordAttempts }, caller, password, { request })))
      throw wrongField('currentPassword', TEXTS.currentPasswordWrong)
  }

  routes.signedIn(getProfile, ({ caller }) => readUser(db, caller.userId))

  routes.signedIn(updateProfile, async ({ caller, body, request }) => {
    const { currentPassword, ...edit } = body
    const { email: emailBefore } = await readUser(db, caller.userId)
    const isNewEmail = edit.email !== undefined && edit.email !== emailBefore
    if (isNewEmail) await confirmNewEmail(caller, currentPassword, request)
    await db.transaction().execute(async (tx) => {
      const before = await tx
        .selectFrom('workspace_user')
        .select(['first_name as firstName', 'last_name as lastName', 'email'])
        .where('id', '=', caller.userId)
        .forNoKeyUpdate()
        .executeTakeFirstOrThrow()
      const changes = await mergeEdit(before, edit, () => readUser(tx, caller.userId))
      const { firstName, lastName, email } = { ...before, ...changes }
      const taken = await tx
        .selectFrom('workspace_user')
        .select('id')
        .where(({ eb, fn }) => eb(fn('lower', ['email']), '=', email.toLowerCase()))
        .where('id', '<>', caller.userId)
        .executeTakeFirst()
      if (taken)
        throw conflict('Somebody else has this e-mail', [{ field: 'email', message: 'Somebody else has this e-mail' }])
      await tx
        .updateTable('workspace_user')
        .set({ first_name: firstName, last_name: lastName, email })
        .where('id', '=', caller.userId)
        .execute()
      // Invalidates links that were mailed to the previous address.
      if (isNewEmail) await tx.deleteFrom('password_reset').where('user_id', '=', caller.userId).execute()
      await appendEvents(tx, [
        { stream: `person:${caller.userId}`, type: 'person/changed', payload: changes, userId: caller.userId },
      ])
    })
    principals.forget(caller.userId)
    return readUser(db, caller.userId)
  })

  routes.signedIn(setPhoto, async ({ caller, body }) => {
    await setPhotoOf(db, caller.userId, await keepPicture(files, body.image, PHOTO_TEXTS))
    return readUser(db, caller.userId)
  })

  routes.signedIn(removePhoto, async ({ caller }) => {
    await setPhotoOf(db, caller.userId, null)
    return readUser(db, caller.userId)
  })

  const homepageOf = async (userId: number) => {
    const { preferences } = await db
      .selectFrom('workspace_user')
      .select('preferences')
      .where('id', '=', userId)
      .executeTakeFirstOrThrow()
    const homepage: Homepage = preferences.homepage ?? 'projects'
    return { homepage }
  }

  routes.signedIn(getHomepage, ({ caller }) => homepageOf(caller.userId))

  routes.signedIn(setHomepage, async ({ caller, body }) => {
    await db.transaction().execute(async (tx) => {
      const { preferences } = await tx
        .selectFrom('workspace_user')
        .select('preferences')
        .where('id', '=', caller.userId)
        .forUpdate()
        .executeTakeFirstOrThrow()
      await tx
        .updateTable('workspace_user')
        .set({ preferences: JSON.stringify({ ...preferences, homepage: body.homepage }) })
        .where('id', '=', caller.userId)
        .execute()
      await appendEvents(tx, [
        { stream: `person:${caller.userId}`, type: 'person/changed', payload: body, userId: caller.userId },
      ])
    })
    return homepageOf(caller.userId)
  })

  routes.signedIn(changePassword, async ({ caller, body, request }) => {
    const isRight = await isOwnPassword({ db, passwordAttempts }, caller, body.oldPassword, { request })
    if (!isRight) throw wrongField('oldPassword', 'The old password is wrong')
    await requireAllowedPassword(db, body.newPassword, 'newPassword')
    const passwordHash = await hashPassword(body.newPassword)
    await db.transaction().execute(async (tx) => {
      await tx
        .updateTable('workspace_user')
        .set({ password_hash: passwordHash })
        .where('id', '=', caller.userId)
        .execute()
      await tx.deleteFrom('password_reset').where('user_id', '=', caller.userId).execute()
      let others = tx.deleteFrom('session').where('user_id', '=', caller.userId)
      if ('sessionId' in caller.via) others = others.where('id', '<>', caller.via.sessionId)
      await others.execute()
      await appendEvents(tx, [
        {
          stream: `person:${caller.userId}`,
          type: 'person/password-changed',
          payload: {},
          userId: caller.userId,
        },
      ])
    })
    principals.forget(caller.userId)
    return {}
  })

  routes.signedIn(listAccessTokens, async ({ caller }) => ({ items: await listTokens(db, caller.userId) }))

  routes.signedIn(createAccessToken, async ({ caller, body: { projectKey = null, ...body } }) => {
    const expiresAt = futureExpiry(body)
    const project = projectKey === null ? null : await principals.project(caller, projectKey)
    if (projectKey !== null && project?.role == null) throw wrongField('projectKey', 'This project does not exist')
    return createToken(db, caller.userId, { ...body, expiresAt, project })
  })

  routes.signedIn(deleteAccessToken, async ({ caller, params }) => {
    await deleteToken(db, caller.userId, params.accessTokenId)
    principals.forget(caller.userId)
    return {}
  })
}

/** Sets or removes a user's photo, including one from a directory. */
const setPhotoOf = (db: Db, userId: number, hash: string | null): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const photoUrl = hash === null ? null : photoPath(userId, hash)
    await tx
      .updateTable('workspace_user')
      .set({ photo_hash: hash, photo_url: photoUrl })
      .where('id', '=', userId)
      .execute()
    await appendEvents(tx, [{ stream: `person:${userId}`, type: 'person/changed', payload: { photoUrl }, userId }])
  })
