import { sql, type Selectable } from 'kysely'
import { VcsProvider } from '../../../contract/launchers/providers.ts'
import { isDemo, type Repository, type RepositoryNode } from '../../../contract/launchers/repositories.ts'
import { LAUNCHER_TEXTS } from '../../../contract/launchers/launcher-texts.ts'
import type { Db, Tx } from '../../db/open.ts'
import type { GitRepositoryTable } from '../../db/launchers-schema.ts'
import { notFound } from '../../http/refusal.ts'
import type { Secrets } from '../../secrets/secrets.ts'
import { demoRepository } from '../demo/demo-repository.ts'
import type { GitTarget } from '../git/git-setup.ts'
import { accountOf, GIT_USERNAMES, type AccountParts } from '../providers/accounts.ts'

export type RepositoryRow = Selectable<GitRepositoryTable>

const MASK = '••••••••'

/** Tied to its repository's address: a token must not be sent anywhere else. */
const placeOf = ({ project_id: projectId, url }: Pick<RepositoryRow, 'project_id' | 'url'>): string =>
  `git-repository:${projectId}:${url}`

export const sealToken = (secrets: Secrets, row: Pick<RepositoryRow, 'project_id' | 'url'>, token: string): Buffer =>
  secrets.seal(token, placeOf(row))

/** 404 in any other project. */
export const findRepository = async (db: Db | Tx, projectId: number, id: number): Promise<RepositoryRow> => {
  const row = await db
    .selectFrom('git_repository')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw notFound(LAUNCHER_TEXTS.repositoryUnknown)
  return row
}

/** As it is answered: of the token only that there is one. */
export const describeRepository = async (db: Db | Tx, row: RepositoryRow): Promise<Repository> => {
  const addedBy =
    row.added_by === null
      ? undefined
      : await db.selectFrom('person').select(['id', 'username']).where('id', '=', row.added_by).executeTakeFirst()
  const hasToken = row.token !== null
  return {
    id: row.id,
    name: row.name,
    url: isDemo({ providerSideId: row.provider_side_id }) ? '' : row.url,
    htmlUrl: row.html_url,
    provider: row.provider,
    providerSideId: row.provider_side_id,
    verified: row.verified,
    problem: row.problem,
    checkedAt: row.checked_at?.toISOString() ?? null,
    addedBy: addedBy ?? null,
    credentials: {
      username: row.username,
      token: hasToken ? MASK : null,
      tokenEncrypted: hasToken,
      obtainedViaOauthFlow: row.via_oauth,
      ownerId: row.owner_id,
    },
  }
}

/** What git reads a repository with. A repository of an OAuth sign-in is read with its owner's. */
export const targetOf = async (parts: AccountParts, row: RepositoryRow): Promise<GitTarget> => {
  if (isDemo({ providerSideId: row.provider_side_id }))
    return { url: await demoRepository(parts.config.DATA_DIR), username: null, password: null, isLocal: true }
  if (!row.via_oauth) {
    const password = row.token === null ? null : parts.secrets.open(row.token, placeOf(row))
    return { url: row.url, username: row.username, password }
  }
  const provider = VcsProvider.safeParse(row.provider).data
  const account = row.owner_id === null || !provider ? null : await accountOf(parts, row.owner_id, provider)
  // A sign-in at another server must not see the token of this one.
  const isOurs = account !== null && row.url.startsWith(`${account.baseUrl}/`)
  return {
    url: row.url,
    username: provider === undefined ? null : GIT_USERNAMES[provider],
    password: isOurs ? account.token : null,
  }
}

/** The whole tree in one statement: names and ids alone (SIDE-06). */
export const readTree = async (db: Db, projectId: number): Promise<RepositoryNode[]> => {
  const { rows } = await sql<RepositoryNode>`
    select r.id, r.name, r.provider, r.provider_side_id as "providerSideId", r.verified,
           coalesce(l.launchers, '[]'::jsonb) as launchers
      from git_repository r
      left join (
        select l.repository_id,
               jsonb_agg(jsonb_build_object('id', l.id, 'name', l.name, 'presets', coalesce(p.presets, '[]'::jsonb))
                         order by lower(l.name), l.id) as launchers
          from launcher l
          left join (
            select launcher_id, jsonb_agg(jsonb_build_object('id', id, 'name', name) order by lower(name), id) as presets
              from launcher_preset where project_id = ${projectId} group by launcher_id
          ) p on p.launcher_id = l.id
         where l.project_id = ${projectId}
         group by l.repository_id
      ) l on l.repository_id = r.id
     where r.project_id = ${projectId}
     order by r.url = 'assay:demo', lower(r.name), r.id`.execute(db)
  return rows
}
