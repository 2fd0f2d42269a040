import { sql } from 'kysely'
import type { Db } from '../db/open.ts'
import { readTestChanges, statisticsOf, type LaunchRow } from '../launches/launches.ts'
import type { CommentSection } from './comment-text.ts'

/** A launch of a pull request. */
interface ReportedLaunch {
  id: number
  /** False before its first end, when only its status is sent. */
  hasEnded: boolean
  /** Whether its commit's status is out of date. */
  isStatusDue: boolean
  /** Whether it is the newest of its name and environment for its commit. */
  isNewestOfCommit: boolean
  /** Whether it is the newest of its name and environment, by the commit first. */
  isNewest: boolean
  /** Whether no launch is of a later commit. */
  isOfLatestCommit: boolean
}

/**
 * Resolves with the launches to report, by name and environment. A commit is as old as its first launch, so that a launch of an earlier
 * commit that ends late or is repeated does not replace the results of a later one.
 */
export const readReportedLaunches = async (db: Db, pullRequestId: number): Promise<ReportedLaunch[]> => {
  const { rows } = await sql<ReportedLaunch>`
    with mine as (
      select l.id, l.name, l.environment, l.started_at, l.origin->>'commit' as commit, p.is_status_due, p.has_ended,
             case when l.origin->>'commit' is null then l.started_at
                  else min(l.started_at) over (partition by l.origin->>'commit') end as since
        from pull_request_launch p join launch l on l.id = p.launch_id
       where p.pull_request_id = ${pullRequestId}
    ), ranked as (
      select *,
             row_number() over (partition by has_ended, name, environment order by since desc, started_at desc, id desc) as rank,
             row_number() over (partition by name, environment, commit order by started_at desc, id desc) as rank_of_commit,
             max(since) filter (where has_ended) over () as latest
        from mine
    )
    select id, has_ended as "hasEnded", is_status_due as "isStatusDue", rank_of_commit = 1 as "isNewestOfCommit",
           has_ended and rank = 1 as "isNewest", coalesce(since = latest, true) as "isOfLatestCommit"
      from ranked where (has_ended and rank = 1) or is_status_due
     order by lower(name), lower(environment) nulls first, rank`.execute(db)
  return rows
}

/** Resolves with what the comment and the status say of a launch. `isOutdated`: there is a later commit. */
export const readSection = async (
  db: Db,
  launch: LaunchRow,
  { publicUrl, isOutdated }: { publicUrl: string; isOutdated: boolean },
): Promise<CommentSection> => {
  const { key } = await db
    .selectFrom('project')
    .select('key')
    .where('id', '=', launch.project_id)
    .executeTakeFirstOrThrow()
  const launches = `${publicUrl}/projects/${encodeURIComponent(key)}/automation-launches`
  const url = `${launches}/${launch.id}`
  const { gate, baseline, ...changes } = await readTestChanges(db, launch)
  const linked = ({ count, tests }: typeof changes.fixed) => ({
    count,
    tests: tests.map(({ testId, name }) => ({ name, url: `${url}/tests/${testId}` })),
  })
  return {
    launch: { name: launch.name, number: launch.number, environment: launch.environment, url },
    commit: launch.origin.commit ?? null,
    branch: launch.origin.branch ?? null,
    isOutdated,
    gate,
    statistics: statisticsOf(launch),
    baseline: baseline && { number: baseline.number, branch: baseline.branch, url: `${launches}/${baseline.id}` },
    lists: {
      newFailures: linked(changes.newFailures),
      fixed: linked(changes.fixed),
      flaky: linked(changes.flaky),
      quarantined: linked(changes.quarantined),
      stillFailing: linked(changes.stillFailing),
    },
  }
}
