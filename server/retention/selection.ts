/** Which launches a policy deletes, wholly or in part. The preview and the run use these conditions. */
import { sql, type RawBuilder } from 'kysely'
import { DEFAULT_FLAKY } from '../../contract/launches/flaky-tests.ts'
import { QUARANTINE_RUNS } from '../../contract/launches/quarantine.ts'
import { limitsOf, type RetentionPolicy } from '../../contract/settings/retention.ts'

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

/** Why the results of the launch `l` remain although a limit applies to it; null: they do not. */
const reasonForResults = (projectId: number): RawBuilder<string | null> => sql`
  case when l.started_at >= now() - make_interval(days => coalesce(
              (select s.window_days from flaky_settings s where s.project_id = ${projectId}), ${DEFAULT_FLAKY.windowDays}::int))
            then 'flakyRules'
       when l.id = any(array(${quarantineLaunches(projectId)})) then 'quarantine' end`

/** Parts that a launch consists of, with the columns of their sizes in `launch_storage`. */
const LAUNCH_PARTS = { logs: 'log_bytes', attachments: 'attachment_bytes', videos: 'video_bytes' } as const
type LaunchPart = keyof typeof LAUNCH_PARTS

/**
 * Returns a query of the launches of a project that a policy may delete from; with limits of size, of all launches. For each: what it takes,
 * whether a limit of whole launches applies to it (`is_over`), why it then remains (`reason`), and what is deleted: `launches`, `logs`,
 * `attachments`, `videos`.
 *
 * Limits apply in this order, so that they delete no more than they need: days of launches, days of parts, sizes of parts, and the size of
 * launches without the parts that are deleted. Of each, the oldest are deleted until the rest fits. If the run deletes in the same order
 * (`aged_at`, `id`), this query selects the remaining ones after each launch. The reasons are computed once (`materialized`), although several
 * steps use them: 50,000 launches take about half a second.
 */
export const selectedLaunches = (projectId: number, policy: RetentionPolicy): RawBuilder<unknown> => {
  const { days, maxBytes } = limitsOf(policy, 'launches')
  const parts = (Object.keys(LAUNCH_PARTS) as LaunchPart[]).map((part) => ({ part, ...limitsOf(policy, part) }))
  const hasSizes = maxBytes !== null || parts.some((part) => part.maxBytes !== null)
  const isAnyOlder = sql.join(
    [days, ...parts.map((part) => part.days)].map((limit) => isOlder(limit)),
    sql` or `,
  )
  const left = (part: LaunchPart) => sql`case when ${sql.ref(part)} then 0 else ${sql.ref(LAUNCH_PARTS[part])} end`
  const perPart = (column: (of: (typeof parts)[number]) => RawBuilder<unknown>) =>
    sql.join(parts.map((of) => sql`${column(of)} as ${sql.ref(of.part)}`))
  return sql`
    with candidate as materialized (
      select l.id, greatest(l.ended_at, l.started_at, l.created_at) as aged_at, ${isOlder(days)} as is_old,
             ${perPart((of) => isOlder(of.days))},
             ${reasonForAll(policy)} as for_all, ${reasonForResults(projectId)} as for_results, s.launch_id is null as has_no_counts,
             coalesce(s.log_lines, 0) as log_lines, coalesce(s.log_bytes, 0) as log_bytes,
             coalesce(s.attachments, 0) as attachment_count, coalesce(s.attachment_bytes, 0) as attachment_bytes,
             coalesce(s.videos, 0) as video_count, coalesce(s.video_bytes, 0) as video_bytes
        from launch l left join launch_storage s on s.launch_id = l.id
       where l.project_id = ${projectId} and (${hasSizes}::boolean or ${isAnyOlder})
    ), by_days as (
      select ${UNCHANGED}, ${perPart(({ part }) => sql`for_all is null and (${sql.ref(part)} or (is_old and for_results is null))`)}
        from candidate
    ), by_sizes_of_parts as (
      select ${UNCHANGED}, ${perPart(({ part, maxBytes: max }) =>
        max === null
          ? sql.ref(part)
          : // Launches that remain with everything come first: they are part of each sum.
            sql`${sql.ref(part)} or (for_all is null and sum(${left(part)}) over (
                  order by for_all is null, aged_at desc, id desc rows unbounded preceding) > ${max}::bigint)`,
      )}
        from by_days
    ), by_size as (
      select *, is_old or ${
        maxBytes === null
          ? sql`false`
          : sql`(bytes > 0 and coalesce(sum(bytes) filter (where reason is not null) over (), 0)
                + coalesce(sum(bytes) filter (where reason is null) over (order by aged_at desc, id desc rows unbounded preceding), 0)
                > ${maxBytes}::bigint)`
      } as is_over
        from (
          select *, coalesce(for_all, for_results) as reason, ${sql.join(
            parts.map(({ part }) => left(part)),
            sql` + `,
          )} as bytes
            from by_sizes_of_parts
        ) s
    )
    select ${UNCHANGED}, is_over, reason, is_over and reason is null as launches,
           ${perPart(({ part }) => sql`${sql.ref(part)} and not (is_over and reason is null)`)},
           has_no_counts and for_all is distinct from 'inProgress'
             and (${hasSizes}::boolean or ${sql.join(
               parts.map(({ part }) => sql.ref(part)),
               sql` or `,
             )}) as is_uncounted
      from by_size`
}

const UNCHANGED = sql.raw(`id, aged_at, is_old, for_all, for_results, has_no_counts,
  log_lines, log_bytes, attachment_count, attachment_bytes, video_count, video_bytes`)
