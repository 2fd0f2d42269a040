import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod/mini'
import { pathOf } from '../../../contract/call.ts'
import { reportConsole } from '../../../contract/launchers/reported-console.ts'
import type { CiBuild } from '../../../contract/launches/ci-servers.ts'
import { StartedLaunch, ReportedTests } from '../../../contract/launches/reporting.ts'
import { PARTIAL_LABEL } from '../../../contract/launches/result-import.ts'
import { call, type Sent } from '../../client/src/calls.ts'
import { Rejected } from '../../client/src/failures.ts'
import type { LaunchFields } from '../../client/src/launch-fields.ts'
import { uuidOfContext } from '../../client/src/live/report.ts'
import type { Connection } from '../../client/src/settings.ts'
import type { Ended } from './child.ts'
import type { ConsoleLines } from './console-lines.ts'
import type { ResultFile } from './result-files.ts'
import { createResultParts, type UploadedParts } from './result-parts.ts'

/** How often new console lines are sent, and result files are looked for. */
const LINES_EVERY_MS = 1000
const FILES_EVERY_MS = 2000
/** Longest wait while Assay cannot be reached. */
const MAX_WAIT_MS = 15_000
/** A command that prints nothing shows that often that it is running. */
const ALIVE_EVERY_MS = 60_000
const CALL_MS = 30_000
const REPORTING = '/api/reporting/v1/test-runs'

interface LiveRun {
  connection: Connection
  fields: LaunchFields
  ci: CiBuild | null
  /** Name of the command. */
  command: string
  /** Null: the output is not reported. */
  lines: ConsoleLines | null
  results: readonly string[]
  /** Result files that existed before the command was started. */
  before: readonly ResultFile[]
}

export interface LiveResult extends UploadedParts {
  launchId: number
  /** Why the output is missing or incomplete; null if it is stored. */
  consoleProblem: string | null
}

export interface LiveLaunch {
  /** Sends what remains, and ends the launch. Throws what `call` throws. */
  end: (ended: Ended) => Promise<LiveResult>
}

/** Starts a launch and reports to it while the command runs. Nothing that fails meanwhile affects the command: `end` sends it again. */
export const startLiveLaunch = ({ connection, command, lines, ...run }: LiveRun): LiveLaunch => {
  const launcherUuid = uuidOfContext()
  const uuid = launcherUuid ?? randomUUID()
  const startedAt = new Date().toISOString()
  const output = launcherUuid === null ? lines : null
  const sendLines = createLineSender({ command, startedAt, lines: output, projectKey: connection.projectKey })
  const parts = createResultParts({ ...run, uuid })
  let launchId: number | null = null
  let consoleProblem: string | null = null

  const start = async (by: Connection): Promise<number> => {
    const body = startOf(run.fields, { uuid, name: run.fields.name ?? command, startedAt })
    launchId ??= (await call(by, { ...starting(connection.projectKey, uuid), body }, StartedLaunch)).id
    return launchId
  }
  const sendOutput = async (by: Connection, ended: Ended | null): Promise<void> => {
    const id = await start(by)
    if (consoleProblem !== null) return
    try {
      await sendLines(by, id, ended)
    } catch (error) {
      if (!(error instanceof Rejected)) throw error
      consoleProblem = error.message
    }
  }

  const stop = new AbortController()
  const once = { ...connection, retryMs: 0 }
  const started = repeat(0, stop.signal, async () => {
    await start(once)
    return true
  })
  const loops = started.then(() =>
    Promise.all([
      repeat(LINES_EVERY_MS, stop.signal, () => sendOutput(once, null)),
      repeat(FILES_EVERY_MS, stop.signal, () => parts.sendComplete(once)),
    ]),
  )

  return {
    end: async (ended) => {
      stop.abort()
      await loops
      output?.close()
      // A CI server that stops a job gives it some seconds.
      const by = ended.stoppedBy === null ? connection : once
      const id = await start(by)
      const uploaded = await parts.sendAll(by)
      const address = `${REPORTING}/${id}`
      const entry = entryOf(ended, uploaded.failures, { command, startedAt, tail: lines?.tail() ?? '' })
      if (entry !== null) {
        const body = () => JSON.stringify({ tests: [entry] })
        const headers = { 'idempotency-key': `${uuid}-command` }
        await call(by, { path: `${address}/test-reports`, headers, body, timeoutMs: CALL_MS }, ReportedTests)
      }
      await sendOutput(by, ended)
      if (uploaded.uploaded === null || uploaded.rejections.length > 0) {
        const body = () => JSON.stringify({ items: [PARTIAL_LABEL] })
        await call(by, { method: 'PUT', path: `${address}/labels`, body, timeoutMs: CALL_MS }, z.unknown())
      }
      const { part } = run.fields
      const shard = part === null ? {} : { shard: { index: shardOf(part.shard).index } }
      const body = () => JSON.stringify({ endedAt: new Date().toISOString(), ...shard })
      await call(by, { method: 'PUT', path: address, body, timeoutMs: CALL_MS }, z.unknown())
      return { ...uploaded, launchId: id, consoleProblem }
    },
  }
}

