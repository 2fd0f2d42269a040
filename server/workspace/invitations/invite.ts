import type { z } from 'zod/mini'
import type { FieldError } from '../../../contract/errors.ts'
import { LIMITS } from '../../../contract/limits.ts'
import { USER_TEXTS } from '../../../contract/workspace/user-texts.ts'
import { freeSeats } from '../../../contract/workspace/seats.ts'
import type { inviteUsers } from '../../../contract/workspace/invitations.ts'
import type { Principal } from '../../access/principals.ts'
import { hashToken, newToken } from '../../access/tokens.ts'
import { appendEvents } from '../../db/events.ts'
import type { Db, Tx } from '../../db/open.ts'
import { invalid } from '../../http/errors.ts'
import { conflict } from '../../http/refusal.ts'
import { unlessTaken } from '../../http/unique.ts'
import { requireMayChange } from '../administration.ts'
import { withWorkspaceLocked } from '../../db/workspace-lock.ts'
import { readSeats } from '../seats.ts'
import { addUsers, takenNames } from '../users/create.ts'
import { unknownUser } from '../users/read.ts'
import { usernamesFor } from './usernames.ts'

/** An invitation link to send; only here is its token in plain text. */
export interface Sealed {
  userId: number
  email: string
  token: string
  workspaceName: string
}

export const invite = (
  db: Db,
  caller: Principal,
  { emails, haveReadOnlyAccess: isReadOnly, groupId, projects }: z.infer<typeof inviteUsers.body>,
): Promise<Sealed[]> => {
  const inviting = withWorkspaceLocked(db, async (tx, { name: workspaceName }) => {
    const twice = emails.flatMap((email, place) =>
      firstPlace(emails, email) < place ? [at(place, USER_TEXTS.emailTwice)] : [],
    )
    if (twice.length > 0) throw invalid(twice)
    const taken = await takenNames(tx, { emails })
    const known = emails.flatMap((email, place) =>
      taken.emails.has(email.toLowerCase()) ? [at(place, USER_TEXTS.emailTaken)] : [],
    )
    if (known.length > 0) throw conflict(USER_TEXTS.emailTaken, known)
    await requireSeatsFor(tx, isReadOnly, emails.length)
    const usernames = await usernamesFor(tx, emails)
    const users = emails.map((email, place) => ({
      email,
      username: usernames[place] ?? '',
      firstName: '',
      lastName: '',
      passwordHash: null,
      status: 'PENDING' as const,
    }))
    const { ids, events } = await addUsers(tx, caller, users, { isReadOnly, groupId, projects, isInvitation: true })
    const sealed: Sealed[] = []
    for (const [place, email] of emails.entries())
      sealed.push({ userId: ids[place] ?? 0, email, workspaceName, token: await seal(tx, caller, ids[place] ?? 0) })
    await appendEvents(tx, events)
    return sealed
  })
  return unlessTaken(inviting, { workspace_user_email: { field: 'emails', message: USER_TEXTS.emailTaken } })
}

const at = (place: number, message: string): FieldError => ({ field: `emails.${place}`, message })
const firstPlace = (emails: readonly string[], email: string): number =>
  emails.findIndex((one) => one.toLowerCase() === email.toLowerCase())

const requireSeatsFor = async (tx: Tx, isReadOnly: boolean, requested: number): Promise<void> => {
  const free = freeSeats(await readSeats(tx), isReadOnly)
  if (free === null || free >= requested) return
  if (free === 0) throw conflict(USER_TEXTS.noSeatsToInvite)
  const message = USER_TEXTS.tooManyInvitations(free)
  throw conflict(message, [{ field: 'emails', message }])
}

/** Replaces the link of a pending user and returns the new token. */
const seal = async (tx: Tx, caller: Principal, userId: number): Promise<string> => {
  const token = newToken()
  const row = {
    token_hash: hashToken(token),
    invited_by: caller.userId,
    expires_at: new Date(Date.now() + LIMITS.invitationDays * 86_400_000),
  }
  await tx
    .insertInto('invitation')
    .values({ user_id: userId, ...row })
    .onConflict((c) => c.column('user_id').doUpdateSet({ ...row, accepted_at: null }))
    .execute()
  return token
}

export const inviteAgain = (db: Db, caller: Principal, userId: number): Promise<Sealed> =>
  withWorkspaceLocked(db, async (tx, { name: workspaceName }) => {
    const user = await tx
      .selectFrom('workspace_user')
      .select(['email', 'status', 'kind'])
      .where('id', '=', userId)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (user?.kind !== 'user') throw unknownUser()
    if (user.status !== 'PENDING') throw conflict(USER_TEXTS.invitationsOfPendingOnly)
    // Without a mail server the caller gets the link and could accept it themselves.
    await requireMayChange(tx, caller, userId, { takesOver: true })
    const token = await seal(tx, caller, userId)
    await appendEvents(tx, [
      { stream: `person:${userId}`, type: 'person/invited-again', payload: {}, userId: caller.userId },
    ])
    return { userId: userId, email: user.email, workspaceName, token }
  })
