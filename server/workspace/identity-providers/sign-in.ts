import type { Db, Tx } from '../../db/open.ts'
import { appendEvents, type NewEvent } from '../../db/events.ts'
import { superAdminsExcept } from '../administration.ts'
import { withWorkspaceLocked } from '../../db/workspace-lock.ts'
import { usernamesFor } from '../invitations/usernames.ts'
import { readSeats } from '../seats.ts'
import { freeSeats } from '../../../contract/workspace/seats.ts'
import {
  type Claims,
  type Client,
  groupsGiven,
  type Identity,
  type Opened,
  openSession,
  type SessionTimes,
  SsoRefusal,
  type StoredProvider,
} from '../../session/session.ts'

type Provider = Pick<
  StoredProvider,
  | 'id'
  | 'type'
  | 'creates_people'
  | 'group_id'
  | 'group_attribute'
  | 'group_mapping'
  | 'removes_groups'
  | 'links_by_email'
  | 'trusted'
>

/**
 * Opens a session for an authenticated user: finds or creates the account, and updates names and groups, in one transaction. Throws
 * `SsoRefusal`.
 */
export const signInAs = (
  db: Db,
  provider: Provider,
  identity: Identity,
  { times, client }: { times: SessionTimes; client: Client },
): Promise<{ userId: number; opened: Opened }> =>
  withWorkspaceLocked(db, async (tx) => {
    const { claims } = identity
    const { user, events } = await findOrCreate(tx, provider, identity)
    if (user.status === 'INACTIVE' || user.kind !== 'user')
      throw new SsoRefusal('inactive', `Account ${user.id} is deactivated`)
    const names = {
      first_name: claims.firstName === '' ? user.first_name : claims.firstName,
      last_name: claims.lastName === '' ? user.last_name : claims.lastName,
    }
    const isRenamed = names.first_name !== user.first_name || names.last_name !== user.last_name
    if (isRenamed) await tx.updateTable('workspace_user').set(names).where('id', '=', user.id).execute()
    const changed = user.read_only ? [] : await updateGroups(tx, provider, identity, user.id)
    await tx
      .insertInto('user_identity')
      .values({ provider_id: provider.id, name_id: identity.nameId, user_id: user.id })
      .onConflict((c) => c.columns(['provider_id', 'name_id']).doUpdateSet({ last_sign_in_at: new Date() }))
      .execute()
    const opened = await openSession(tx, user.id, times, { method: 'single-sign-on', client })
    await tx
      .insertInto('saml_session')
      .values({
        session_id: opened.stored.id,
        provider_id: provider.id,
        name_id: identity.nameId,
        name_id_format: identity.nameIdFormat,
        session_index: identity.sessionIndex,
        id_token: identity.idToken,
      })
      .execute()
    const renamed = {
      stream: `person:${user.id}`,
      type: 'person/changed',
      payload: { firstName: names.first_name, lastName: names.last_name },
      userId: user.id,
    }
    await appendEvents(tx, [...events, ...(isRenamed ? [renamed] : []), ...changed])
    return { userId: user.id, opened }
  })

const COLUMNS = ['id', 'first_name', 'last_name', 'status', 'source', 'read_only', 'kind'] as const

const findOrCreate = async (tx: Tx, provider: Provider, { nameId, claims }: Identity) => {
  const known = await tx
    .selectFrom('user_identity as i')
    .innerJoin('workspace_user as p', 'p.id', 'i.user_id')
    .select(COLUMNS.map((column) => `p.${column}` as const))
    .where('i.provider_id', '=', provider.id)
    .where('i.name_id', '=', nameId)
    .executeTakeFirst()
  if (known) return { user: known, events: [] }
  const { email } = claims
  if (email === null) throw new SsoRefusal('no-email', 'The provider has sent no e-mail address')
  const byEmail = await tx
    .selectFrom('workspace_user')
    .select(COLUMNS)
    .where(({ eb, fn }) => eb(fn<string>('lower', ['email']), '=', email.toLowerCase()))
    .executeTakeFirst()
  if (!byEmail) return create(tx, provider, claims, email)
  await requireMayLink(tx, provider, byEmail)
  return byEmail.status === 'PENDING' ? join(tx, provider, byEmail) : { user: byEmail, events: [] }
}

