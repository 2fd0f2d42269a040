import { sql } from 'kysely'
import {
  listPullRequests,
  retryPullRequest,
  type PullRequestDelivery,
} from '../../contract/pull-requests/deliveries.ts'
import {
  checkGitHost,
  createGitHost,
  deleteGitHost,
  gitHostProblems,
  listGitHosts,
  servedRepository,
  updateGitHost,
  webOf,
  type GitHost,
} from '../../contract/pull-requests/git-hosts.ts'
import { PULL_REQUEST_LIMITS, PULL_REQUEST_TEXTS } from '../../contract/pull-requests/texts.ts'
import type { SettingsChange } from '../../contract/settings/changes.ts'
import type { Principal } from '../access/principals.ts'
import { LOCKS, lockUntilEnd } from '../db/locks.ts'
import type { Db, Tx } from '../db/open.ts'
import { invalid } from '../http/errors.ts'
import { mergeEdit } from '../http/merge-edit.ts'
import { conflict, notFound, wrongField } from '../http/refusal.ts'
import type { Routes } from '../http/routes.ts'
import { deliveryOf } from '../jobs/deliveries.ts'
import { appendChanges, differences } from '../settings/settings.ts'
import { TrackerFailure } from '../trackers/trackers.ts'
import { openClient } from './clients.ts'
import {
  appendAttempted,
  findGitHost,
  gitHostOf,
  gitHostsOf,
  placeOf,
  type GitHostRow,
  type PublishParts,
  type PullRequestRow,
} from './stored.ts'

/** Limit of a check over all its calls. */
const CHECK_MS = 20_000

const FIELDS = ['url', 'repositories', 'isOn', 'comments', 'statuses'] as const satisfies readonly (keyof GitHost)[]
type Fields = Pick<GitHost, (typeof FIELDS)[number]>

/** Routes of a project's git hosts, and of what was reported on their pull requests. */
export const pullRequestRoutes = (routes: Routes, parts: PublishParts): void => {
  gitHostRoutes(routes, parts)
  deliveryRoutes(routes, parts.db)
}

const gitHostRoutes = (routes: Routes, parts: PublishParts): void => {
  const { db, secrets } = parts
  /** Runs a change in one transaction with one event. */
  const change = <T>(
    { project, caller }: { project: { id: number }; caller: Principal },
    act: (tx: Tx, changed: (change: SettingsChange) => void) => Promise<T>,
  ): Promise<T> =>
    db.transaction().execute(async (tx) => {
      await lockUntilEnd(tx, LOCKS.gitHosts, project.id)
      const changes: SettingsChange[] = []
      const answer = await act(tx, (one) => changes.push(one))
      await appendChanges(tx, { area: 'pull-requests', projectId: project.id, userId: caller.userId, changes })
      return answer
    })

  routes.inProject(listGitHosts, async ({ project }) => ({ items: (await gitHostsOf(db, project.id)).map(gitHostOf) }))

  routes.inProject(createGitHost, (given) =>
    change(given, async (tx, changed) => {
      const { project, body } = given
      const { token, kind, ...fields } = { ...body, repositories: distinct(body.repositories) }
      refuseProblems(gitHostProblems({ ...fields, kind, token }, false))
      const others = await gitHostsOf(tx, project.id)
      if (others.length >= PULL_REQUEST_LIMITS.hosts)
        throw conflict(PULL_REQUEST_TEXTS.tooMany(PULL_REQUEST_LIMITS.hosts))
      refuseServed({ kind, ...fields }, others)
      const key = crypto.randomUUID()
      const row = await tx
        .insertInto('git_host')
        .values({
          project_id: project.id,
          key,
          kind,
          token: secrets.seal(token, placeOf({ project_id: project.id, key })),
          ...columnsOf(fields),
        })
        .returningAll()
        .executeTakeFirstOrThrow()
      changed({ kind: 'added', subject: row.url })
      return gitHostOf(row)
    }),
  )

  routes.inProject(updateGitHost, (given) =>
    change(given, async (tx, changed) => {
      const { project, params, body } = given
      const { token = '', ...edit } = body
      const row = await findGitHost(tx, project.id, params.gitHostId, true)
      const before = gitHostOf(row)
      const stored: Fields = before
      const merged = await mergeEdit<Fields>(stored, edit, () => before)
      const after: Fields = { ...stored, ...merged, repositories: distinct(merged.repositories ?? stored.repositories) }
      refuseProblems(gitHostProblems({ ...after, kind: row.kind, token }, true))
      if (after.url !== stored.url && token === '') throw wrongField('token', PULL_REQUEST_TEXTS.enterAgain)
      const others = (await gitHostsOf(tx, project.id)).filter(({ id }) => id !== row.id)
      refuseServed({ kind: row.kind, ...after }, others)
      const saved = await tx
        .updateTable('git_host')
        .set({
          ...columnsOf(after),
          ...(token === '' ? {} : { token: secrets.seal(token, placeOf(row)), token_entered_at: sql<Date>`now()` }),
        })
        .where('id', '=', row.id)
        .returningAll()
        .executeTakeFirstOrThrow()
      const values = differences<Fields>(stored, after, FIELDS)
      if (token !== '') values['token'] = { before: 'a token', after: 'another token' }
      if (Object.keys(values).length > 0) changed({ kind: 'changed', subject: saved.url, values })
      return gitHostOf(saved)
    }),
  )

  routes.inProject(deleteGitHost, (given) =>
    change(given, async (tx, changed) => {
      const { id, url } = await findGitHost(tx, given.project.id, given.params.gitHostId, true)
      await tx.deleteFrom('git_host').where('id', '=', id).execute()
      changed({ kind: 'deleted', subject: url })
      return {}
    }),
  )

  routes.inProject(checkGitHost, async ({ project, params }) => {
    const host = await findGitHost(db, project.id, params.gitHostId)
    return checkHost(host, parts)
  })
}

