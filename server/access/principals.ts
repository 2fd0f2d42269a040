import type { Selectable } from 'kysely'
import type { Feature, Role } from '../../contract/access.ts'
import type { SessionRestriction } from '../../contract/session/session.ts'
import type { TokenScope } from '../../contract/workspace/profile.ts'
import type { Db } from '../db/open.ts'
import { bearerTokens, noteUse, USED_MS } from './bearer-tokens.ts'
import { restrictionOf } from './restriction.ts'
import type { WorkspaceUserTable } from '../db/schema.generated.ts'
import { grantsOf, groupsOf, strongerRole, type Grants, type GrantingGroup } from './groups.ts'
import { hashToken, newToken } from './tokens.ts'
import { visitorByToken, type Visitor } from './visitors.ts'

/** Authenticated caller. */
export interface Principal extends Grants {
  userId: number
  username: string
  email: string
  readOnly: boolean
  /** Kind of credential: a browser session, an access token as it is or exchanged by an agent, or the token of a directory. */
  via: { sessionId: string } | { accessTokenId: number } | { scimTokenId: number }
  /** Milliseconds since 1970; infinite for an access token without an expiry date. */
  expiresAt: number
  /** What the user must do before the session permits any other call; null for nothing. */
  restriction: SessionRestriction | null
  /** What the credential permits of all that its user may; null for everything. */
  limit: TokenLimit | null
}

export interface TokenLimit {
  scope: TokenScope
  /** Null for all projects. */
  projectId: number | null
}

/** Project and the caller's role in it. */
export interface ProjectScope {
  id: number
  key: string
  name: string
  role: Role | null
}

/**
 * Cached lookups of each call: user of a token, role, enabled features. The cache is invalidated when this node changes them, or when the
 * event log contains another node's change.
 */
export interface Principals {
  byToken(token: string): Promise<Principal | null>
  /** Not cached: a revoked link is invalid immediately. */
  visitor(token: string): Promise<Visitor | null>
  /** Creates a token for a caller authenticated otherwise: valid in this process until `giveBack`. */
  lend(principal: Principal): { token: string; giveBack: () => void }
  /** `named`: key or id of the project. Null for one outside the limit of the credential, too. */
  project(principal: Principal, named: string | number): Promise<ProjectScope | null>
  /** Resolves with whether the user is a member of any project with one of these roles. */
  hasRoleSomewhere(principal: Principal, roles: readonly Role[]): Promise<boolean>
  features(): Promise<readonly Feature[]>
  /** Invalidates the cache for a user, or completely. */
  forget(userId?: number): void
}

const MAX = 10_000

/** Principal in the cache. */
interface Cached {
  principal: Principal
  /** Time after which the token is read from the database again. */
  until: number
}

