import type { Label } from '../../../contract/launches/launches.ts'
import type { FinishTest, StartTest } from '../../../contract/launches/reporting.ts'
import { wrongField } from '../../http/refusal.ts'
import { failureOf, NO_FAILURE, NO_TAG, tagOfFailure } from '../failure.ts'
import { recount, settleStatus } from '../result.ts'
import { testIdentity } from '../../../contract/launches/test-identity.ts'
import type { LaunchRow, TestRow } from '../rows.ts'
import type { Batch, Needs } from '../writer/batch.ts'
import type { Operation } from '../writer/operation.ts'
import { touchOrReviveLaunch } from './touch-launch.ts'
import { addLabels, addReferences, addTestCases, sortLabels } from './labels.ts'

/** Returns the first user name of a maintainer field, in the form of the lookup. */
const nameOf = (maintainer: string | null): string | null => maintainer?.split(',')[0]?.trim().toLowerCase() || null

const maintainerOf = (batch: Batch, maintainer: string | null) => {
  const name = nameOf(maintainer)
  return { owner: maintainer?.trim() || null, maintainer_id: name === null ? null : (batch.people.get(name) ?? null) }
}

const needsOf = (launchId: number, tests: number[], maintainer: string | null): Needs => {
  const name = nameOf(maintainer)
  return { launches: [launchId], tests, usernames: name === null ? [] : [name] }
}

/** Stores the launch with its new status, and its agent's sign of life. */
const touch = (batch: Batch, launch: LaunchRow): void => {
  const row = touchOrReviveLaunch(launch, batch.now)
  settleStatus(row)
  batch.setLaunch(row)
}

const identityOf = ({ className, methodName, name, argumentsIndex }: StartTest): string =>
  testIdentity(className, methodName ?? name, argumentsIndex)

