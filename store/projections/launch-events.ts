import { define } from 'superstruct'
import { RESULT_KINDS, type Launch, type Statistics } from '../../contract/launches/launches.ts'
import type { LaunchTest } from '../../contract/launches/launch-tests.ts'
import type { ChangedLaunch, ChangedTest } from '../../contract/live.ts'
import { isObject } from '../log/record.ts'

// Checks only what the folds rely on: the service has parsed the rest, and a newer server may send more. One predicate per payload, because
// a replay checks every record.
const hasId = (value: unknown, field: string): value is Record<string, unknown> =>
  isObject(value) && Number.isSafeInteger(value[field])

const hasCounts = (value: unknown): boolean =>
  isObject(value) && RESULT_KINDS.every((kind) => Number.isSafeInteger(value[kind]))

const LaunchRow = define<ChangedLaunch>(
  'Launch',
  (value) =>
    hasId(value, 'id') &&
    typeof value['name'] === 'string' &&
    typeof value['status'] === 'string' &&
    hasCounts(value['statistics']),
)

const LaunchStatistics = define<{ testRunId: number; reviewed: boolean } & Statistics>(
  'LaunchStatistics',
  (value) => hasId(value, 'testRunId') && typeof value['reviewed'] === 'boolean' && hasCounts(value),
)

/** Returns only the counts, as a row stores them. Written out: it runs for each event of a replay. */
export const statisticsOf = (counts: Statistics): Statistics => ({
  passed: counts.passed,
  passedManually: counts.passedManually,
  failed: counts.failed,
  failedAsKnown: counts.failedAsKnown,
  skipped: counts.skipped,
  blocked: counts.blocked,
  aborted: counts.aborted,
  inProgress: counts.inProgress,
})

const TestRow = define<ChangedTest>(
  'LaunchTest',
  (value) => hasId(value, 'id') && typeof value['name'] === 'string' && typeof value['status'] === 'string',
)

/** Events of a launch, in its project's stream and in its own. */
export const launchEvents = {
  'launch/started': LaunchRow,
  'launch/changed': LaunchRow,
  'launch/finished': LaunchRow,
  'launch/deleted': define<{ testRunId: number; before?: Launch }>('LaunchDeleted', (value) =>
    hasId(value, 'testRunId'),
  ),
  'launch/statistics': LaunchStatistics,
}

/** Only in a launch's own stream. */
export const testEvents = {
  'test/started': TestRow,
  'test/changed': TestRow,
  'test/finished': TestRow,
  'test/deleted': define<{ testId: number; before?: LaunchTest }>('TestDeleted', (value) => hasId(value, 'testId')),
}

export const passRateEvents = {
  'launch/pass-rate': define<{ testRunId: number; passRate: number | null }>(
    'LaunchPassRate',
    (value) => hasId(value, 'testRunId') && (value['passRate'] === null || typeof value['passRate'] === 'number'),
  ),
}

/** The row of an event, and its earlier version: null for a new one, `undefined` where the event does not say. */
export function rowChange<Row extends { id: number }>({ before, ...rest }: Row & { before?: Partial<Row> | null }) {
  // TypeScript does not infer that a generic type without `before` is the row type.
  const after = rest as unknown as Row
  return { id: after.id, after, before: before ? { ...after, ...before } : before }
}
