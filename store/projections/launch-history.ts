import type { FailureCause, LaunchEvents } from '../../contract/launches/launch-events.ts'
import { TestsQuery, type LaunchTest } from '../../contract/launches/launch-tests.ts'
import { kindOf, NO_STATISTICS, type Statistics } from '../../contract/launches/launches.ts'
import { LIMITS } from '../../contract/limits.ts'
import { toRecord } from '../log/log-stream.ts'
import { damageOf, type LogRecord } from '../log/record.ts'
import { testEvents } from './launch-events.ts'
import { foldAll } from './projection.ts'
import { listOf } from './rows.ts'
import { tests, testsWindow, type TestsWindow } from './tests.ts'

/** Maximum events to fold for any moment. */
export const CHECKPOINT_EVERY = 500

/**
 * Events of a launch's tests, with a state after every `CHECKPOINT_EVERY` of them. Position 0 is before the first event, position n after n
 * events.
 */
export type LaunchHistory = Pick<LaunchEvents, 'source' | 'reason' | 'keptDays'> & {
  events: readonly LogRecord[]
  checkpoints: readonly TestsWindow[]
  /** Number of the last read event, about tests or not. */
  read: number
  /** Causes of read failures, by failure key. */
  causes: ReadonlyMap<string, FailureCause>
  /** There are more events than `LIMITS.historyEvents`: later ones are not loaded. */
  isCut: boolean
  /** First positions after which another test has failed. */
  failures: readonly number[]
  /** Position at which the launch ended; null while in progress. */
  end: number | null
}

/** Maximum number of marked failures. */
const MAX_FAILURES = 3

/** Query for all tests of a launch on one page, in the default order. */
const before = testsWindow({
  items: [],
  total: 0,
  query: { ...TestsQuery.parse({}), pageSize: Number.MAX_SAFE_INTEGER },
})

export const emptyHistory: LaunchHistory = {
  source: 'events',
  reason: null,
  keptDays: 0,
  events: [],
  checkpoints: [before],
  read: 0,
  causes: new Map(),
  isCut: false,
  failures: [],
  end: null,
}

/** Adds the next page. Each event is folded once, by the same fold as live events. */
export function extendHistory(history: LaunchHistory, page: LaunchEvents): LaunchHistory {
  const { source, reason, keptDays } = page
  const records = page.events.map(toRecord).filter(({ sequence }) => sequence > history.read)
  const more = records.filter((record) => isOfTest(record) && damageOf(record, testEvents) === null)
  const events = [...history.events, ...more.slice(0, LIMITS.historyEvents - history.events.length)]
  return {
    source,
    reason,
    keptDays,
    events,
    checkpoints: withCheckpoints(history.checkpoints, events),
    read: Math.max(history.read, page.next ?? page.last),
    causes: withCauses(history.causes, page.causes),
    isCut: history.events.length + more.length > LIMITS.historyEvents,
    failures: withFailures(history, events),
    end: history.end ?? endIn(history, records, page),
  }
}

const withCauses = (known: LaunchHistory['causes'], more: readonly FailureCause[]): LaunchHistory['causes'] =>
  more.length === 0 ? known : new Map([...known, ...more.map((cause) => [cause.failureKey, cause] as const)])

const isOfTest = ({ type }: LogRecord): boolean => Object.hasOwn(testEvents, type)

function withCheckpoints(known: readonly TestsWindow[], events: readonly LogRecord[]): readonly TestsWindow[] {
  const checkpoints = [...known]
  for (let at = checkpoints.length * CHECKPOINT_EVERY; at <= events.length; at += CHECKPOINT_EVERY)
    checkpoints.push(foldAll(tests, checkpoints.at(-1) ?? before, events.slice(at - CHECKPOINT_EVERY, at)))
  return checkpoints
}

function withFailures({ failures, events: known }: LaunchHistory, events: readonly LogRecord[]): readonly number[] {
  const found = [...failures]
  for (let at = known.length; at < events.length && found.length < MAX_FAILURES; at += 1) {
    const event = events[at]
    if (event?.type === 'test/finished' && (event.payload as LaunchTest).status === 'FAILED') found.push(at + 1)
  }
  return found
}

/** The pass rate is announced at a launch's end. Tests that are reported by their starts and ends are all tests of the launch. */
function endIn(history: LaunchHistory, records: readonly LogRecord[], { source, next }: LaunchEvents): number | null {
  if (source === 'tests') return next === null ? history.events.length + records.length : null
  const at = records.findIndex(({ type }) => type === 'launch/pass-rate')
  return at < 0 ? null : history.events.length + records.slice(0, at).filter(isOfTest).length
}

/** A launch's tests at a moment. */
export type Moment = {
  /** Time of the last event, epoch ms; null before the first. */
  at: number | null
  /** In order of their starts. */
  tests: readonly LaunchTest[]
  statistics: Statistics
}

/** Folds from the checkpoint before the position. */
export function momentAt({ events, checkpoints }: LaunchHistory, position: number): Moment {
  const index = Math.min(Math.floor(position / CHECKPOINT_EVERY), checkpoints.length - 1)
  const from = checkpoints[index] ?? before
  const window = foldAll(tests, from, events.slice(index * CHECKPOINT_EVERY, position))
  const held = listOf(window.rows)
  return { at: events[position - 1]?.at ?? null, tests: held, statistics: statisticsOf(held) }
}

function statisticsOf(held: readonly LaunchTest[]): Statistics {
  const counts = { ...NO_STATISTICS }
  for (const test of held) counts[kindOf(test)] += 1
  return counts
}