const starting = (projectKey: string, uuid: string): Sent => ({
  path: REPORTING,
  query: { projectKey },
  headers: { 'idempotency-key': uuid },
  timeoutMs: CALL_MS,
})

const startOf =
  (
    { environment, build, detected, origin, part }: LaunchFields,
    launch: { uuid: string; name: string; startedAt: string },
  ) =>
  (): string =>
    JSON.stringify({
      ...launch,
      // As launches of imported reports.
      config: { environment, build, treatSkipsAsFailures: false },
      origin: { ...detected, ...origin },
      ...(part ? { buildKey: part.buildKey, shard: shardOf(part.shard) } : {}),
    })

const shardOf = (shard: string): { index: number; total: number } => {
  const [index = 1, total = 1] = shard.split('/').map(Number)
  return { index, total }
}

/** Repeats `act` until the signal, or until Assay rejects a call. `act` ends it by true. Waits longer while it fails. */
const repeat = async (everyMs: number, signal: AbortSignal, act: () => Promise<unknown>): Promise<void> => {
  let failures = 0
  while (!signal.aborted) {
    try {
      if ((await act()) === true) return
      failures = 0
    } catch (error) {
      // `end` makes the same call, and throws its error.
      if (error instanceof Rejected) return
      failures += 1
    }
    const waitMs = failures === 0 ? everyMs : Math.min(1000 * 2 ** failures, MAX_WAIT_MS)
    await delay(waitMs, undefined, { signal }).catch(() => {})
  }
}

interface LineSending {
  command: string
  startedAt: string
  lines: ConsoleLines | null
  projectKey: string
}

/** Returns a function that sends the lines which have been printed since, and the end of the command. */
const createLineSender = ({ command, startedAt, lines, projectKey }: LineSending) => {
  const attemptUuid = randomUUID()
  let sentAt = 0
  return async (by: Connection, launchId: number, ended: Ended | null): Promise<void> => {
    if (lines === null) return
    if (ended === null && lines.isEmpty() && Date.now() - sentAt < ALIVE_EVERY_MS) return
    do {
      const some = lines.pending()
      const isLast = ended !== null && some.length === lines.count()
      const end = isLast ? { at: new Date().toISOString(), exitCode: ended.code } : null
      const body = JSON.stringify({ command, startedAt, lines: some, end })
      const path = pathOf(reportConsole.path, { projectKey, launchId, attemptUuid })
      await call(by, { path, body: () => body, timeoutMs: CALL_MS }, reportConsole.answer)
      lines.remove(some.length)
      sentAt = Date.now()
    } while (!lines.isEmpty())
  }
}

/** Returns a test that reports the failure of a command without failed tests, or the end of a stopped command; otherwise null. */
const entryOf = (
  { code, stoppedBy }: Ended,
  failures: number,
  { command, startedAt, tail }: { command: string; startedAt: string; tail: string },
): object | null => {
  if (code === 0 || (failures > 0 && stoppedBy === null)) return null
  const what =
    stoppedBy === null
      ? `${command} ended with exit code ${code}, and no test failed`
      : `${command} was stopped by ${stoppedBy}`
  return {
    key: 'command',
    start: { name: command, className: null, methodName: command, startedAt },
    finish: {
      endedAt: new Date().toISOString(),
      result: stoppedBy === null ? 'FAILED' : 'ABORTED',
      reason: tail === '' ? what : `${what}\n\n${tail}`,
    },
  }
}
