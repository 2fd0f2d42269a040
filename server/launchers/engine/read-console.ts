import { sql } from 'kysely'
import type { ConsoleMatches, ConsolePage, LaunchAttempt } from '../../../contract/launchers/engine.ts'
import { isUnderWay, type LaunchStatus } from '../../../contract/launches/launches.ts'
import type { LineMark } from '../../../contract/launchers/line-marks.ts'
import { TEXTS } from '../../../contract/texts.ts'
import type { ColumnTypes } from '../../db/column-types.ts'
import type { Db } from '../../db/open.ts'
import { notFound } from '../../http/refusal.ts'
import { labelsFor, type InstanceLabels } from '../options/instance-labels.ts'
import { whyItWaits } from '../workers/shares.ts'

interface Place {
  projectId: number
  launchId: number
}

export const readAttempts = async (
  db: Db,
  { projectId, launchId }: Place,
  instanceLabels: InstanceLabels,
): Promise<LaunchAttempt[]> => {
  const launch = await db
    .selectFrom('launch')
    .select('status')
    .where('project_id', '=', projectId)
    .where('id', '=', launchId)
    .executeTakeFirst()
  if (!launch) throw notFound(TEXTS.launchNotFound)
  const rows = await db
    .selectFrom('launch_execution')
    .selectAll()
    .where('launch_id', '=', launchId)
    .orderBy('id')
    .execute()
  const waits = new Map<number, LaunchAttempt['waiting']>()
  for (const { id, state, config } of rows)
    if (state === 'queued')
      waits.set(id, await whyItWaits(db, { id, projectId, labels: labelsFor(config, instanceLabels) }))
  return rows.map((row, place) => ({
    attemptUuid: row.attempt_uuid,
    attempt: place + 1,
    state: stateOf(row.state, launch.status),
    driver: row.driver,
    worker: row.worker_name,
    branch: row.config.branch,
    commit: row.commit,
    queuedAt: row.queued_at.toISOString(),
    startedAt: row.started_at?.toISOString() ?? null,
    clonedAt: row.cloned_at?.toISOString() ?? null,
    begunAt: row.begun_at?.toISOString() ?? null,
    commandEndedAt: row.command_ended_at?.toISOString() ?? null,
    endedAt: row.ended_at?.toISOString() ?? null,
    exitCode: row.exit_code,
    endReason: row.end_reason,
    hasArtifacts: Boolean(row.config.artifactsFolder),
    errorLines: row.error_lines,
    warningLines: row.warning_lines,
    linesBefore: { image: row.cloned_lines, command: row.begun_lines, artifacts: row.command_ended_lines },
    waiting: waits.get(row.id) ?? null,
  }))
}

export interface OfAttempt extends Place {
  attemptUuid: string
}

/** Throws 404 for an attempt of another launch or project. */
export const findAttempt = async (db: Db, { projectId, launchId, attemptUuid }: OfAttempt) => {
  const execution = await db
    .selectFrom('launch_execution as e')
    .innerJoin('launch as l', 'l.id', 'e.launch_id')
    .select(['e.id', 'e.state', 'l.status'])
    .where('e.attempt_uuid', '=', attemptUuid)
    .where('e.launch_id', '=', launchId)
    .where('e.project_id', '=', projectId)
    .executeTakeFirst()
  if (!execution) throw notFound('The attempt does not exist')
  return { id: execution.id, state: stateOf(execution.state, execution.status) }
}

/** A reported command that does not tell its end has ended with its launch. */
const stateOf = (stored: ColumnTypes['launch_execution.state'], status: LaunchStatus): LaunchAttempt['state'] => {
  if (stored !== 'reported') return stored
  return isUnderWay(status) ? 'running' : 'ended'
}

interface ConsoleRequest extends OfAttempt {
  /** `last`, or `after-N` and `before-N` with a line number. */
  pageToken: string
  maxPageSize: number
}

/** Resolves with one page of lines. Page tokens are line numbers: a page that is read again has the same lines, or more. */
export const readConsolePage = async (db: Db, requested: ConsoleRequest): Promise<ConsolePage> => {
  const { pageToken, maxPageSize } = requested
  const execution = await findAttempt(db, requested)
  const [kind, number] = pageToken.split('-')
  const at = Number(number ?? 0)
  const isForward = kind === 'after'
  const rows = await db
    .selectFrom('launch_output')
    .select(['place', 'at', 'line', 'is_error', 'is_warning'])
    .where('execution_id', '=', execution.id)
    .$if(kind === 'after', (query) => query.where('place', '>', at))
    .$if(kind === 'before', (query) => query.where('place', '<', at))
    .orderBy('place', isForward ? 'asc' : 'desc')
    .limit(maxPageSize)
    .execute()
  if (!isForward) rows.reverse()
  const first = rows[0]?.place ?? (isForward ? at + 1 : at)
  const last = rows.at(-1)?.place ?? (isForward ? at : at - 1)
  // The state was read before the lines: a run that had ended by then prints nothing more.
  const mayGoOn = execution.state === 'queued' || execution.state === 'running' || kind === 'before'
  const isFull = rows.length === maxPageSize
  return {
    attemptUuid: requested.attemptUuid,
    items: rows.map(({ place, at: time, line, is_error: isError, is_warning: isWarning }) => ({
      key: place,
      value: line,
      at: time.toISOString(),
      mark: isError ? 'error' : isWarning ? 'warning' : null,
    })),
    meta: {
      nextPageToken: mayGoOn || (isForward && isFull) ? `after-${Math.max(0, last)}` : null,
      previousPageToken: first > 1 && rows.length > 0 ? `before-${first}` : null,
    },
  }
}

interface ConsoleSearch extends OfAttempt {
  /** Empty: finds lines with the mark. */
  text: string
  mark: LineMark
  from: number
  direction: 'next' | 'previous'
}

/** Searches the output in the database, so that the page loads only the lines that it shows. */
export const findLine = async (db: Db, requestedValues: ConsoleSearch): Promise<ConsoleMatches> => {
  const { text, mark, from, direction } = requestedValues
  const { id } = await findAttempt(db, requestedValues)
  const isMarked = mark === 'error' ? sql`is_error` : sql`is_warning`
  const isMatch = text === '' ? isMarked : sql`strpos(lower(line), lower(${text})) > 0`
  const found =
    direction === 'next'
      ? sql`coalesce(min(place) filter (where place > ${from}::int), min(place))`
      : sql`coalesce(max(place) filter (where place < ${from}::int), max(place))`
  const { rows } = await sql<{ total: number; line: number | null; ordinal: number; lastLine: number }>`
    with matches as materialized (select place from launch_output where execution_id = ${id} and ${isMatch}),
         found as (select count(*)::int as total, ${found} as line from matches)
    select total, line, (select count(*)::int from matches where place <= found.line) as ordinal,
           (select coalesce(max(place), 0) from launch_output where execution_id = ${id}) as "lastLine"
      from found`.execute(db)
  const { total = 0, line = null, ordinal = 0, lastLine = 0 } = rows[0] ?? {}
  return { total, lastLine, match: line === null ? null : { line, ordinal } }
}
