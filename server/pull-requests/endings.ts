import { sql } from 'kysely'
import { isUnderWay } from '../../contract/launches/launches.ts'
import { webOf } from '../../contract/pull-requests/git-hosts.ts'
import { LOCKS, lockUntilEnd } from '../db/locks.ts'
import type { Db, Tx } from '../db/open.ts'
import { handleEndings, hasEndedLongAgo, type LaunchRow } from '../launches/launches.ts'
import { COUNTERS } from './changes.ts'
import { gitHostsOf, servingHost, type GitHostRow } from './stored.ts'

/**
 * Enqueues the pull requests of launches that have started, so that their commits get a pending status. Resolves with the ids of the
 * launches in progress that are not enqueued, because no git host serves them; `ignored` are those of the last call.
 */
export const enqueueStarts = async (db: Db, ignored: ReadonlySet<number>): Promise<Set<number>> => {
  const started = await sql<{ id: number }>`
    select l.id from launch l
     where l.status in ('IN_PROGRESS', 'QUEUED', 'LAUNCHING')
       and l.origin ? 'pullRequest' and l.origin ? 'repositoryUrl' and l.origin ? 'commit'
       and exists (select from git_host h where h.project_id = l.project_id and h.is_on and h.statuses)
       and not exists (select from pull_request_launch p where p.launch_id = l.id)`.execute(db)
  const left = new Set<number>()
  for (const { id } of started.rows)
    if (ignored.has(id) || !(await db.transaction().execute(async (tx) => enqueueStart(tx, id)))) left.add(id)
  return left
}

const enqueueStart = async (tx: Tx, launchId: number): Promise<boolean> => {
  const launch = await findReported(tx, launchId)
  if (launch === null || !launch.host.statuses || !isUnderWay(launch.status)) return false
  await lockUntilEnd(tx, LOCKS.gitHosts, launch.project_id)
  const enqueued = tx.selectFrom('pull_request_launch').select('launch_id').where('launch_id', '=', launchId)
  // Another server has enqueued it meanwhile: a second revision would send its status again.
  if ((await enqueued.executeTakeFirst()) !== undefined) return true
  const pullRequestId = await enqueuePullRequest(tx, launch)
  await tx
    .insertInto('pull_request_launch')
    .values({ launch_id: launchId, pull_request_id: pullRequestId, has_ended: false })
    // Another server has enqueued its end.
    .onConflict((conflict) => conflict.column('launch_id').doNothing())
    .execute()
  return true
}

/**
 * Enqueues the pull requests of ended launches whose repositories a git host of their project serves. Resolves with the number of ends that
 * this server processed.
 */
export const enqueueEndings = (db: Db): Promise<number> =>
  handleEndings(db, 'is_published', async (tx, endings) => {
    for (const launchId of new Set(endings.map(({ launch_id: launchId }) => launchId))) await enqueue(tx, launchId)
  })

const enqueue = async (tx: Tx, launchId: number): Promise<void> => {
  const launch = await findReported(tx, launchId)
  // A launch that was continued will end again.
  if (launch === null || isUnderWay(launch.status)) return
  if (hasEndedLongAgo(launch)) return
  const pullRequestId = await enqueuePullRequest(tx, launch)
  const counters = sql<string>`(select ${COUNTERS} from launch l where l.id = ${launch.id})`
  await tx
    .insertInto('pull_request_launch')
    .values({ launch_id: launch.id, pull_request_id: pullRequestId, counters })
    .onConflict((conflict) =>
      conflict
        .column('launch_id')
        .doUpdateSet({ pull_request_id: pullRequestId, is_status_due: true, has_ended: true, counters }),
    )
    .execute()
}

interface Reported extends Pick<LaunchRow, 'id' | 'project_id' | 'status' | 'ended_at'> {
  host: GitHostRow
  /** Path of the repository at the host. */
  repository: string
  pullRequest: number
}

/** Resolves with a launch and the git host that serves its repository; null if there is none, or no pull request. */
const findReported = async (tx: Tx, launchId: number): Promise<Reported | null> => {
  const launch = await tx
    .selectFrom('launch')
    .select(['id', 'project_id', 'status', 'ended_at', 'origin'])
    .where('id', '=', launchId)
    .executeTakeFirst()
  if (!launch) return null
  const { pullRequest, repositoryUrl } = launch.origin
  if (pullRequest === undefined || repositoryUrl === undefined) return null
  const serving = servingHost(await gitHostsOf(tx, launch.project_id), repositoryUrl)
  return serving === null ? null : { ...launch, ...serving, pullRequest: Number(pullRequest) }
}

/** Makes the pull request due, and resolves with its id. */
const enqueuePullRequest = async (tx: Tx, { project_id, host, repository, pullRequest }: Reported): Promise<number> => {
  const { id } = await tx
    .insertInto('pull_request')
    .values({
      project_id,
      repository_url: `${webOf(host.kind, host.url)}/${repository}`,
      number: pullRequest,
      next_at: sql<Date>`now()`,
    })
    .onConflict((conflict) =>
      conflict.columns(['project_id', 'repository_url', 'number']).doUpdateSet({
        revision: sql`pull_request.revision + 1`,
        // An attempt in progress ends first, and finds the new revision.
        state: sql`case when pull_request.state = 'sending' then 'sending' else 'waiting' end`,
        attempts: sql`case when pull_request.state = 'sending' then pull_request.attempts else 0 end`,
        next_at: sql`case when pull_request.state = 'sending' then null else now() end`,
        at: sql`now()`,
      }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
