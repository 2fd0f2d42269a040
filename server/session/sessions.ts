import type { Selectable } from 'kysely'
import { randomBytes } from 'node:crypto'
import { ERROR_CODES } from '../../contract/errors.ts'
import { LIMITS } from '../../contract/limits.ts'
import type { OpenSession, SignedInUser, Workspace } from '../../contract/session/session.ts'
import { isUser } from '../access/users.ts'
import { grantsOf, groupsOf } from '../access/groups.ts'
import { hashToken, newToken, successorOf } from '../access/tokens.ts'
import { appendEvents } from '../db/events.ts'
import type { Db, Tx } from '../db/open.ts'
import type { SessionTable } from '../db/schema.generated.ts'
import { workspaceLogoPath } from '../files/routes.ts'
import { Refusal } from '../http/refusal.ts'
import type { Client } from './client.ts'
import { restrictionOf } from '../access/restriction.ts'
import type { SigningIn } from './sign-in-log.ts'

export interface SessionTimes {
  SESSION_MINUTES: number
  SESSION_DAYS: number
}

/** An opened session: response body, and refresh token for the cookie. */
export interface Opened {
  session: OpenSession
  refreshToken: string
  stored: { id: string; secret: Buffer }
}

/** The same for every cause, so that it does not reveal whether an account exists or is active. */
export const wrongCredentials = (): Refusal =>
  new Refusal(401, ERROR_CODES.wrongCredentials, 'Username, e-mail or password is wrong')

/** Sign-in methods that prove a second factor; a passkey alone counts as both. */
const WITH_FACTOR: ReadonlySet<SigningIn['method']> = new Set([
  'code',
  'recovery-code',
  'passkey',
  'password-and-passkey',
])

const DAY_MS = 86_400_000

/** Opens a session for an authenticated user and logs the sign-in. Throws 401 for inactive users and other accounts than users'. */
export const openSession = async (
  db: Db | Tx,
  userId: number,
  times: SessionTimes,
  { method, client }: SigningIn,
): Promise<Opened> => {
  const refreshToken = newToken()
  const secret = randomBytes(32)
  const active = await db
    .updateTable('workspace_user')
    .set({ last_sign_in_at: new Date() })
    .where('id', '=', userId)
    .where('status', '=', 'ACTIVE')
    .where(isUser('workspace_user'))
    .returning('id')
    .executeTakeFirst()
  if (!active) throw wrongCredentials()
  const from = { user_agent: client.userAgent, address: client.address }
  const { id } = await db
    .with('logged', (one) => one.insertInto('sign_in').values({ user_id: userId, method, refused: false, ...from }))
    .insertInto('session')
    .values({
      user_id: userId,
      secret,
      refresh_hash: hashToken(refreshToken),
      expires_at: new Date(Date.now() + times.SESSION_DAYS * DAY_MS),
      second_factor: WITH_FACTOR.has(method),
      ...from,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { session: await describeSession(db, id, userId, times), refreshToken, stored: { id, secret } }
}

/**
 * Renews a session: rotates the refresh token. For a few seconds the previous token is still accepted and yields the same successor, in
 * case its response was lost. Reuse of an older token ends the session, since the token has leaked. Throws 401 with `renewalRefused`.
 */
export const renewSession = async (
  db: Db,
  refreshToken: string,
  times: SessionTimes,
  client: Client,
): Promise<Opened> => {
  const hash = hashToken(refreshToken)
  const renewed = await db.transaction().execute(async (tx) => {
    const row = await tx
      .selectFrom('session')
      .selectAll()
      .where((where) => where.or([where('refresh_hash', '=', hash), where('previous_hash', '=', hash)]))
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('workspace_user as p')
            .select('p.id')
            .whereRef('p.id', '=', 'session.user_id')
            .where('p.status', '=', 'ACTIVE'),
        ),
      )
      .forUpdate()
      .executeTakeFirst()
    if (!row) {
      // A replaced token is reused: end its session.
      const reused = await tx
        .selectFrom('used_refresh_token')
        .select('session_id')
        .where('hash', '=', hash)
        .executeTakeFirst()
      if (reused) await removeSession(tx, reused.session_id)
      return null
    }
    const successor = successorOf(refreshToken, row.secret)
    const isCurrent = row.refresh_hash.equals(hash)
    const isReplacedLately = !isCurrent && Date.now() - row.rotated_at.getTime() < LIMITS.renewalGraceMs
    if (row.expires_at.getTime() <= Date.now() || (!isCurrent && !isReplacedLately)) {
      await removeSession(tx, row.id)
      return null
    }
    // Pipelined, because the visitor waits: these statements are independent.
    const [session] = await Promise.all([
      describeSession(tx, row.id, row.user_id, times),
      ...(isCurrent ? replaceToken(tx, row, hash, successor, times, client) : []),
    ])
    return { session, refreshToken: successor, stored: { id: row.id, secret: row.secret } }
  })
  if (!renewed) throw new Refusal(401, ERROR_CODES.renewalRefused, 'The session is over: sign in again')
  return renewed
}