export const createPrincipals = (db: Db, now: () => number = Date.now): Principals => {
  const tokens = new Map<string, Cached>()
  const scopes = new Map<string, ProjectScope>()
  let features: Promise<readonly Feature[]> | null = null
  // Generation of the cache: a read that started before an invalidation must not cache its result.
  let era = 0

  // Deduplicates concurrent lookups: the parallel calls of a page share one.
  const looking = new Map<string, Promise<unknown>>()
  const lookOnce = <T>(key: string, look: () => Promise<T>): Promise<T> => {
    const underWay = looking.get(`${era} ${key}`) as Promise<T> | undefined
    if (underWay) return underWay
    const name = `${era} ${key}`
    const looked = look().finally(() => looking.delete(name))
    looking.set(name, looked)
    return looked
  }

  const keep = <T>(map: Map<string, T>, key: string, value: T, readIn: number): T => {
    if (readIn !== era) return value
    if (map.size >= MAX) map.clear()
    map.set(key, value)
    return value
  }

  const lookUp = async (hash: Buffer, key: string): Promise<Principal | null> => {
    const readIn = era
    const row = await db
      .selectFrom(bearerTokens(db).as('t'))
      .innerJoin('workspace_user as p', 'p.id', 't.user_id')
      .leftJoin('session as s', 's.id', 't.session_id')
      .select(['p.id', 'p.username', 'p.email', 'p.read_only', groupsOf('p').as('groups')])
      .leftJoin('access_token as a', 'a.id', 't.access_token_id')
      .select(['t.session_id', 't.access_token_id', 't.is_access_token', 't.expires_at', 'a.scope', 'a.project_id'])
      .select(restrictionOf().as('restriction'))
      .where('t.hash', '=', hash)
      .where('p.status', '=', 'ACTIVE')
      .executeTakeFirst()
    if (!row) return null
    const expiresAt = row.expires_at?.getTime() ?? Infinity
    if (expiresAt <= now()) return null
    if (row.is_access_token) await noteUse(db, row.access_token_id as number, now())
    const via =
      row.session_id !== null ? { sessionId: row.session_id } : { accessTokenId: row.access_token_id as number }
    const principal = principalOf(row, via, expiresAt)
    const isLimited = row.scope !== null && (row.scope !== 'manage' || row.project_id !== null)
    const limit = isLimited ? { scope: row.scope as TokenScope, projectId: row.project_id } : null
    // An access token is read again while it is in use, which updates its time of last use.
    const until = row.is_access_token ? Math.min(expiresAt, now() + USED_MS) : expiresAt
    return keep(tokens, key, { principal: { ...principal, limit }, until }, readIn).principal
  }

  return {
    async byToken(token) {
      const hash = hashToken(token)
      const key = hash.toString('base64')
      const known = tokens.get(key)
      if (known && known.until > now()) return known.principal
      tokens.delete(key)
      return lookOnce(key, () => lookUp(hash, key))
    },

    visitor: (token) => visitorByToken(db, token),

    lend(principal) {
      const token = newToken()
      const key = hashToken(token).toString('base64')
      tokens.set(key, { principal, until: principal.expiresAt })
      return { token, giveBack: () => void tokens.delete(key) }
    },

    async project(principal, named) {
      // A project key begins with a letter, so that it never equals an id.
      const key = `${principal.userId} ${named}`
      const isWithin = (scope: ProjectScope | null): boolean => (principal.limit?.projectId ?? scope?.id) === scope?.id
      const scope =
        scopes.get(key) ??
        (await lookOnce(key, async () => {
          const readIn = era
          const row = await db
            .selectFrom('project as p')
            .leftJoin('project_member as m', (join) =>
              join.onRef('m.project_id', '=', 'p.id').on('m.user_id', '=', principal.userId),
            )
            .select(['p.id', 'p.key', 'p.name', 'p.publicly_accessible', 'm.role'])
            .where('p.importing_until', 'is', null)
            .where((row) => (typeof named === 'number' ? row('p.id', '=', named) : row('p.key', '=', named)))
            .executeTakeFirst()
          if (!row) return null
          return keep(scopes, key, { id: row.id, key: row.key, name: row.name, role: roleOf(principal, row) }, readIn)
        }))
      return isWithin(scope) ? scope : null
    },

    async hasRoleSomewhere({ userId, readOnly }, roles) {
      if (readOnly) return false
      const member = await db
        .selectFrom('project_member')
        .select('project_id')
        .where('user_id', '=', userId)
        .where('role', 'in', roles)
        .executeTakeFirst()
      return member !== undefined
    },

    features() {
      features ??= db
        .selectFrom('workspace')
        .select('features')
        .executeTakeFirst()
        .then((row) => row?.features ?? [])
        .catch((error: unknown) => {
          features = null
          throw error
        })
      return features
    },

    forget(userId) {
      era += 1
      scopes.clear()
      features = null
      if (userId === undefined) return tokens.clear()
      for (const [key, { principal }] of tokens) if (principal.userId === userId) tokens.delete(key)
    },
  }
}

/** Returns the principal of a user's row. */
export const principalOf = (
  row: Pick<Selectable<WorkspaceUserTable>, 'id' | 'username' | 'email' | 'read_only'> & {
    groups: readonly GrantingGroup[]
    restriction?: SessionRestriction | null
  },
  via: Principal['via'],
  expiresAt: number,
): Principal => ({
  userId: row.id,
  username: row.username,
  email: row.email,
  readOnly: row.read_only,
  ...grantsOf(row.groups, row.read_only),
  via,
  expiresAt,
  restriction: row.restriction ?? null,
  limit: null,
})

/**
 * Returns the effective role in a project: the stronger of the member's own and the groups' role, or else GUEST when the project is public.
 * Read-only users are at most guests (ROLE-06).
 */
export const roleOf = (
  principal: Pick<Principal, 'groupRole' | 'readOnly'>,
  row: { role: Role | null; publicly_accessible: boolean },
): Role | null => {
  const role = strongerRole(row.role, principal.groupRole) ?? (row.publicly_accessible ? 'GUEST' : null)
  return role !== null && principal.readOnly ? 'GUEST' : role
}
