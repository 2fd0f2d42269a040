import type { Selectable } from 'kysely'
import { servedRepository, type GitHost } from '../../contract/pull-requests/git-hosts.ts'
import { PULL_REQUEST_TEXTS } from '../../contract/pull-requests/texts.ts'
import { appendEvents } from '../db/events.ts'
import type { GitHostTable, PullRequestTable } from '../db/schema.generated.ts'
import type { Db, Tx } from '../db/open.ts'
import { notFound } from '../http/refusal.ts'
import type { Outgoing } from '../outgoing/outgoing.ts'
import type { Secrets } from '../secrets/secrets.ts'

export type GitHostRow = Selectable<GitHostTable>
export type PullRequestRow = Selectable<PullRequestTable>

export interface PublishParts {
  db: Db
  secrets: Secrets
  outgoing: Outgoing
  publicUrl: string
  log: { warn: (details: object, message: string) => void }
}

/** Associated data of an encrypted token: it can only be decrypted for its git host. */
export const placeOf = ({ project_id: projectId, key }: Pick<GitHostRow, 'project_id' | 'key'>): string =>
  `git-host:${projectId}:${key}:token`

export const gitHostOf = (row: GitHostRow): GitHost => ({
  id: row.id,
  kind: row.kind,
  url: row.url,
  repositories: row.repositories,
  isOn: row.is_on,
  comments: row.comments,
  statuses: row.statuses,
  tokenEnteredAt: row.token_entered_at.toISOString(),
})

export const gitHostsOf = (db: Db | Tx, projectId: number): Promise<GitHostRow[]> =>
  db.selectFrom('git_host').selectAll().where('project_id', '=', projectId).orderBy('id').execute()

/** 404 for a git host of another project. `lock`: locks the row until the end of the transaction. */
export const findGitHost = async (db: Db | Tx, projectId: number, id: number, lock = false): Promise<GitHostRow> => {
  const row = await db
    .selectFrom('git_host')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst()
  if (!row) throw notFound(PULL_REQUEST_TEXTS.unknown)
  return row
}

/** Returns the first git host that is on and serves a repository, and the repository's path there; null if there is none. */
export const servingHost = (
  hosts: readonly GitHostRow[],
  repositoryUrl: string,
): { host: GitHostRow; repository: string } | null => {
  for (const host of hosts) {
    const repository = host.is_on ? servedRepository(host, repositoryUrl) : null
    if (repository !== null) return { host, repository }
  }
  return null
}

/** Appends the event of an attempt, or of its request. */
export const appendAttempted = async (
  tx: Tx,
  { id, project_id: projectId, state }: Pick<PullRequestRow, 'id' | 'project_id' | 'state'>,
): Promise<void> => {
  const payload = { pullRequestId: id, state }
  await appendEvents(tx, [{ stream: `pull-requests:${projectId}`, type: 'pull-request/attempted', payload, projectId }])
}