/** Suffix that frameworks append to the name of a test that they repeat. */
const REPEATED = /[([](?:InvCount\s{0,3}=\s{0,3}\d{1,9}|(?:retry|rerun|attempt)[\s#:]{0,3}\d{0,9})[)\]]$/i
const isRepeated = ({ name }: StartTest): boolean => REPEATED.test(name?.trimEnd() ?? '')

/** Returns the failed test that this one repeats under another name: the newest of its identity, which ended before this one starts. */
const repeatedTest = (batch: Batch, launchId: number, given: StartTest): TestRow | null => {
  if (!isRepeated(given)) return null
  const identity = identityOf(given)
  const plain = (name: string | null): string => (name ?? '').trimEnd().replace(REPEATED, '').trim()
  const newest = [...batch.tests.values()]
    .flatMap(({ row }) => (row?.launch_id === launchId && row.identity === identity ? [row] : []))
    .toSorted((a, b) => a.id - b.id)
    .at(-1)
  const hasFailed = newest?.status === 'FAILED' || newest?.status === 'SKIPPED' || newest?.status === 'ABORTED'
  const isBefore = newest !== undefined && (newest.ended_at ?? newest.started_at) <= given.startedAt
  return hasFailed && isBefore && newest.name !== given.name && plain(newest.name) === plain(given.name) ? newest : null
}

const fieldsOf = (batch: Batch, given: StartTest) => {
  const { labels, testCases } = sortLabels(given.labels)
  return {
    name: given.name ?? given.methodName ?? 'Unnamed test',
    class_name: given.className,
    method_name: given.methodName,
    arguments_index: given.argumentsIndex,
    identity: identityOf(given),
    correlation_data: given.correlationData,
    ...maintainerOf(batch, given.maintainer),
    labels: addLabels([], labels),
    test_cases: addTestCases([], testCases),
    test_groups: given.testGroups,
    started_at: given.startedAt,
  }
}

/** Only a headless test may lack a name, until it is identified. */
const requireName = (given: StartTest, headless: boolean): void => {
  if (!headless && given.name === null && given.methodName === null) throw wrongField('name', 'Must not be blank')
}

/**
 * Starts a test (protocol 2.5). A headless one gets its identity later. A repetition under a changed name is an attempt of the test that
 * failed, as if its agent had restarted it.
 */
export const startTest = (launchId: number, given: StartTest, headless: boolean): Operation<TestRow> => ({
  needs: {
    ...needsOf(launchId, [], given.maintainer),
    creates: 'test',
    ...(isRepeated(given) ? { testsOf: [{ launchId, identity: identityOf(given) }] } : {}),
  },
  apply: (batch) => {
    requireName(given, headless)
    const repeated = repeatedTest(batch, launchId, given)
    if (repeated !== null)
      return restartTest(launchId, repeated.id, { ...given, name: repeated.name }, headless).apply(batch)
    const launch = { ...batch.launch(launchId) }
    const row: TestRow = {
      id: batch.ids.test(),
      launch_id: launchId,
      project_id: launch.project_id,
      ...fieldsOf(batch, given),
      ...NO_FAILURE,
      ...NO_TAG,
      status: 'IN_PROGRESS',
      passed_manually: false,
      headless,
      issue_id: null,
      refs: [],
      attempt: 1,
      sessions_count: 0,
      artifacts_count: 0,
      shard: null,
      has_trace: false,
      ended_at: null,
    }
    batch.setTest(row)
    recount(launch, null, row)
    touch(batch, launch)
    return row
  },
})

/** Gives a headless test its identity; its id and everything reported so far are kept. */
export const identifyTest = (launchId: number, testId: number, given: StartTest): Operation<TestRow> => ({
  needs: needsOf(launchId, [testId], given.maintainer),
  apply: (batch) => {
    const before = batch.test(launchId, testId)
    const fields = fieldsOf(batch, given)
    const row: TestRow = {
      ...before,
      ...fields,
      labels: addLabels(before.labels, fields.labels),
      test_cases: addTestCases(before.test_cases, fields.test_cases),
      name: given.name ?? given.methodName ?? before.name,
      headless: false,
    }
    batch.setTest(row)
    touch(batch, { ...batch.launch(launchId) })
    return row
  },
})

/**
 * Starts a test again under its id: a rerun, or a retry in the same launch. The previous attempt is kept with its log and screenshots;
 * labels and links are reported again. A repeated call changes nothing.
 */
export const restartTest = (
  launchId: number,
  testId: number,
  given: StartTest,
  headless: boolean,
): Operation<TestRow> => ({
  needs: needsOf(launchId, [testId], given.maintainer),
  apply: (batch) => {
    requireName(given, headless)
    const before = batch.test(launchId, testId)
    const isRepeated = before.status === 'IN_PROGRESS' && before.started_at.getTime() === given.startedAt.getTime()
    if (isRepeated) return before
    const launch = { ...batch.launch(launchId) }
    batch.attempts.push({
      test_id: testId,
      attempt: before.attempt,
      status: before.status === 'IN_PROGRESS' ? 'ABORTED' : before.status,
      reason: before.reason,
      started_at: before.started_at,
      ended_at: before.ended_at ?? given.startedAt,
    })
    const row: TestRow = {
      ...before,
      ...fieldsOf(batch, given),
      ...NO_FAILURE,
      ...NO_TAG,
      name: given.name ?? given.methodName ?? before.name,
      correlation_data: given.correlationData ?? before.correlation_data,
      status: 'IN_PROGRESS',
      passed_manually: false,
      headless,
      issue_id: null,
      refs: [],
      attempt: before.attempt + 1,
      artifacts_count: 0,
      shard: null,
      ended_at: null,
    }
    batch.setTest(row)
    recount(launch, before, row)
    touch(batch, launch)
    return row
  },
})

/** Ends a test. The last of several calls counts, but a manual pass is kept. */
export const finishTest = (launchId: number, testId: number, given: FinishTest): Operation<TestRow> => {
  const { failures, apply } = endTest(launchId, given)
  return {
    needs: { launches: [launchId], tests: [testId], failures },
    apply: (batch) => apply(batch, testId),
  }
}

/** Returns what the end of a test needs, and the function that applies it to a test of the batch. */
export const endTest = (
  launchId: number,
  given: FinishTest,
): { failures: NonNullable<Needs['failures']>; apply: (batch: Batch, testId: number) => TestRow } => {
  const failure = failureOf(given.reason)
  const hasFailed = given.result === 'FAILED'
  return {
    failures: hasFailed ? [{ launchId, keys: [failure.failure_key] }] : [],
    apply: (batch, testId) => {
      const before = batch.test(launchId, testId)
      const launch = { ...batch.launch(launchId) }
      const end = given.endedAt ?? batch.now
      const after: TestRow = {
        ...before,
        ...failure,
        ...(hasFailed ? tagOfFailure(batch, before.project_id, failure.failure_key, before) : NO_TAG),
        status: given.result,
        ended_at: end,
      }
      const isRepeated =
        before.status === after.status && before.reason === after.reason && before.ended_at?.getTime() === end.getTime()
      if (isRepeated || before.passed_manually) return before
      batch.setTest(after)
      recount(launch, before, after)
      touch(batch, launch)
      return after
    },
  }
}

/** Deletes a test that its agent reverts, with everything reported for it. */
export const revertTest = (launchId: number, testId: number): Operation<void> => ({
  needs: { launches: [launchId], tests: [testId] },
  apply: (batch) => {
    const launch = { ...batch.launch(launchId) }
    const before = batch.findTest(launchId, testId)
    if (!before) return
    recount(launch, before, null)
    batch.deleteTest(testId)
    touch(batch, launch)
  },
})

const changeTest = (
  launchId: number,
  testId: number,
  change: (row: TestRow, batch: Batch) => Partial<TestRow>,
  maintainer: string | null = null,
): Operation<TestRow> => ({
  needs: needsOf(launchId, [testId], maintainer),
  apply: (batch) => {
    const before = batch.test(launchId, testId)
    const changes = change(before, batch)
    const isSame = (Object.keys(changes) as (keyof TestRow)[]).every((key) => changes[key] === before[key])
    const after = isSame ? before : { ...before, ...changes }
    if (!isSame) batch.setTest(after)
    touch(batch, { ...batch.launch(launchId) })
    return after
  },
})

export const setMaintainer = (launchId: number, testId: number, maintainer: string | null): Operation<TestRow> =>
  changeTest(launchId, testId, (_, batch) => maintainerOf(batch, maintainer), maintainer)

export const labelTest = (launchId: number, testId: number, given: readonly Label[]): Operation<TestRow> => {
  const { labels, testCases } = sortLabels(given)
  return changeTest(launchId, testId, (row) => ({
    labels: addLabels(row.labels, labels),
    test_cases: addTestCases(row.test_cases, testCases),
  }))
}

export const referTest = (
  launchId: number,
  testId: number,
  given: readonly { name: string; value: string }[],
): Operation<TestRow> => changeTest(launchId, testId, (row) => ({ refs: addReferences(row.refs, given) }))

export const linkTestCases = (
  launchId: number,
  testId: number,
  given: Parameters<typeof addTestCases>[1],
): Operation<TestRow> => changeTest(launchId, testId, (row) => ({ test_cases: addTestCases(row.test_cases, given) }))
