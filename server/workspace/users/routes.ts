import { USER_TEXTS } from '../../../contract/workspace/user-texts.ts'
import { resetSecondFactor } from '../../../contract/workspace/second-factor.ts'
import { getSeats, updateSeats } from '../../../contract/workspace/seats.ts'
import {
  changeUserPassword,
  checkReadOnly,
  checkUserExists,
  createUser,
  getUser,
  listUsers,
  updateUser,
} from '../../../contract/workspace/users.ts'
import type { Principals } from '../../access/principals.ts'
import { appendEvents } from '../../db/events.ts'
import type { Db } from '../../db/open.ts'
import { conflict } from '../../http/refusal.ts'
import type { Routes } from '../../http/routes.ts'
import { unlessTaken } from '../../http/unique.ts'
import { requireAllowedPassword } from '../../session/session.ts'
import { hashPassword } from '../../secrets/passwords.ts'
import { withWorkspaceLocked } from '../../db/workspace-lock.ts'
import { changeSeats, readSeats, requireSeats } from '../seats.ts'
import { addUsers, takenNames } from './create.ts'
import { checkConversion } from './read-only.ts'
import { findUsers, readUser } from './read.ts'
import { changeUser, resetFactorOf, setPasswordOf } from './update.ts'

export const userRoutes = (routes: Routes, { db, principals }: { db: Db; principals: Principals }): void => {
  routes.signedIn(listUsers, ({ query }) => findUsers(db, query))
  routes.signedIn(getUser, ({ params }) => readUser(db, params.userId))
  routes.signedIn(getSeats, async () => ({ data: await readSeats(db) }))
  routes.signedIn(updateSeats, async ({ caller, body }) => {
    await changeSeats(db, caller, body)
    return { data: await readSeats(db) }
  })

  routes.signedIn(createUser, async ({ caller, body }) => {
    await requireAllowedPassword(db, body.password, 'password')
    // Outside the transaction: hashing is slow and would block others.
    const passwordHash = await hashPassword(body.password)
    const { username, email, firstName, lastName, hasReadOnlyAccess, groupId, projects } = body
    const creating = withWorkspaceLocked(db, async (tx) => {
      const taken = await takenNames(tx, { usernames: [username], emails: [email] })
      const errors = [
        ...(taken.usernames.size > 0 ? [{ field: 'username', message: USER_TEXTS.usernameTaken }] : []),
        ...(taken.emails.size > 0 ? [{ field: 'email', message: USER_TEXTS.emailTaken }] : []),
      ]
      if (errors[0]) throw conflict(errors[0].message, errors)
      await requireSeats(tx, hasReadOnlyAccess, 1, USER_TEXTS.noSeatsToCreate)
      const user = { username, email, firstName, lastName, passwordHash, status: 'ACTIVE' as const }
      const placing = { isReadOnly: hasReadOnlyAccess, groupId, projects, isInvitation: false }
      const { ids, events } = await addUsers(tx, caller, [user], placing)
      await appendEvents(tx, events)
      return ids
    })
    const [id = 0] = await unlessTaken(creating, {
      workspace_user_username: { field: 'username', message: USER_TEXTS.usernameTaken },
      workspace_user_email: { field: 'email', message: USER_TEXTS.emailTaken },
    })
    return readUser(db, id)
  })

  routes.signedIn(updateUser, async ({ caller, params, body }) => {
    await changeUser(db, caller, params.userId, body)
    principals.forget(params.userId)
    return readUser(db, params.userId)
  })

  routes.signedIn(checkReadOnly, async ({ params }) => {
    await readUser(db, params.userId)
    return checkConversion(db, params.userId)
  })

  routes.signedIn(changeUserPassword, async ({ caller, params, body }) => {
    await requireAllowedPassword(db, body.newPassword, 'newPassword')
    await setPasswordOf(db, caller, params.userId, () => hashPassword(body.newPassword))
    principals.forget(params.userId)
    return {}
  })

  routes.signedIn(resetSecondFactor, async ({ caller, params }) => {
    await resetFactorOf(db, caller, params.userId)
    principals.forget(params.userId)
    return {}
  })

  routes.signedIn(checkUserExists, async ({ query: { username, email, exceptId } }) => {
    const taken = await takenNames(
      db,
      { usernames: username === undefined ? [] : [username], emails: email === undefined ? [] : [email] },
      exceptId,
    )
    return { username: taken.usernames.size > 0, email: taken.emails.size > 0 }
  })
}