/**
 * Throws unless the provider may sign in to the account with its e-mail: one without a password or another identity, or any account if the
 * provider may take accounts over. Otherwise users who configure providers could sign in as users with more permissions.
 */
const requireMayLink = async (
  tx: Tx,
  provider: Provider,
  { id, status, source }: { id: number; status: string; source: string },
): Promise<void> => {
  if (!provider.trusted)
    throw new SsoRefusal('not-trusted', `Account ${id} exists: a super admin has to save the provider first`)
  if (provider.links_by_email) return
  const other = await tx.selectFrom('user_identity').select('name_id').where('user_id', '=', id).executeTakeFirst()
  if (other) throw new SsoRefusal('has-password', `Account ${id} is used with another identity already`)
  if (source === 'INTERNAL' && status !== 'PENDING')
    throw new SsoRefusal('has-password', `Account ${id} has a password, and the provider may not take accounts over`)
}

/** Accepts the invitation of a pending user. */
const join = async <Row extends { id: number }>(tx: Tx, { type }: Provider, user: Row) => {
  const joined = { status: 'ACTIVE', source: type, password_hash: null } as const
  await tx.updateTable('workspace_user').set(joined).where('id', '=', user.id).execute()
  await tx.updateTable('invitation').set({ accepted_at: new Date() }).where('user_id', '=', user.id).execute()
  return { user: { ...user, status: 'ACTIVE' as const }, events: [event(user.id, 'person/joined', {})] }
}

const create = async (tx: Tx, provider: Provider, { firstName, lastName }: Claims, email: string) => {
  if (!provider.creates_people) throw new SsoRefusal('not-invited', `Nobody has the address ${email}`)
  const free = freeSeats(await readSeats(tx), false)
  if (free !== null && free < 1) throw new SsoRefusal('no-seat', 'There is no free seat')
  const [username = ''] = await usernamesFor(tx, [email])
  const user = await tx
    .insertInto('workspace_user')
    .values({
      username,
      email,
      first_name: firstName,
      last_name: lastName,
      source: provider.type,
      password_hash: null,
      photo_url: null,
    })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow()
  if (provider.group_id !== null)
    await tx.insertInto('user_group_member').values({ group_id: provider.group_id, user_id: user.id }).execute()
  const payload = { username, groupId: provider.group_id, providerId: provider.id }
  return { user, events: [event(user.id, 'person/created', payload)] }
}

const event = (userId: number, type: string, payload: object): NewEvent => ({
  stream: `person:${userId}`,
  type,
  payload,
  userId,
})

/**
 * Adds groups that the mapping assigns, and removes those that it no longer assigns if the provider is configured so. Returns the events.
 */
const updateGroups = async (tx: Tx, provider: Provider, identity: Identity, userId: number): Promise<NewEvent[]> => {
  const mapped = [...new Set(provider.group_mapping.map(({ groupId }) => groupId))]
  if (mapped.length === 0) return []
  const given = groupsGiven(provider, identity)
  const rows = await tx
    .selectFrom('user_group as g')
    .leftJoin('user_group_member as m', (on) => on.onRef('m.group_id', '=', 'g.id').on('m.user_id', '=', userId))
    .select(['g.id', 'g.name', 'g.built_in', 'm.user_id as member'])
    .where('g.id', 'in', mapped)
    .execute()
  const added = rows.filter(({ id, member }) => member === null && given.has(id))
  const lost = provider.removes_groups ? rows.filter(({ id, member }) => member !== null && !given.has(id)) : []
  // A directory must not remove the last super admin.
  const others = lost.some(({ built_in }) => built_in !== null) ? await superAdminsExcept(tx, userId) : true
  const removed = lost.filter(({ built_in }) => built_in === null || others)
  if (added.length > 0)
    await tx
      .insertInto('user_group_member')
      .values(added.map(({ id }) => ({ group_id: id, user_id: userId })))
      .execute()
  if (removed.length > 0)
    await tx
      .deleteFrom('user_group_member')
      .where('user_id', '=', userId)
      .where(
        'group_id',
        'in',
        removed.map(({ id }) => id),
      )
      .execute()
  const eventOf = (type: string) => (group: { id: number; name: string }) => ({
    stream: 'workspace',
    type,
    payload: { id: group.id, name: group.name, userId },
    userId,
  })
  return [...added.map(eventOf('group/user-added')), ...removed.map(eventOf('group/user-removed'))]
}
