import { hash, randomUUID } from 'node:crypto'
import { PULL_REQUEST_LIMITS, PULL_REQUEST_TEXTS } from '../../contract/pull-requests/texts.ts'
import type { Db } from '../db/open.ts'
import { TrackerFailure } from '../trackers/trackers.ts'
import { openClient } from './clients.ts'
import { commentText, markerLine, statusText, type CommentSection } from './comment-text.ts'
import { shortened, type GitHostClient, type PullRequestOf } from './hosts/host.ts'
import { readReportedLaunches, readSection } from './sections.ts'
import { gitHostsOf, servingHost, type PublishParts, type PullRequestRow } from './stored.ts'

/** Result of one attempt. */
export interface Outcome {
  isDelivered: boolean
  /** Delay that the host requests before a retry, possibly 0; null if a retry cannot succeed. */
  retryMs: number | null
  reason: string
}

export const ATTEMPT_MS = 60_000
/** Pages in which a comment is searched whose id was lost. */
const MAX_PAGES = 20
/** Limit of a status's identifier at all hosts. */
const MAX_CONTEXT = 255

const LASTING: readonly TrackerFailure['kind'][] = ['credentials', 'rights', 'not-found', 'refused']

/**
 * Writes the comment of a pull request and the statuses of its commits, from the stored launches. A failure of one does not prevent the other;
 * failures of the host are part of the outcome, and never thrown.
 */
export const publish = async (
  { db, secrets, outgoing, publicUrl }: PublishParts,
  pullRequest: PullRequestRow,
  stopping?: AbortSignal,
): Promise<Outcome> => {
  const serving = servingHost(await gitHostsOf(db, pullRequest.project_id), pullRequest.repository_url)
  if (serving === null) return failed(PULL_REQUEST_TEXTS.noHost)
  const { host, repository } = serving
  const signal = AbortSignal.any([AbortSignal.timeout(ATTEMPT_MS), ...(stopping === undefined ? [] : [stopping])])
  const client = openClient(host, { secrets, outgoing, signal })
  if (client === null) return failed(PULL_REQUEST_TEXTS.unreadable)

  const reports = await readReports(db, pullRequest, publicUrl)
  const failures: Failure[] = []
  const collect = async (part: Failure['part'], work: () => Promise<void>) => {
    try {
      await work()
    } catch (error) {
      if (!(error instanceof TrackerFailure)) throw error
      failures.push({ part, error })
    }
  }
  if (host.comments && reports.sections.length > 0)
    await collect('Comment', () => writeComment({ db, client, repository, pullRequest, reports }))
  for (const { launchId, section } of reports.statuses) {
    // A host that takes no more requests is asked again later.
    if (failures.some(({ error }) => error.kind === 'busy')) break
    await collect('Commit status', async () => {
      if (host.statuses && section !== null) await writeStatus(client, repository, section)
      await noteStatus(db, pullRequest, launchId)
    })
  }
  return outcomeOf(failures)
}

/** Does nothing if a launch has started or ended since: the next attempt sends its state then, which may be that of this launch. */
const noteStatus = (db: Db, { id, revision }: PullRequestRow, launchId: number): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const current = await tx
      .selectFrom('pull_request')
      .select('revision')
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (current?.revision !== revision) return
    await tx
      .updateTable('pull_request_launch')
      .set({ is_status_due: false })
      .where('launch_id', '=', launchId)
      .execute()
  })

const failed = (reason: string): Outcome => ({ isDelivered: false, retryMs: null, reason })

interface Failure {
  part: 'Comment' | 'Commit status'
  error: TrackerFailure
}

const outcomeOf = (failures: readonly Failure[]): Outcome => {
  const passing = failures.filter(({ error }) => !LASTING.includes(error.kind))
  return {
    isDelivered: failures.length === 0,
    retryMs: passing.length === 0 ? null : Math.max(...passing.map(({ error }) => error.retryMs)),
    reason: [...new Set(failures.map(({ part, error }) => `${part}: ${error.message}`))].join('. '),
  }
}

interface Reports {
  sections: CommentSection[]
  /** Launches that have no section, because there are too many. */
  omitted: number
  /** Launches whose statuses are out of date; null for those that another one of the same commit replaces, and without a commit. */
  statuses: { launchId: number; section: (CommentSection & { commit: string }) | null }[]
}

