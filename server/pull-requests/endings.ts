import { sql } from 'kysely'
import { isUnderWay } from '../../contract/launches/launches.ts'
import { webOf } from '../../contract/pull-requests/git-hosts.ts'
import type { Db, Tx } from '../db/open.ts'
import { gitHostsOf, servingHost } from './stored.ts'

const AT_ONCE = 20
/** Age above which imported launches are not reported. */
const OLDEST_MS = 24 * 3_600_000

/**
 * Enqueues the pull requests of ended launches whose repositories a git host of their project serves. Each end is processed in the
 * transaction that marks it, so that several servers share the work. Resolves with the number of ends that this server processed.
 */
export const enqueueEndings = (db: Db): Promise<number> =>
  db.transaction().execute(async (tx) => {
    const endings = await tx
      .selectFrom('launch_ending')
      .select(['id', 'launch_id'])
      .where('is_published', '=', false)
      .orderBy('id')
      .limit(AT_ONCE)
      .forUpdate()
      .skipLocked()
      .execute()
    if (endings.length === 0) return 0
    for (const launchId of new Set(endings.map(({ launch_id: launchId }) => launchId))) await enqueue(tx, launchId)
    await tx
      .updateTable('launch_ending')
      .set({ is_published: true })
      .where(
        'id',
        'in',
        endings.map(({ id }) => id),
      )
      .execute()
    return endings.length
  })

const enqueue = async (tx: Tx, launchId: number): Promise<void> => {
  const launch = await tx
    .selectFrom('launch')
    .select(['id', 'project_id', 'status', 'ended_at', 'origin'])
    .where('id', '=', launchId)
    .executeTakeFirst()
  // A launch that was continued will end again.
  if (!launch || isUnderWay(launch.status)) return
  if (launch.ended_at !== null && launch.ended_at.getTime() < Date.now() - OLDEST_MS) return
  const { pullRequest, repositoryUrl } = launch.origin
  if (pullRequest === undefined || repositoryUrl === undefined) return
  const serving = servingHost(await gitHostsOf(tx, launch.project_id), repositoryUrl)
  if (serving === null) return
  const { host, repository } = serving
  const { id } = await tx
    .insertInto('pull_request')
    .values({
      project_id: launch.project_id,
      repository_url: `${webOf(host.kind, host.url)}/${repository}`,
      number: Number(pullRequest),
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
  await tx
    .insertInto('pull_request_launch')
    .values({ launch_id: launch.id, pull_request_id: id })
    .onConflict((conflict) => conflict.column('launch_id').doUpdateSet({ pull_request_id: id, is_status_due: true }))
    .execute()
}
