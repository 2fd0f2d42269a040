import { sql, type RawBuilder } from 'kysely'
import { COUNT_COLUMNS, type LaunchRow, type TestRow } from '../rows.ts'
import type { SessionRow } from './batch.ts'

/** SQL types of the written columns. */
type Columns<Row> = Record<keyof Row & string, string>

const launchColumns: Columns<Omit<LaunchRow, 'created_at'>> = {
  id: 'bigint',
  project_id: 'bigint',
  number: 'int',
  uuid: 'text',
  name: 'text',
  status: 'text',
  framework: 'text',
  environment: 'text',
  build: 'text',
  treat_skips_as_failures: 'boolean',
  browser: 'text',
  browser_version: 'text',
  platform: 'text',
  platform_version: 'text',
  locale: 'text',
  milestone: 'jsonb',
  suite_name: 'text',
  labels: 'jsonb',
  refs: 'jsonb',
  ci: 'jsonb',
  origin: 'jsonb',
  build_key: 'text',
  shards: 'jsonb',
  notifications: 'jsonb',
  tcm: 'jsonb',
  started_by: 'bigint',
  started_at: 'timestamptz',
  ended_at: 'timestamptz',
  ended_by: 'text',
  heard_at: 'timestamptz',
  paused_at: 'timestamptz',
  paused_ms: 'bigint',
  reviewed: 'boolean',
  reviewed_by: 'bigint',
  reviewed_at: 'timestamptz',
  pinned: 'boolean',
  has_console: 'boolean',
  comments: 'text',
  first_launch_id: 'bigint',
  launch_arguments: 'jsonb',
  passed: 'int',
  passed_manually: 'int',
  failed: 'int',
  failed_as_known: 'int',
  skipped: 'int',
  blocked: 'int',
  aborted: 'int',
  in_progress: 'int',
}

const testColumns: Columns<TestRow> = {
  id: 'bigint',
  launch_id: 'bigint',
  project_id: 'bigint',
  name: 'text',
  class_name: 'text',
  method_name: 'text',
  arguments_index: 'int',
  identity: 'text',
  correlation_data: 'text',
  owner: 'text',
  maintainer_id: 'bigint',
  status: 'text',
  passed_manually: 'boolean',
  headless: 'boolean',
  reason: 'text',
  message: 'text',
  failure_key: 'text',
  failure_label: 'text',
  failure_tag_id: 'bigint',
  failure_tag_feedback: 'boolean',
  issue_id: 'text',
  labels: 'jsonb',
  refs: 'jsonb',
  test_cases: 'jsonb',
  test_groups: 'jsonb',
  attempt: 'int',
  sessions_count: 'int',
  artifacts_count: 'int',
  shard: 'int',
  has_trace: 'boolean',
  started_at: 'timestamptz',
  ended_at: 'timestamptz',
}

const sessionColumns: Columns<SessionRow> = {
  id: 'bigint',
  launch_id: 'bigint',
  session_id: 'text',
  status: 'text',
  failure_reason: 'text',
  desired_capabilities: 'jsonb',
  capabilities: 'jsonb',
  initiated_at: 'timestamptz',
  started_at: 'timestamptz',
  ended_at: 'timestamptz',
}

/** Condition of a writing statement, as ` where …`; empty by default. */
type When = RawBuilder<unknown>
const always: When = sql``

/** Returns a builder of one statement that upserts any number of rows; its text is constant, so that it is planned once. */
const upsert = (table: string, columns: Record<string, string>) => {
  const names = Object.keys(columns)
  const head = `insert into ${table} (${names.join(', ')}) overriding system value
    select ${names.join(', ')} from jsonb_to_recordset(`
  const shape = names.map((name) => `${name} ${columns[name]}`).join(', ')
  const changes = names.filter((name) => name !== 'id').map((name) => `${name} = excluded.${name}`)
  const middle = `::jsonb) as r(${shape})`
  const tail = ` order by id on conflict (id) do update set ${changes.join(', ')}`
  return (rows: readonly object[], when = always): RawBuilder<unknown> | null =>
    rows.length === 0 ? null : sql`${sql.raw(head)}${JSON.stringify(rows)}${sql.raw(middle)}${when}${sql.raw(tail)}`
}

export const upsertLaunches = upsert('launch', launchColumns)

const countColumns = Object.values(COUNT_COLUMNS)

/** Returns whether only the counters and `heard_at` of a launch differ, which is the case after most calls. */
export const isRecounted = (before: LaunchRow, row: LaunchRow): boolean =>
  (Object.keys(row) as (keyof LaunchRow)[]).every(
    (key) => row[key] === before[key] || key === 'heard_at' || (countColumns as string[]).includes(key),
  )