const readReports = async (db: Db, pullRequest: PullRequestRow, publicUrl: string): Promise<Reports> => {
  const reported = await readReportedLaunches(db, pullRequest.id)
  const newest = reported.filter(({ isNewest }) => isNewest)
  const shown = new Set(newest.slice(0, PULL_REQUEST_LIMITS.sections))
  const reports: Reports = { sections: [], omitted: newest.length - shown.size, statuses: [] }
  for (const one of reported) {
    const launch = await db.selectFrom('launch').selectAll().where('id', '=', one.id).executeTakeFirst()
    if (!launch) continue
    const hasStatus = one.isStatusDue && one.isNewestOfCommit && launch.origin.commit !== undefined
    const section =
      shown.has(one) || hasStatus
        ? await readSection(db, launch, { publicUrl, isOutdated: !one.isOfLatestCommit })
        : null
    if (section !== null && shown.has(one)) reports.sections.push(section)
    if (!one.isStatusDue) continue
    const commit = section?.commit ?? null
    // A launch that is continued, as by a repeated shard, keeps its verdict until its next end. An end that is not enqueued yet makes the pull
    // request due again: the verdict would be sent twice.
    const isSent = section !== null && (section.gate.verdict === 'pending') !== one.hasEnded
    reports.statuses.push({
      launchId: one.id,
      section: hasStatus && isSent && commit !== null ? { ...section, commit } : null,
    })
  }
  return reports
}

interface Commenting {
  db: Db
  client: GitHostClient
  repository: string
  pullRequest: PullRequestRow
  reports: Reports
}

/** Updates the comment if its text has changed, or creates it. */
const writeComment = async ({ db, client, repository, pullRequest, reports }: Commenting): Promise<void> => {
  const { id, number } = pullRequest
  const of = { repository, number }
  const bodyWith = (marker: string) => commentText({ marker, ...reports }, client.maxComment)
  const store = async (values: { comment_id: string | null; comment_hash?: string; marker?: string }) => {
    await db.updateTable('pull_request').set(values).where('id', '=', id).execute()
  }
  let { marker } = pullRequest
  const body = bodyWith(marker)
  const comment_hash = hash('sha256', body)
  if (pullRequest.comment_id !== null && pullRequest.comment_hash === comment_hash) return
  const commentId = pullRequest.comment_id ?? (await findComment(client, of, marker))
  if (commentId !== null) {
    if (await updateExisting(client, of, commentId, body)) return store({ comment_id: commentId, comment_hash })
    // A user deleted it. Its marker was public: a copy in another comment must not be taken for ours.
    marker = randomUUID()
    await store({ comment_id: null, marker })
  }
  const created = bodyWith(marker)
  await store({ comment_id: await client.createComment(of, created), comment_hash: hash('sha256', created) })
}

/** Resolves with false if the comment was deleted. */
const updateExisting = async (client: GitHostClient, of: PullRequestOf, id: string, body: string): Promise<boolean> => {
  try {
    await client.updateComment(of, id, body)
    return true
  } catch (error) {
    if (!(error instanceof TrackerFailure) || error.kind !== 'not-found') throw error
    // Fails as well if the whole pull request is hidden from the account.
    await client.comments(of, 1)
    return false
  }
}

const findComment = async (client: GitHostClient, of: PullRequestOf, marker: string): Promise<string | null> => {
  for (let page = 1; page <= MAX_PAGES; page += 1) {
    const { items, isLast } = await client.comments(of, page)
    const found = items.find(({ body }) => body.includes(markerLine(marker)))
    if (found !== undefined) return found.id
    if (isLast) break
  }
  return null
}

const writeStatus = async (
  client: GitHostClient,
  repository: string,
  section: CommentSection & { commit: string },
): Promise<void> => {
  const { name, environment, url } = section.launch
  await client.setStatus({
    repository,
    commit: section.commit,
    branch: section.branch,
    state: section.gate.verdict,
    context: shortened(['Assay', name, environment ?? ''].filter((part) => part !== '').join(' / '), MAX_CONTEXT),
    description: section.gate.verdict === 'pending' ? PULL_REQUEST_TEXTS.running : statusText(section),
    url,
  })
}
