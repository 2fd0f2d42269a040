import { sql, type Selectable } from 'kysely'
import { VcsProvider } from '../../../contract/launchers/providers.ts'
import { isDemo, type Repository, type RepositoryNode } from '../../../contract/launchers/repositories.ts'
import { LAUNCHER_TEXTS } from '../../../contract/launchers/launcher-texts.ts'
import { byName } from '../../../contract/natural-order.ts'
import type { Db, Tx } from '../../db/open.ts'
import type { GitRepositoryTable } from '../../db/schema.generated.ts'
import { notFound } from '../../http/refusal.ts'
import type { Secrets } from '../../secrets/secrets.ts'
import { DEMO_URL, demoRepository } from '../demo/demo-repository.ts'
import type { GitTarget } from '../git/git-setup.ts'
import { accountOf, GIT_USERNAMES, type AccountParts } from '../providers/accounts.ts'

export type RepositoryRow = Selectable<GitRepositoryTable>

const MASK = '••••••••'

/** Associated data of the encrypted token: bound to the repository's URL, so that the token is not sent anywhere else. */
const placeOf = ({ project_id: projectId, url }: Pick<RepositoryRow, 'project_id' | 'url'>): string =>
  `git-repository:${projectId}:${url}`

export const sealToken = (secrets: Secrets, row: Pick<RepositoryRow, 'project_id' | 'url'>, token: string): Buffer =>
  secrets.seal(token, placeOf(row))

/** 404 for a repository of another project. */
export const findRepository = async (
  db: Db | Tx,
  projectId: number,
  id: number,
  { lock = false }: { lock?: boolean } = {},
): Promise<RepositoryRow> => {
  const row = await db
    .selectFrom('git_repository')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst()
  if (!row) throw notFound(LAUNCHER_TEXTS.repositoryUnknown)
  return row
}

/** Returns a repository in the shape of the contract, which only tells whether there is a token. */
export const describeRepository = async (db: Db | Tx, row: RepositoryRow): Promise<Repository> => {
  const addedBy =
    row.added_by === null
      ? undefined
      : await db
          .selectFrom('workspace_user')
          .select(['id', 'username'])
          .where('id', '=', row.added_by)
          .executeTakeFirst()
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
      version: row.credentials_version,
    },
  }
}

/** Resolves with the URL and credentials for git. A repository that was added through an OAuth account uses its owner's token. */
export const targetOf = async (parts: AccountParts, row: RepositoryRow): Promise<GitTarget> => {
  if (isDemo({ providerSideId: row.provider_side_id }))
    return { url: await demoRepository(parts.config.DATA_DIR), username: null, password: null, isLocal: true }
  if (!row.via_oauth) {
    const password = row.token === null ? null : parts.secrets.open(row.token, placeOf(row))
    return { url: row.url, username: row.username, password }
  }
  const provider = VcsProvider.safeParse(row.provider).data
  const account = row.owner_id === null || !provider ? null : await accountOf(parts, row.owner_id, provider)
  // A token of another server's account must not be sent to this one.
  const isOurs = account !== null && row.url.startsWith(`${account.baseUrl}/`)
  return {
    url: row.url,
    username: provider === undefined ? null : GIT_USERNAMES[provider],
    password: isOurs ? account.token : null,
  }
}

/**
 * Resolves with the names and ids of the whole tree (SIDE-06). Each statement reads one table: as a single join, its speed
 * would depend on the planner's size estimates.
 */
export const readTree = async (db: Db, projectId: number): Promise<RepositoryNode[]> => {
  const [repositories, launchers, presets, schedules, webhooks] = await Promise.all([
    db
      .selectFrom('git_repository')
      .select(['id', 'name', 'provider', 'provider_side_id as providerSideId', 'verified'])
      .where('project_id', '=', projectId)
      .orderBy(sql`url = ${DEMO_URL}`)
      .orderBy(sql`lower(name)`)
      .orderBy('id')
      .execute(),
    db.selectFrom('launcher').select(['id', 'repository_id', 'name']).where('project_id', '=', projectId).execute(),
    db
      .selectFrom('launcher_preset')
      .select(['id', 'launcher_id', 'name'])
      .where('project_id', '=', projectId)
      .execute(),
    db
      .selectFrom('launch_schedule')
      .select(['preset_id', sql<boolean>`bool_or(status = 'RUNNING')`.as('isRunning')])
      .where('project_id', '=', projectId)
      .groupBy('preset_id')
      .execute(),
    db.selectFrom('launch_webhook').select('preset_id').where('project_id', '=', projectId).distinct().execute(),
  ])
  const tree = new Map(repositories.map((row): [number, RepositoryNode] => [row.id, { ...row, launchers: [] }]))
  const nodes = new Map<number, RepositoryNode['launchers'][number]>()
  for (const { id, repository_id: repositoryId, name } of launchers) {
    const node = { id, name, presets: [] }
    nodes.set(id, node)
    tree.get(repositoryId)?.launchers.push(node)
  }
  const scheduled = new Map(schedules.map(({ preset_id: id, isRunning }) => [id, isRunning]))
  const called = new Set(webhooks.map(({ preset_id: id }) => id))
  for (const { id, launcher_id: launcherId, name } of presets) {
    const isRunning = scheduled.get(id)
    nodes.get(launcherId)?.presets.push({
      id,
      name,
      ...(isRunning === undefined ? {} : { schedules: isRunning ? 'RUNNING' : 'PAUSED' }),
      ...(called.has(id) ? { hasWebhooks: true } : {}),
    })
  }
  // Siblings are few: sorting them here is faster than sorting all rows in the database.
  for (const node of tree.values()) node.launchers.sort(byName)
  for (const node of nodes.values()) node.presets.sort(byName)
  return [...tree.values()]
}
