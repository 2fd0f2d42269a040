import type { z } from 'zod/mini'
import { ERROR_CODES } from '../../../contract/errors.ts'
import { USER_TEXTS } from '../../../contract/workspace/user-texts.ts'
import type { acceptInvitation, openInvitation } from '../../../contract/workspace/invitations.ts'
import { hashToken } from '../../access/tokens.ts'
import { appendEvents } from '../../db/events.ts'
import type { Db, Tx } from '../../db/open.ts'
import { conflict, notFound, Refusal } from '../../http/refusal.ts'
import { unlessTaken } from '../../http/unique.ts'
import { displayName } from '../../access/users.ts'
import { withWorkspaceLocked } from '../../db/workspace-lock.ts'
import { takenNames } from '../users/create.ts'

const gone = (message: string) => new Refusal(410, ERROR_CODES.gone, message)

const invitationIn = (db: Db | Tx, token: string) =>
  db
    .selectFrom('invitation as i')
    .innerJoin('workspace_user as p', 'p.id', 'i.user_id')
    .leftJoin('workspace_user as b', 'b.id', 'i.invited_by')
    .select(['i.user_id', 'i.expires_at', 'i.accepted_at', 'p.email', 'p.username', 'p.status', 'b.id as inviter'])
    .select(displayName('b').as('invited_by'))
    .where('i.token_hash', '=', hashToken(token))

/** Throws 404 for an unknown link, 410 for one that was used or has expired. */
const requireOpen = async (db: Db | Tx, token: string) => {
  const row = await invitationIn(db, token).executeTakeFirst()
  if (!row) throw notFound(USER_TEXTS.invitationUnknown)
  if (row.accepted_at !== null || row.status !== 'PENDING') throw gone(USER_TEXTS.invitationUsed)
  if (row.expires_at.getTime() <= Date.now()) throw gone(USER_TEXTS.invitationOver)
  return row
}

export const readInvitation = async (db: Db, token: string): Promise<z.infer<typeof openInvitation.answer>> => {
  const [row, workspace] = await Promise.all([
    requireOpen(db, token),
    db.selectFrom('workspace').select('name').executeTakeFirstOrThrow(),
  ])
  return {
    workspaceName: workspace.name,
    email: row.email,
    username: row.username,
    invitedBy: row.inviter === null ? null : row.invited_by,
    expiresAt: row.expires_at.toISOString(),
  }
}

/** Accepts an invitation and returns the user's id. */
export const accept = (
  db: Db,
  { token, username, firstName, lastName }: Omit<z.infer<typeof acceptInvitation.body>, 'password'>,
  passwordHash: string,
): Promise<number> => {
  const accepting = withWorkspaceLocked(db, async (tx) => {
    const { user_id: id } = await requireOpen(tx, token)
    if ((await takenNames(tx, { usernames: [username] }, id)).usernames.size > 0)
      throw conflict(USER_TEXTS.usernameTaken, [{ field: 'username', message: USER_TEXTS.usernameTaken }])
    await tx
      .updateTable('workspace_user')
      .set({ username, first_name: firstName, last_name: lastName, password_hash: passwordHash, status: 'ACTIVE' })
      .where('id', '=', id)
      .execute()
    await tx.updateTable('invitation').set({ accepted_at: new Date() }).where('user_id', '=', id).execute()
    await appendEvents(tx, [
      { stream: `person:${id}`, type: 'person/joined', payload: { username, firstName, lastName }, userId: id },
    ])
    return id
  })
  return unlessTaken(accepting, { workspace_user_username: { field: 'username', message: USER_TEXTS.usernameTaken } })
}
