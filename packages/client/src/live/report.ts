import { EventEmitter, once } from 'node:events'
import { z } from 'zod/mini'
import { detectCi } from '../../../../contract/launches/ci-servers.ts'
import { clean } from '../../../../contract/launches/clean.ts'
import { isRejectedForNow, Rejected, UsageError } from '../failures.ts'
import { fieldsOf } from '../launch-fields.ts'
import { clearTimeout, delay, now, setTimeout } from '../original-globals.ts'
import { connectionOf, readSettingsFile, type Connection } from '../settings.ts'
import { boundedNames, boundedReason } from './bounded-texts.ts'
import { createOutputLimit } from './output-limit.ts'
import { deliver, newDelivery, type Delivered, type Source } from './delivery.ts'
import { createPendingReports, type LogLine, type TestEnd, type TestStart } from './pending-reports.ts'
import { readQuarantine, type QuarantinedTests } from './quarantined-tests.ts'
import { launchAddress, saveUnsent, sendUnsent, UNSENT_FOLDER } from './unsent.ts'

/** Options of every reporter. Variables and `assay.json` have them as well; the token is a variable only. */
export interface ReporterOptions {
  url?: string
  project?: string
  name?: string
  environment?: string
  build?: string
  /** Fails the run when its results are not reported. Also by the variable `ASSAY_STRICT=true`. */
  strict?: boolean
}

/** Options of a command line are texts. */
export const isStrict = ({ strict }: ReporterOptions): boolean =>
  String(strict ?? process.env['ASSAY_STRICT']) === 'true'

/** What the framework knows of the launch. */
export interface LaunchDefaults {
  framework: string
  name: string
  /** Milliseconds since 1970. */
  startedAt: number
  /** As `2/4`. Without a build that its other parts belong to, a shard is a launch of its own. */
  shard?: string | undefined
}

/** A launch that is reported while it runs. Its functions return immediately and never throw. */
export interface Report {
  startTest: (start: TestStart) => void
  log: (key: string, level: LogLine['level'], text: string) => void
  endTest: (key: string, end: TestEnd) => void
  /** Reports an attempt that has ended already. */
  addTest: (start: TestStart, end: TestEnd) => void
  /** Resolves with the tests in quarantine; with none if the server does not answer within seconds. */
  quarantine: () => Promise<QuarantinedTests>
  /** Sends the remaining reports. Stores them on disk if the time limit ends first. Resolves with true if the server has all of them. */
  end: () => Promise<boolean>
}

const warn = (message: string): void => void process.stderr.write(`assay: ${printable(message)}\n`)
/** Texts of tests and servers must not control the terminal, nor begin a line, which some CI servers read as a command. */
const printable = (text: string): string => text.replaceAll(/[\u0000-\u001f\u007f-\u009f]/g, ' ')

/** Begins to report. Returns null, after a line on stderr, if the settings are incomplete or wrong. */
export const beginReport = (options: ReporterOptions, defaults: LaunchDefaults): Report | null => {
  try {
    const file = readSettingsFile()
    const connection = connectionOf(options, process.env, file)
    return createReport(connection, startOf(options, file, defaults))
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    warn(`the results are not reported: ${error.message}`)
    return null
  }
}

const startOf = (
  { name, environment, build }: ReporterOptions,
  file: Parameters<typeof fieldsOf>[1],
  { framework, startedAt, shard, ...defaults }: LaunchDefaults,
): Delivered['start'] => {
  const ci = detectCi(process.env)
  const flags = { name, environment, build }
  const fields = fieldsOf(flags, file, ci)
  const isPart = shard !== undefined && (ci !== null || fields.build !== undefined)
  const part = isPart ? fieldsOf({ ...flags, shard }, file, ci).part : null
  const [index = 1, total = 1] = (shard ?? '').split('/').map(Number)
  return {
    uuid: uuidOfContext() ?? crypto.randomUUID(),
    name: fields.name ?? defaults.name,
    startedAt: new Date(startedAt).toISOString(),
    framework,
    // As launches of imported reports.
    config: { environment: fields.environment, build: fields.build, treatSkipsAsFailures: false },
    origin: fields.detected,
    ...(part ? { buildKey: part.buildKey, shard: { index, total } } : {}),
  }
}