/** Returns the statements that replace a token by its successor, and record the previous one as used. */
const replaceToken = (
  tx: Tx,
  row: Pick<Selectable<SessionTable>, 'id' | 'previous_hash'>,
  hash: Buffer,
  successor: string,
  times: SessionTimes,
  client: Client,
): Promise<unknown>[] => [
  ...(row.previous_hash
    ? [tx.insertInto('used_refresh_token').values({ hash: row.previous_hash, session_id: row.id }).execute()]
    : []),
  tx
    .updateTable('session')
    .set({
      refresh_hash: hashToken(successor),
      previous_hash: hash,
      rotated_at: new Date(),
      expires_at: new Date(Date.now() + times.SESSION_DAYS * DAY_MS),
      user_agent: client.userAgent,
      address: client.address,
    })
    .where('id', '=', row.id)
    .execute(),
]

/** Ends the session of a refresh token; does nothing for an unknown token. Returns the user's id. */
export const endSession = (db: Db, refreshToken: string): Promise<number | null> =>
  db.transaction().execute(async (tx) => {
    const hash = hashToken(refreshToken)
    const row = await tx
      .selectFrom('session')
      .select('id')
      .where((where) => where.or([where('refresh_hash', '=', hash), where('previous_hash', '=', hash)]))
      .executeTakeFirst()
    return row ? removeSession(tx, row.id) : null
  })

/** Deletes the session and appends the event that makes every node drop what it has cached for it. */
const removeSession = async (tx: Tx, id: string): Promise<number | null> => {
  const row = await tx.deleteFrom('session').where('id', '=', id).returning('user_id').executeTakeFirst()
  if (!row) return null
  const userId = row.user_id
  await appendEvents(tx, [{ stream: `person:${userId}`, type: 'session/ended', payload: {}, userId }])
  return userId
}

/** Issues an access token for the session and returns what the client needs to know. */
const describeSession = async (
  db: Db | Tx,
  sessionId: string,
  userId: number,
  times: SessionTimes,
): Promise<OpenSession> => {
  const authToken = newToken()
  const seconds = times.SESSION_MINUTES * 60
  const [session, owed] = await Promise.all([
    readSession(db, userId),
    db
      .selectFrom('session as s')
      .innerJoin('workspace_user as p', 'p.id', 's.user_id')
      .select(restrictionOf().as('restriction'))
      .where('s.id', '=', sessionId)
      .executeTakeFirstOrThrow(),
    db
      .insertInto('auth_token')
      .values({
        hash: hashToken(authToken),
        user_id: userId,
        session_id: sessionId,
        access_token_id: null,
        expires_at: new Date(Date.now() + seconds * 1000),
      })
      .execute(),
  ])
  return {
    authToken,
    authTokenType: 'Bearer',
    authTokenExpirationInSecs: seconds,
    restriction: owed.restriction,
    ...session,
  }
}

/** Reads the user and the workspace as a session describes them. */
export const readSession = async (
  db: Db | Tx,
  userId: number,
): Promise<{ user: SignedInUser; workspace: Workspace }> => {
  const [user, workspace] = await Promise.all([readUser(db, userId), readWorkspace(db)])
  return { user, workspace }
}

export const readUser = async (db: Db | Tx, userId: number): Promise<SignedInUser> => {
  const [row, roles] = await Promise.all([
    db
      .selectFrom('workspace_user as p')
      .selectAll()
      .select(groupsOf('p').as('groups'))
      .where('id', '=', userId)
      .executeTakeFirstOrThrow(),
    db.selectFrom('project_member').select('role').distinct().where('user_id', '=', userId).execute(),
  ])
  const { superAdmin, permissions, groupRole } = grantsOf(row.groups, row.read_only)
  const held = new Set([...(groupRole === null ? [] : [groupRole]), ...roles.map(({ role }) => role)])
  return {
    id: row.id,
    username: row.username,
    email: row.email,
    firstName: row.first_name,
    lastName: row.last_name,
    photoUrl: row.photo_url,
    source: row.source,
    readOnly: row.read_only,
    superAdmin,
    permissions: [...permissions],
    roles: [...held],
  }
}

const readWorkspace = async (db: Db | Tx): Promise<Workspace> => {
  const row = await db.selectFrom('workspace').selectAll().executeTakeFirstOrThrow()
  return {
    name: row.name,
    tenant: row.tenant,
    features: row.features,
    projectsLimit: row.projects_limit,
    logoUrl: row.logo_hash === null ? null : workspaceLogoPath(row.logo_hash),
  }
}