/** Updates only these columns, which takes half the time of a whole row. The statement needs a `guard` that permits the write. */
export const recountLaunch = (row: LaunchRow): RawBuilder<unknown> => {
  const counts = countColumns.map((name) => sql`${sql.raw(name)} = ${row[name]}::int`)
  return sql`update launch set heard_at = ${row.heard_at}::timestamptz, ${sql.join(counts)}
              where id = ${row.id}::bigint and (select held from guard)`
}
export const upsertTests = upsert('test', testColumns)
export const upsertSessions = upsert('test_session', sessionColumns)

/**
 * Returns a builder of one statement that inserts any number of rows in their order; null for no rows. `onConflict` applies to rows that
 * are stored already.
 */
const insert = (table: string, columns: Record<string, string>, onConflict: 'ignore' | 'fail' = 'ignore') => {
  const names = Object.keys(columns).join(', ')
  const shape = Object.entries(columns)
    .map(([name, type]) => `${name} ${type}`)
    .join(', ')
  const head = `insert into ${table} (${names}) overriding system value
    select ${names} from rows from (jsonb_to_recordset(`
  const middle = `::jsonb) as (${shape})) with ordinality as r(${names}, place)`
  const tail = ` order by place${onConflict === 'ignore' ? ' on conflict do nothing' : ''}`
  return (rows: readonly object[], when = always): RawBuilder<unknown> | null =>
    rows.length === 0 ? null : sql`${sql.raw(head)}${JSON.stringify(rows)}${sql.raw(middle)}${when}${sql.raw(tail)}`
}

/** Inserts new tests without a check for stored ids, which saves a sixth of the time. */
export const insertTests = insert('test', testColumns, 'fail')
export const insertAttempts = insert('test_attempt', {
  test_id: 'bigint',
  attempt: 'int',
  status: 'text',
  reason: 'text',
  started_at: 'timestamptz',
  ended_at: 'timestamptz',
})
export const insertSteps = insert('test_steps', {
  test_id: 'bigint',
  attempt: 'int',
  steps: 'jsonb',
  step_count: 'int',
  omitted: 'int',
})
export const insertLinks = insert('test_session_test', { test_session_id: 'bigint', test_id: 'bigint' })
export const insertLogLines = insert('log_line', {
  test_id: 'bigint',
  attempt: 'int',
  at: 'bigint',
  level: 'text',
  message: 'text',
})
export const insertKeys = insert(
  'idempotency_key',
  {
    user_id: 'bigint',
    key: 'text',
    request: 'text',
    answer: 'jsonb',
  },
  'fail',
)
/** Inserts queue entries of launches. */
export const insertExecutions = insert(
  'launch_execution',
  {
    launch_id: 'bigint',
    project_id: 'bigint',
    repository_id: 'bigint',
    launcher_id: 'bigint',
    preset_id: 'bigint',
    attempt: 'int',
    config: 'jsonb',
    run_context: 'jsonb',
    started_via: 'text',
  },
  'fail',
)

/**
 * Enqueues ends of launches that are reported: by a rule of the project, on the pull requests of its git hosts, or because the
 * agent (`names_targets`) or the launcher names channels or addresses.
 */
export const insertEndings = (
  rows: readonly { launch_id: number; project_id: number; status: string; names_targets: boolean }[],
): RawBuilder<unknown> | null =>
  rows.length === 0
    ? null
    : sql`insert into launch_ending (launch_id, project_id, status)
          select launch_id, project_id, status
            from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
              as e(launch_id bigint, project_id bigint, status text, names_targets boolean)
           where names_targets
              or exists (select from notification_rule r where r.project_id = e.project_id and r.is_on)
              or exists (select from git_host h where h.project_id = e.project_id and h.is_on)
              or exists (select from launch_execution x
                          where x.launch_id = e.launch_id
                            and (x.config->>'emails' <> '' or x.config->>'slackChannels' <> ''
                                 or x.config->>'teamsChannels' <> ''))`

/** Stores the tags that users assigned to causes. */
export const upsertCauseTags = (rows: readonly object[], when = always): RawBuilder<unknown> | null =>
  rows.length === 0
    ? null
    : sql`insert into failure_cause (project_id, key, tag_id, tagged_by, tagged_at, tagged_launch_id)
          select project_id, key, tag_id, tagged_by, tagged_at, tagged_launch_id
            from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
              as r(project_id bigint, key text, tag_id bigint, tagged_by bigint, tagged_at timestamptz, tagged_launch_id bigint)
          ${when} order by project_id, key
          on conflict (project_id, key) do update set tag_id = excluded.tag_id, tagged_by = excluded.tagged_by,
            tagged_at = excluded.tagged_at, tagged_launch_id = excluded.tagged_launch_id`

export const insertArtifacts = insert('artifact', {
  public_id: 'uuid',
  launch_id: 'bigint',
  test_id: 'bigint',
  test_session_id: 'bigint',
  kind: 'text',
  name: 'text',
  file_hash: 'text',
  attempt: 'int',
  step: 'int',
  at: 'bigint',
})