/** Returns the uuid of the launch that a launcher has created already; null without a launcher. */
export const uuidOfContext = (): string | null => {
  try {
    const context: unknown = JSON.parse(process.env['REPORTING_RUN_CONTEXT'] ?? 'null')
    const { testRunUuid } = (context ?? {}) as { testRunUuid?: unknown }
    // It names a folder, too.
    return z.uuid().safeParse(testRunUuid).data ?? null
  } catch {
    return null
  }
}

/** Reports of this time are sent together. */
const GATHER_MS = 500
/** How long the end waits for a server that does not answer any more. */
const UNREACHABLE_MS = 10_000
/** Shorter, so that the end of a run does not have to wait for the next attempt. */
const LONGEST_WAIT_MS = 3000

const createReport = (connection: Connection, start: Delivered['start']): Report => {
  const pending = createPendingReports()
  const output = createOutputLimit()
  const delivered = newDelivery(start)
  const stop = new AbortController()
  const reports = new EventEmitter()
  const hurry = new AbortController()
  let endedAt: Date | null = null
  /** Why calls fail at the moment. */
  let failure: string | null = null
  const calls = new EventEmitter()
  const persistent = { ...connection, retryMs: Infinity, longestWaitMs: LONGEST_WAIT_MS }
  const watch = {
    signal: stop.signal,
    warn,
    onFailure: (message: string) => {
      failure = message
      calls.emit('failure')
    },
    onSuccess: () => {
      failure = null
      calls.emit('success')
    },
  }

  const source: Source = {
    next: async (signal) => {
      for (;;) {
        if (!pending.isEmpty()) await gather(AbortSignal.any([signal, hurry.signal]))
        const batch = pending.take()
        if (batch !== null || endedAt !== null) return batch
        await once(reports, 'report', { signal })
      }
    },
    endedAt: () => endedAt ?? new Date(now()),
  }
  let rejection: string | null = null
  /** Why the launch, which has begun, cannot be sent now. */
  let interruption: string | null = null
  // The run of the tests must not fail because of its report.
  const delivery = deliver(persistent, delivered, source, watch).catch((error: unknown) => {
    if (stop.signal.aborted) return
    const isFinal = delivered.launchId === null || (error instanceof Rejected && !isRejectedForNow(error))
    if (isFinal) rejection = (error as Error).message
    else interruption = (error as Error).message
  })
  const earlier = sendUnsent(persistent, warn, { signal: stop.signal }).catch(() => [])
  const quarantined = readQuarantine(connection, stop.signal)
  const failed = new Map<string, TestStart>()
  const started = new Map<string, TestStart>()

  const startTest: Report['startTest'] = (given) => {
    if (rejection !== null) return
    const test = { ...given, ...boundedNames(given) }
    started.set(test.key, test)
    failed.delete(test.key)
    output.reset(test.key)
    pending.start(test)
    reports.emit('report')
  }
  const endTest: Report['endTest'] = (key, end) => {
    const test = started.get(key)
    started.delete(key)
    if (rejection !== null) return
    if (end.result === 'FAILED' && test) failed.set(key, test)
    pending.end(key, { ...end, reason: boundedReason(end.reason) })
    reports.emit('report')
  }

  const save = (why: string): void => {
    try {
      const { missingFiles } = saveUnsent(connection, delivered, {
        next: pending.take,
        endedAt: endedAt ?? new Date(now()),
      })
      const without = missingFiles === 0 ? '' : `, without ${missingFiles} files that could not be stored`
      warn(`${why}. The results are in ${UNSENT_FOLDER}, and are sent by the next run or assay upload${without}`)
    } catch (error) {
      warn(`${why}. The results could not be stored in ${UNSENT_FOLDER} either: ${(error as Error).message}`)
    }
  }
  const ignoreProcessEnd = beforeProcessEnds(() => {
    const hasBegun = delivered.launchId !== null || delivered.batches.length > 0 || !pending.isEmpty()
    if (rejection === null && hasBegun) save('The run was interrupted')
  })

  return {
    startTest,
    endTest,
    addTest: (start, end) => {
      startTest(start)
      endTest(start.key, end)
    },
    log: (key, level, text) => {
      const message = rejection === null ? output.take(key, clean(text).trimEnd()) : null
      if (message === null) return
      pending.log(key, { level, message, timestamp: now() })
      reports.emit('report')
    },
    quarantine: () => quarantined,
    end: async () => {
      endedAt = new Date(now())
      hurry.abort()
      reports.emit('report')
      const all = Promise.all([delivery, earlier])
      const isSettled = await within(connection.retryMs, all, calls, failure !== null)
      stop.abort()
      const [, addresses] = await all
      ignoreProcessEnd()
      for (const address of addresses) warn(`a launch of an earlier run was sent: ${address}`)
      if (rejection !== null) {
        warn(`the results are not reported: ${rejection}`)
        return false
      }
      describe({ delivered, dropped: pending.dropped(), failed: [...failed.values()], quarantine: await quarantined })
      if (isSettled && interruption === null) {
        process.stderr.write(`assay: ${launchAddress(connection, delivered.launchId)}\n`)
        return delivered.omitted.count === 0
      }
      save(interruption ?? failure ?? 'The time limit is over')
      return false
    },
  }
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * Calls `act` before the process exits, as by `process.exit` in a test, or a signal ends it. The process ends as it would without this. Returns a
 * function that stops this.
 */
const beforeProcessEnds = (act: () => void): (() => void) => {
  const endBy = (signal: NodeJS.Signals): void => {
    process.off(signal, endBy)
    // The framework has a listener, and ends the run itself; some no longer do at the next signal.
    if (process.listenerCount(signal) > 0) return void setImmediate(listen, signal)
    act()
    process.kill(process.pid, signal)
  }
  let isOver = false
  // The first one, because other listeners count those that remain.
  const listen = (signal: NodeJS.Signals): void => {
    if (!isOver) process.prependListener(signal, endBy)
  }
  process.on('exit', act)
  SIGNALS.forEach(listen)
  return () => {
    isOver = true
    process.off('exit', act)
    for (const signal of SIGNALS) process.off(signal, endBy)
  }
}

/** Waits until more reports have arrived, or the signal says that there will be none. Does not keep a process alive. */
const gather = async (signal: AbortSignal): Promise<void> => {
  await delay(GATHER_MS, undefined, { signal, ref: false }).catch(() => {})
}

/** Resolves with whether a promise settles in time, which is less while calls fail. */
const within = (
  limitMs: number,
  promise: Promise<unknown>,
  calls: EventEmitter,
  isFailing: boolean,
): Promise<boolean> =>
  new Promise((resolve) => {
    const giveUp = (): void => settle(false)
    const limit = setTimeout(giveUp, limitMs)
    let failing: NodeJS.Timeout | undefined
    const settle = (isInTime: boolean): void => {
      clearTimeout(limit)
      clearTimeout(failing)
      resolve(isInTime)
    }
    const fail = (): void => {
      failing ??= setTimeout(giveUp, Math.min(UNREACHABLE_MS, limitMs))
    }
    calls.on('failure', fail)
    calls.on('success', () => {
      clearTimeout(failing)
      failing = undefined
    })
    if (isFailing) fail()
    void promise.then(() => settle(true))
  })

const describe = ({
  delivered: { omitted },
  dropped,
  failed,
  quarantine,
}: {
  delivered: Delivered
  dropped: number
  failed: readonly TestStart[]
  quarantine: QuarantinedTests
}): void => {
  for (const test of failed) {
    const reason = quarantine.reasonOf(test)
    if (reason !== null) warn(`${test.name} failed, and is in quarantine: ${reason}`)
  }
  if (dropped > 0) warn(`${dropped} log lines and steps were dropped, because Assay did not take them in time`)
  if (omitted.count > 0) warn(`${omitted.count} results or files were left out: ${omitted.reason}`)
}
