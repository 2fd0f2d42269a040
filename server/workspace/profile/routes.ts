import type { FastifyReply, FastifyRequest } from 'fastify'
import { getHomepage, setHomepage, type Homepage } from '../../../contract/workspace/homepage.ts'
import {
  changePassword,
  createAccessToken,
  deleteAccessToken,
  listAccessTokens,
  PHOTO_WORDS,
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
import type { Attempts } from '../../session/attempts.ts'
import { requireAllowedPassword } from '../../session/password-rules.ts'
import { hashPassword } from '../../session/passwords.ts'
import { readPerson } from '../../session/sessions.ts'
import { createToken, deleteToken, listTokens } from './access-tokens.ts'
import { isOwnPassword } from './own-password.ts'
import { setPhotoOf } from './photo.ts'

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
    reply: FastifyReply,
  ): Promise<void> => {
    if (!password) throw wrongField('currentPassword', TEXTS.currentPasswordNeeded)
    if (!(await isOwnPassword({ db, passwordAttempts }, caller, password, { request, reply })))
      throw wrongField('currentPassword', TEXTS.currentPasswordWrong)
  }

  routes.signedIn(getProfile, ({ caller }) => readPerson(db, caller.personId))

  routes.signedIn(updateProfile, async ({ caller, body, request, reply }) => {
    const { currentPassword, ...edit } = body
    const { email: emailBefore } = await readPerson(db, caller.personId)
    const isNewEmail = edit.email !== undefined && edit.email !== emailBefore
    if (isNewEmail) await confirmNewEmail(caller, currentPassword, request, reply)
    await db.transaction().execute(async (tx) => {
      const before = await tx
        .selectFrom('person')
        .select(['first_name as firstName', 'last_name as lastName', 'email'])
        .where('id', '=', caller.personId)
        .forNoKeyUpdate()
        .executeTakeFirstOrThrow()
      const changes = await mergeEdit(before, edit, () => readPerson(tx, caller.personId))
      const { firstName, lastName, email } = { ...before, ...changes }
      const taken = await tx
        .selectFrom('person')
        .select('id')
        .where(({ eb, fn }) => eb(fn('lower', ['email']), '=', email.toLowerCase()))
        .where('id', '<>', caller.personId)
        .executeTakeFirst()
      if (taken)
        throw conflict('Somebody else has this e-mail', [{ field: 'email', message: 'Somebody else has this e-mail' }])
      await tx
        .updateTable('person')
        .set({ first_name: firstName, last_name: lastName, email })
        .where('id', '=', caller.personId)
        .execute()
      // Invalidates links that were mailed to the previous address.
      if (isNewEmail) await tx.deleteFrom('password_reset').where('person_id', '=', caller.personId).execute()
      await appendEvents(tx, [
        { stream: `person:${caller.personId}`, type: 'person/changed', payload: changes, personId: caller.personId },
      ])
    })
    principals.forget(caller.personId)
    return readPerson(db, caller.personId)
  })

  routes.signedIn(setPhoto, async ({ caller, body }) => {
    await setPhotoOf(db, caller.personId, await keepPicture(files, body.image, PHOTO_WORDS))
    return readPerson(db, caller.personId)
  })

  routes.signedIn(removePhoto, async ({ caller }) => {
    await setPhotoOf(db, caller.personId, null)
    return readPerson(db, caller.personId)
  })

  const homepageOf = async (personId: number) => {
    const { preferences } = await db
      .selectFrom('person')
      .select('preferences')
      .where('id', '=', personId)
      .executeTakeFirstOrThrow()
    const homepage: Homepage = preferences.homepage ?? 'projects'
    return { homepage }
  }

  routes.signedIn(getHomepage, ({ caller }) => homepageOf(caller.personId))

  routes.signedIn(setHomepage, async ({ caller, body }) => {
    await db.transaction().execute(async (tx) => {
      const { preferences } = await tx
        .selectFrom('person')
        .select('preferences')
        .where('id', '=', caller.personId)
        .forUpdate()
        .executeTakeFirstOrThrow()
      await tx
        .updateTable('person')
        .set({ preferences: JSON.stringify({ ...preferences, homepage: body.homepage }) })
        .where('id', '=', caller.personId)
        .execute()
      await appendEvents(tx, [
        { stream: `person:${caller.personId}`, type: 'person/changed', payload: body, personId: caller.personId },
      ])
    })
    return homepageOf(caller.personId)
  })

  routes.signedIn(changePassword, async ({ caller, body, request, reply }) => {
    const isRight = await isOwnPassword({ db, passwordAttempts }, caller, body.oldPassword, { request, reply })
    if (!isRight) throw wrongField('oldPassword', 'The old password is wrong')
    await requireAllowedPassword(db, body.newPassword, 'newPassword')
    const passwordHash = await hashPassword(body.newPassword)
    await db.transaction().execute(async (tx) => {
      await tx.updateTable('person').set({ password_hash: passwordHash }).where('id', '=', caller.personId).execute()
      await tx.deleteFrom('password_reset').where('person_id', '=', caller.personId).execute()
      let others = tx.deleteFrom('session').where('person_id', '=', caller.personId)
      if ('sessionId' in caller.via) others = others.where('id', '<>', caller.via.sessionId)
      await others.execute()
      await appendEvents(tx, [
        {
          stream: `person:${caller.personId}`,
          type: 'person/password-changed',
          payload: {},
          personId: caller.personId,
        },
      ])
    })
    principals.forget(caller.personId)
    return {}
  })

  routes.signedIn(listAccessTokens, async ({ caller }) => ({ items: await listTokens(db, caller.personId) }))

  routes.signedIn(createAccessToken, ({ caller, body }) => {
    const expiresAt = body.expiresAt ?? null
    if (expiresAt !== null && Date.parse(expiresAt) <= Date.now()) throw wrongField('expiresAt', TEXTS.tokenDatePast)
    return createToken(db, caller.personId, { name: body.name, expiresAt })
  })

  routes.signedIn(deleteAccessToken, async ({ caller, params }) => {
    await deleteToken(db, caller.personId, params.accessTokenId)
    principals.forget(caller.personId)
    return {}
  })
}