const checkHost = async (host: GitHostRow, { secrets, outgoing }: PublishParts) => {
  const client = openClient(host, { secrets, outgoing, signal: AbortSignal.timeout(CHECK_MS) })
  if (client === null) return { problem: PULL_REQUEST_TEXTS.unreadable, account: null }
  let checked = ''
  try {
    const account = await client.account()
    for (const repository of host.repositories) {
      checked = `${repository}: `
      await client.checkRepository(repository)
    }
    return { problem: null, account }
  } catch (error) {
    if (!(error instanceof TrackerFailure)) throw error
    return { problem: checked + error.message, account: null }
  }
}

const deliveryRoutes = (routes: Routes, db: Db): void => {
  routes.inProject(listPullRequests, async ({ project }) => {
    const rows = await db
      .selectFrom('pull_request')
      .selectAll()
      .where('project_id', '=', project.id)
      .orderBy('at', 'desc')
      .orderBy('id', 'desc')
      .limit(PULL_REQUEST_LIMITS.shown)
      .execute()
    return { items: await describe(db, rows) }
  })

  routes.inProject(retryPullRequest, async ({ project, params }) =>
    db.transaction().execute(async (tx) => {
      const row = await tx
        .selectFrom('pull_request')
        .selectAll()
        .where('project_id', '=', project.id)
        .where('id', '=', params.pullRequestId)
        .forUpdate()
        .executeTakeFirst()
      if (!row) throw notFound(PULL_REQUEST_TEXTS.deliveryUnknown)
      if (row.state === 'sending') throw conflict(PULL_REQUEST_TEXTS.sending)
      const queued = await tx
        .updateTable('pull_request')
        .set({ state: 'waiting', attempts: 0, next_at: sql<Date>`now()`, comment_hash: null })
        .where('id', '=', row.id)
        .returningAll()
        .executeTakeFirstOrThrow()
      await appendAttempted(tx, queued)
      const [delivery] = await describe(tx, [queued])
      return delivery as PullRequestDelivery
    }),
  )
}

const describe = async (db: Db | Tx, rows: readonly PullRequestRow[]): Promise<PullRequestDelivery[]> => {
  if (rows.length === 0) return []
  const launches = await db
    .selectFrom('pull_request_launch as p')
    .innerJoin('launch as l', 'l.id', 'p.launch_id')
    .distinctOn('p.pull_request_id')
    .select(['p.pull_request_id', 'l.id', 'l.number', 'l.name'])
    .where(
      'p.pull_request_id',
      'in',
      rows.map(({ id }) => id),
    )
    .orderBy('p.pull_request_id')
    .orderBy('l.ended_at', 'desc')
    .orderBy('l.id', 'desc')
    .execute()
  return rows.map((row) => ({
    ...deliveryOf(
      row,
      launches.find((launch) => launch.pull_request_id === row.id),
    ),
    repositoryUrl: row.repository_url,
    number: row.number,
  }))
}

const columnsOf = (fields: Fields) => ({
  url: fields.url,
  repositories: JSON.stringify(fields.repositories),
  is_on: fields.isOn,
  comments: fields.comments,
  statuses: fields.statuses,
})

/** Removes repeated repositories; git hosts ignore case. */
const distinct = (repositories: readonly string[]): string[] =>
  [...new Map(repositories.toReversed().map((path) => [path.toLowerCase(), path])).values()].toReversed()

const refuseProblems = (problems: ReturnType<typeof gitHostProblems>): void => {
  const errors = Object.entries(problems).map(([field, message]) => ({ field, message }))
  if (errors.length > 0) throw invalid(errors)
}

/** Throws 400 for a repository that another git host serves: only one of them would be used. */
const refuseServed = (host: Pick<GitHost, 'kind' | 'url' | 'repositories'>, others: readonly GitHostRow[]): void => {
  const web = webOf(host.kind, host.url)
  const served = host.repositories.find((path) =>
    others.some((other) => servedRepository(other, `${web}/${path}`) !== null),
  )
  if (served !== undefined) throw wrongField('repositories', PULL_REQUEST_TEXTS.served(served))
}
