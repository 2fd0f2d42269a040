/** Which launches a policy deletes, wholly or in part. The preview and the run use these conditions. */
import { sql, type RawBuilder } from 'kysely'
import { DEFAULT_FLAKY } from '../../contract/launches/flaky-tests.ts'
import { QUARANTINE_RUNS } from '../../contract/launches/quarantine.ts'
import type { RetentionField, RetentionPolicy } from '../../contract/settings/retention.ts'

/** Whether the launch `l` is that old; false without days. The first condition is that of an index. */
const isOlder = (days: number | null): RawBuilder<boolean> =>
  days === null
    ? sql<boolean>`false`
    : sql<boolean>`(l.started_at < now() - make_interval(days => ${days}::int)
        and greatest(l.ended_at, l.started_at, l.created_at) < now() - make_interval(days => ${days}::int))`

/** Why the launch `l` remains with everything; null: it does not. */
const reasonForAll = ({ keepsMilestones }: RetentionPolicy): RawBuilder<string | null> => sql`
  case when l.status in ('IN_PROGRESS', 'QUEUED', 'LAUNCHING') then 'inProgress'
       when l.pinned then 'pinned'
       when ${keepsMilestones}::boolean and l.milestone is not null then 'milestone'
       when exists (select from public_link p
                     where p.project_id = l.project_id and p.resource_type = 'launch' and p.resource_id = l.id::text
                       and p.revoked_at is null and (p.expires_at is null or p.expires_at > now())) then 'publicLink' end`

/** Launches with the runs that decide when a test leaves the quarantine. */
const quarantineLaunches = (projectId: number) => sql`
  select r.launch_id from quarantined_test q
   cross join lateral (
     select t.launch_id from test t
      where t.project_id = q.project_id and t.identity = q.identity and t.id > q.newest_test_id
      order by t.id desc limit ${QUARANTINE_RUNS}::int) r
   where q.project_id = ${projectId}`

/** Why the results of the launch `l` remain although it is old enough; null: they do not. */
const reasonForResults = (projectId: number): RawBuilder<string | null> => sql`
  case when l.started_at >= now() - make_interval(days => coalesce(
              (select s.window_days from flaky_settings s where s.project_id = ${projectId}), ${DEFAULT_FLAKY.windowDays}::int))
            then 'flakyRules'
       when l.id = any(array(${quarantineLaunches(projectId)})) then 'quarantine' end`

/**
 * Returns a query of the launches of a project that are old enough for any part of the policy, with what they take: `is_old`, `reason` for
 * whole launches, and for each part whether it is deleted: `launches`, `logs`, `attachments`, `videos`.
 */
export const oldLaunches = (projectId: number, policy: RetentionPolicy): RawBuilder<unknown> => {
  const isAny = (...fields: RetentionField[]) =>
    sql.join(
      fields.map((field) => isOlder(policy[field])),
      sql` or `,
    )
  const part = (days: number | null) => sql`(${isOlder(days)} and not l.goes and l.for_all is null)`
  return sql`
    select l.id, l.started_at, l.is_old, coalesce(l.for_all, l.for_results) as reason, l.goes as launches,
           ${part(policy.logDays)} as logs, ${part(policy.attachmentDays)} as attachments, ${part(policy.videoDays)} as videos,
           s.launch_id is null as is_uncounted,
           coalesce(s.log_lines, 0) as log_lines, coalesce(s.log_bytes, 0) as log_bytes,
           coalesce(s.attachments, 0) as attachment_count, coalesce(s.attachment_bytes, 0) as attachment_bytes,
           coalesce(s.videos, 0) as video_count, coalesce(s.video_bytes, 0) as video_bytes
      from (
        select l.*, l.is_old and l.for_all is null and l.for_results is null as goes
          from (
            select l.id, l.started_at, l.ended_at, l.created_at, ${isOlder(policy.launchDays)} as is_old,
                   ${reasonForAll(policy)} as for_all, ${reasonForResults(projectId)} as for_results
              from launch l
             where l.project_id = ${projectId} and (${isAny('launchDays', 'logDays', 'attachmentDays', 'videoDays')})
          ) l
      ) l
      left join launch_storage s on s.launch_id = l.id`
}
