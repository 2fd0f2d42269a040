import { roleMay } from '../../contract/access.ts'
import type { Principals } from '../access/principals.ts'
import { hashToken } from '../access/tokens.ts'
import type { Db } from '../db/open.ts'

/** By what a connection was let in. A browser's session outlives the token that it was let in with; an agent's token does not. */
export type Credential = { sessionId: string } | { tokenHash: Buffer }

/** Whose connection it is, and what may be told to them. */
export interface Rights {
  personId: number
  /** Whether there is anything to be told: the edition has launches. */
  isOn: boolean
  mayRead(projectId: number | null): boolean
}

/** The credential of a CONNECT's Authorization header; null where it is missing, unknown or expired. */
export const credentialOf = async (
  principals: Principals,
  authorization: string | undefined,
): Promise<Credential | null> => {
  const token = /^Bearer\s+(\S+)$/i.exec(authorization?.trim() ?? '')?.[1]
  const principal = token ? await principals.byToken(token) : null
  if (!token || !principal) return null
  return 'sessionId' in principal.via ? principal.via : { tokenHash: hashToken(token) }
}

/** The rights of each credential, in a few statements however many; null for one that is no longer in force. */
export const readRights = async (
  db: Db,
  principals: Principals,
  credentials: readonly Credential[],
  now: number,
): Promise<(Rights | null)[]> => {
  const sessionIds = credentials.flatMap((one) => ('sessionId' in one ? [one.sessionId] : []))
  const hashes = credentials.flatMap((one) => ('tokenHash' in one ? [one.tokenHash] : []))
  const holders = new Map<string, { id: number; owner: boolean }>()
  if (sessionIds.length > 0) {
    const rows = await db
      .selectFrom('session as s')
      .innerJoin('person as p', 'p.id', 's.person_id')
      .select(['s.id as key', 'p.id', 'p.owner'])
      .where('s.id', 'in', [...new Set(sessionIds)])
      .where('s.expires_at', '>', new Date(now))
      .execute()
    for (const { key, id, owner } of rows) holders.set(key, { id, owner })
  }
  if (hashes.length > 0) {
    const rows = await db
      .selectFrom('auth_token as t')
      .innerJoin('person as p', 'p.id', 't.person_id')
      .select(['t.hash as key', 'p.id', 'p.owner'])
      .where('t.hash', 'in', hashes)
      .where('t.expires_at', '>', new Date(now))
      .execute()
    for (const { key, id, owner } of rows) holders.set(keyOf({ tokenHash: Buffer.from(key) }), { id, owner })
  }
  const projects = await readableProjects(db, new Set([...holders.values()].map(({ id }) => id)))
  const isOn = (await principals.features()).includes('test-automation')
  return credentials.map((credential) => {
    const holder = holders.get(keyOf(credential))
    if (!holder) return null
    const own = projects.get(holder.id)
    return {
      personId: holder.id,
      isOn,
      mayRead: (projectId) =>
        isOn && projectId !== null && (holder.owner || open(projects, projectId) || (own?.has(projectId) ?? false)),
    }
  })
}

const keyOf = (credential: Credential): string =>
  'sessionId' in credential ? credential.sessionId : credential.tokenHash.toString('base64')

/** Nobody's id: stands for everybody. */
const EVERYBODY = 0
const open = (projects: Map<number, Set<number>>, projectId: number): boolean =>
  projects.get(EVERYBODY)?.has(projectId) ?? false

/** Ids of projects by person; those that everybody may read as a guest stand under `EVERYBODY`. */
const readableProjects = async (db: Db, people: ReadonlySet<number>): Promise<Map<number, Set<number>>> => {
  const readable = new Map<number, Set<number>>([[EVERYBODY, new Set()]])
  if (people.size === 0) return readable
  const shared = await db.selectFrom('project').select('id').where('publicly_accessible', '=', true).execute()
  if (roleMay('GUEST', 'launches:read')) for (const { id } of shared) readable.get(EVERYBODY)?.add(id)
  const members = await db
    .selectFrom('project_member')
    .select(['project_id', 'person_id', 'role'])
    .where('person_id', 'in', [...people])
    .execute()
  for (const { project_id: projectId, person_id: personId, role } of members) {
    if (!roleMay(role, 'launches:read')) continue
    const own = readable.get(personId) ?? new Set()
    readable.set(personId, own.add(projectId))
  }
  return readable
}
