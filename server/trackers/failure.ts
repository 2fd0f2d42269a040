/** Failed test of an issue. */
import type { ResultKind } from '../../contract/launches/launches.ts'
import { storable } from '../../contract/text-matching.ts'
import type { Db } from '../db/open.ts'
import type { FileStore } from '../files/store.ts'
import { conflict } from '../http/refusal.ts'
import { artifactUrl, findTest, readTestHistory } from '../launches/launches.ts'
import type { FailureFacts } from './draft.ts'
import type { IssueFile } from './tracker.ts'

export interface FailurePlace {
  projectId: number
  projectKey: string
  launchId: number
  testId: number
}

/** Larger pictures are linked instead of uploaded. */
const MAX_FILE_BYTES = 10 * 1024 * 1024

/** Throws 404, and 409 for a test that has not failed with a message. */
export const findFailure = async (db: Db, place: FailurePlace) => {
  const test = await findTest(db, place)
  if (test.status !== 'FAILED' || test.message === null)
    throw conflict('Only failed tests with a message can be linked to an issue')
  return test
}
type Failure = Awaited<ReturnType<typeof findFailure>>

/** Counts the failed tests with these keys and no issue, including the test itself. */
export const countFailures = async (db: Db, test: Failure, keys: readonly string[]): Promise<number> => {
  if (keys.length === 0) return 1
  const { tests } = await db
    .selectFrom('test')
    .select(({ fn }) => fn.countAll<number>().as('tests'))
    .where('launch_id', '=', test.launch_id)
    .where('failure_key', 'in', keys.map(storable))
    .where('status', '=', 'FAILED')
    .where('issue_id', 'is', null)
    .executeTakeFirstOrThrow()
  return Math.max(1, tests)
}

export const factsOf = async (
  db: Db,
  test: Failure,
  { place, tests, publicUrl }: { place: FailurePlace; tests: number; publicUrl: string },
): Promise<FailureFacts> => {
  const [launch, { items }] = await Promise.all([
    db
      .selectFrom('launch')
      .select(['name', 'number', 'build'])
      .where('id', '=', test.launch_id)
      .executeTakeFirstOrThrow(),
    readTestHistory(db, test),
  ])
  const launchUrl = `${publicUrl}/projects/${encodeURIComponent(place.projectKey)}/automation-launches/${place.launchId}`
  return {
    test: { name: test.name, className: test.class_name, url: `${launchUrl}/tests/${place.testId}` },
    launch: { title: `#${launch.number} ${launch.name}`, url: launchUrl, build: launch.build },
    stackTrace: test.reason ?? test.message ?? '',
    tests,
    history: items.map(({ kind, launchName, launchNumber, startTime }) => ({
      kind: KIND_LABELS[kind],
      launchTitle: `#${launchNumber} ${launchName}`,
      at: startTime.slice(0, 10),
    })),
  }
}

const KIND_LABELS: Record<ResultKind, string> = {
  passed: 'Passed',
  passedManually: 'Passed manually',
  failed: 'Failed',
  failedAsKnown: 'Failed, known issue',
  skipped: 'Skipped',
  blocked: 'Blocked',
  aborted: 'Aborted',
  inProgress: 'In progress',
}

/** Resolves with the last screenshot of the last attempt. */
export const findScreenshot = async (db: Db, test: Failure) => {
  const row = await db
    .selectFrom('artifact as a')
    .innerJoin('file as f', 'f.hash', 'a.file_hash')
    .select(['a.public_id', 'a.name', 'a.file_hash', 'f.size_bytes', 'f.content_type'])
    .where('a.test_id', '=', test.id)
    .where('a.attempt', '=', test.attempt)
    .where('a.kind', '=', 'screenshot')
    .orderBy('a.at', 'desc')
    .orderBy('a.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row === undefined ? null : { ...row, url: artifactUrl(row.public_id, row.name) }
}
export type Screenshot = NonNullable<Awaited<ReturnType<typeof findScreenshot>>>

/** Null when it is too large to upload. */
export const readScreenshot = async (files: FileStore, shot: Screenshot): Promise<IssueFile | null> => {
  if (shot.size_bytes > MAX_FILE_BYTES) return null
  const parts: Buffer[] = []
  for await (const part of files.read(shot.file_hash) as AsyncIterable<Buffer>) parts.push(part)
  return { name: shot.name, contentType: shot.content_type, bytes: Buffer.concat(parts) }
}
