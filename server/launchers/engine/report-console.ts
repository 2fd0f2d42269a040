import {
  MAX_REPORTED_COMMANDS,
  type reportConsole,
  type ReportedLine,
} from '../../../contract/launchers/reported-console.ts'
import { CONSOLE_LIMITS } from '../../../contract/launchers/worker-protocol.ts'
import type { z } from 'zod/mini'
import type { Db, Tx } from '../../db/open.ts'
import { conflict } from '../../http/refusal.ts'
import { findLaunch, markConsole, type Writer } from '../../launches/launches.ts'
import { keepLines, linesOf } from '../workers/output.ts'
import type { LaunchPayload } from '../../../contract/launchers/start.ts'

type Report = z.infer<typeof reportConsole.body>

interface Place {
  projectId: number
  launchId: number
  attemptUuid: string
}

/**
 * Stores lines of a reported command, and its end. Idempotent by the numbers of the lines. Resolves with whether the limit of the output
 * is reached. Throws 404 for a launch of another project, and 409 for too many commands of one launch.
 */
export const keepReport = async (
  { db, writer }: { db: Db; writer: Writer },
  place: Place,
  report: Report,
): Promise<{ isFull: boolean }> => {
  await findLaunch(db, place.projectId, place.launchId)
  const answer = await db.transaction().execute(async (tx) => {
    const execution = await executionOf(tx, place, report)
    const last = await linesOf(tx, execution.id)
    const { lines, characters } = withinLimit(
      report.lines.filter((line) => line.place > last),
      execution.characters,
    )
    await keepLines(
      tx,
      execution.id,
      lines.map(({ at, ...line }) => ({ ...line, at: new Date(at) })),
    )
    const isFull = characters >= CONSOLE_LIMITS.characters || last + lines.length >= CONSOLE_LIMITS.lines
    await tx
      .updateTable('launch_execution')
      .set({
        output_characters: characters,
        ...(report.end === null
          ? {}
          : {
              state: 'ended',
              command_ended_at: new Date(report.end.at),
              ended_at: new Date(report.end.at),
              exit_code: report.end.exitCode,
            }),
      })
      .where('id', '=', execution.id)
      .execute()
    return { isFull }
  })
  // Also a sign of life of a command that prints nothing for a long time.
  await writer.submit(markConsole(place.launchId))
  return answer
}

/** Locks the execution, so that two calls do not store the same lines. */
const executionOf = async (
  tx: Tx,
  { projectId, launchId, attemptUuid }: Place,
  { command, startedAt }: Report,
): Promise<{ id: number; characters: number }> => {
  const find = () =>
    tx
      .selectFrom('launch_execution')
      .select(['id', 'output_characters as characters'])
      .where('launch_id', '=', launchId)
      .where('attempt_uuid', '=', attemptUuid)
      .where('started_via', '=', 'command')
      .forUpdate()
      .executeTakeFirst()
  const known = await find()
  if (known !== undefined) return known
  // Locks the launch, so that commands which start together do not exceed the limit.
  await tx.selectFrom('launch').select('id').where('id', '=', launchId).forUpdate().execute()
  const { count } = await tx
    .selectFrom('launch_execution')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('launch_id', '=', launchId)
    .executeTakeFirstOrThrow()
  if (count >= MAX_REPORTED_COMMANDS) throw conflict('Too many commands report to this launch')
  const begunAt = new Date(startedAt)
  await tx
    .insertInto('launch_execution')
    .values({
      launch_id: launchId,
      project_id: projectId,
      attempt_uuid: attemptUuid,
      state: 'reported',
      started_via: 'command',
      config: JSON.stringify(configOf(command)),
      run_context: JSON.stringify({ testRunUuid: attemptUuid }),
      // `started_at` is the time at which a worker took an execution, and counts as use of the engine.
      queued_at: begunAt,
      begun_at: begunAt,
    })
    .onConflict((onConflict) => onConflict.column('attempt_uuid').doNothing())
    .execute()
  const added = await find()
  if (added === undefined) throw conflict('The id belongs to an attempt of another launch')
  return added
}

/** Keeps the first lines whose characters are within the limit; `characters` is their number with the earlier ones. */
const withinLimit = (
  given: readonly ReportedLine[],
  before: number,
): { lines: readonly ReportedLine[]; characters: number } => {
  let characters = before
  for (const [index, { line }] of given.entries()) {
    characters += line.length + 1
    if (characters >= CONSOLE_LIMITS.characters) return { lines: given.slice(0, index), characters }
  }
  return { lines: given, characters }
}

const configOf = (launchCommand: string): LaunchPayload => ({
  branch: '',
  dockerImage: '',
  launchCommand,
  executor: null,
  executorId: null,
  environment: null,
  milestoneId: null,
  milestone: null,
  instanceTypeId: null,
  envVars: [],
  providerCapabilities: [],
  customCapabilities: [],
  emails: '',
  slackChannels: null,
  teamsChannels: null,
})
