import { roleMay, type Feature, type GroupRole, type ProjectAction, type Role } from '../../contract/access.ts'
import { TOPICS, type TopicName } from '../../contract/live.ts'
import { bearerTokens } from '../access/bearer-tokens.ts'
import { groupRole, hasPermission } from '../access/groups.ts'
import { roleOf, type Principals } from '../access/principals.ts'
import { restrictionOf } from '../access/restriction.ts'
import { hashToken } from '../access/tokens.ts'
import type { Db } from '../db/open.ts'

/** Credential of a connection. A browser's session outlives the token of its CONNECT; other tokens do not. */
export type Credential = { sessionId: string } | { tokenHash: Buffer }

/** User of a connection, and the events that it may receive. */
export interface Rights {
  userId: number
  /** Features of the edition that are on. */
  features: readonly Feature[]
  /** Whether the user manages the workers, and thereby sees the queues of all projects. */
  managesWorkers: boolean
  /** Whether the user may see the failure tags of tests (PERM-02). */
  seesTags: boolean
  /** Returns whether the user's role in a project permits the action; false without a project. */
  may(projectId: number | null, action: ProjectAction): boolean
}

/** Returns whether the edition has a topic. */
export const hasTopic = ({ features }: Rights, name: TopicName): boolean =>
  TOPICS[name].features.every((feature) => features.includes(feature))

/** Returns whether these permissions may receive a topic's messages about a project; null: about none. */
export const mayReceive = (rights: Rights, name: TopicName, projectId: number | null): boolean => {
  if (!hasTopic(rights, name)) return false
  const { right } = TOPICS[name]
  if (right === null || (name === 'launchQueue' && (projectId === null || rights.managesWorkers))) return true
  return rights.may(projectId, right)
}

/** Resolves with the credential of a CONNECT's Authorization header; null when it is missing, unknown or expired. */
export const credentialOf = async (
  principals: Principals,
  authorization: string | undefined,
): Promise<Credential | null> => {
  const token = /^Bearer\s+(\S+)$/i.exec(authorization?.trim() ?? '')?.[1]
  const known = token ? await principals.byToken(token) : null
  // Workspace-wide topics and those of other projects follow the user's rights: a limited token has no part in them.
  const principal = known?.limit === null ? known : null
  if (!token || !principal || principal.restriction !== null) return null
  return 'sessionId' in principal.via ? principal.via : { tokenHash: hashToken(token) }
}

/** Resolves with the permissions of each credential, in a fixed number of statements; null for an invalid credential. */
export const readRights = async (
  db: Db,
  principals: Principals,
  credentials: readonly Credential[],
  now: number,
): Promise<(Rights | null)[]> => {
  const sessionIds = credentials.flatMap((one) => ('sessionId' in one ? [one.sessionId] : []))
  const hashes = credentials.flatMap((one) => ('tokenHash' in one ? [one.tokenHash] : []))
  const holders = new Map<string, Holder>()
  if (sessionIds.length > 0) {
    const rows = await db
      .selectFrom('session as s')
      .innerJoin('workspace_user as p', 'p.id', 's.user_id')
      .select(['s.id as key', 'p.id', 'p.read_only as readOnly', groupRole('p').as('groupRole'), ...ASKED])
      .where('p.status', '=', 'ACTIVE')
      .where('s.id', 'in', [...new Set(sessionIds)])
      .where(restrictionOf(), 'is', null)
      .where('s.expires_at', '>', new Date(now))
      .execute()
    for (const { key, ...holder } of rows) holders.set(key, holder)
  }
  if (hashes.length > 0) {
    const rows = await db
      .selectFrom(bearerTokens(db).as('t'))
      .innerJoin('workspace_user as p', 'p.id', 't.user_id')
      .select(['t.hash as key', 'p.id', 'p.read_only as readOnly', groupRole('p').as('groupRole'), ...ASKED])
      .where('p.status', '=', 'ACTIVE')
      .where('t.hash', 'in', hashes)
      .where(({ or, eb }) => or([eb('t.expires_at', 'is', null), eb('t.expires_at', '>', new Date(now))]))
      .execute()
    for (const { key, ...holder } of rows) holders.set(keyOf({ tokenHash: Buffer.from(key) }), holder)
  }
  const projects = await rolesByProject(db, new Set([...holders.values()].map(({ id }) => id)))
  const features = await principals.features()
  const hasWorkers = features.includes('test-automation') && features.includes('launcher')
  return credentials.map((credential) => {
    const holder = holders.get(keyOf(credential))
    if (!holder) return null
    const own = projects.ofMembers.get(holder.id)
    return {
      userId: holder.id,
      seesTags: holder.seesTags,
      features,
      managesWorkers: hasWorkers && holder.managesWorkers,
      may: (projectId, action) => {
        if (projectId === null) return false
        const row = { role: own?.get(projectId) ?? null, publicly_accessible: projects.shared.has(projectId) }
        const role = roleOf(holder, row)
        return role !== null && roleMay(role, action)
      },
    }
  })
}

const seesTags = hasPermission('p', 'reporting-stacktrace-labels-assign').as('seesTags')
const managesWorkers = hasPermission('p', 'INTEGRATIONS_WRITE').as('managesWorkers')
const ASKED = [seesTags, managesWorkers] as const

interface Holder {
  id: number
  seesTags: boolean
  managesWorkers: boolean
  groupRole: GroupRole | null
  readOnly: boolean
}

const keyOf = (credential: Credential): string =>
  'sessionId' in credential ? credential.sessionId : credential.tokenHash.toString('base64')

interface RolesByProject {
  /** Roles by project id, by user id. */
  ofMembers: Map<number, Map<number, Role>>
  /** Projects that every user can open as a guest. */
  shared: Set<number>
}

const rolesByProject = async (db: Db, people: ReadonlySet<number>): Promise<RolesByProject> => {
  if (people.size === 0) return { ofMembers: new Map(), shared: new Set() }
  const open = await db.selectFrom('project').select('id').where('publicly_accessible', '=', true).execute()
  const members = await db
    .selectFrom('project_member')
    .select(['project_id', 'user_id', 'role'])
    .where('user_id', 'in', [...people])
    .execute()
  const ofMembers = new Map<number, Map<number, Role>>()
  for (const { project_id: projectId, user_id: userId, role } of members) {
    const own = ofMembers.get(userId) ?? new Map<number, Role>()
    ofMembers.set(userId, own.set(projectId, role))
  }
  return { ofMembers, shared: new Set(open.map(({ id }) => id)) }
}
