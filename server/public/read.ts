import { z } from 'zod/mini'
import { TestsQuery } from '../../contract/launches/launch-tests.ts'
import type { LogEntry } from '../../contract/launches/test-details.ts'
import type { Artifact } from '../../contract/launches/launches.ts'
import { ERROR_CODES } from '../../contract/errors.ts'
import {
  getPublicExploratorySession,
  getPublicLaunch,
  getPublicTest,
  getPublicTestPlan,
  getPublicTestRun,
  listPublicTests,
  listPublicTestSteps,
  type PublicTestsQuery,
} from '../../contract/public/public-access.ts'
import { PUBLIC_TEXTS } from '../../contract/public/texts.ts'
import type { Visitor } from '../access/visitors.ts'
import type { Db } from '../db/open.ts'
import { observationsOf, readSessions } from '../exploratory/exploratory.ts'
import { Refusal } from '../http/refusal.ts'
import { findTest, readLaunch, readTest, readTestLogs, readTests, readTestSteps } from '../launches/launches.ts'
import { reportPlan } from '../plans/plans.ts'
import { reportRun } from '../runs/runs.ts'
import { publicFiles, publicFileUrl } from './files.ts'

// Responses are parsed by the contract, which drops unlisted fields: a field that is added to launches later does not become public by
// accident.

const launchOf = ({ projectId, resource }: Visitor) => ({ projectId, launchId: Number(resource.id) })

const withPublicFiles =
  ({ linkId }: Visitor) =>
  <Item extends Artifact | LogEntry>(item: Item): Item =>
    item.url === null ? item : { ...item, url: publicFileUrl(linkId, item.url) }

export const readPublicLaunch = async (db: Db, visitor: Visitor): Promise<z.infer<typeof getPublicLaunch.answer>> => {
  const { projectId, launchId } = launchOf(visitor)
  const { launch } = await readLaunch(db, projectId, launchId)
  const artifacts = launch.artifacts.map(withPublicFiles(visitor))
  return z.parse(getPublicLaunch.answer, { launch: { ...launch, artifacts } })
}

export const readPublicTests = async (
  db: Db,
  visitor: Visitor,
  query: PublicTestsQuery,
): Promise<z.infer<typeof listPublicTests.answer>> => {
  const { projectId, launchId } = launchOf(visitor)
  return z.parse(
    listPublicTests.answer,
    await readTests(db, projectId, launchId, { ...z.parse(TestsQuery, {}), ...query }),
  )
}

export const readPublicTest = async (
  db: Db,
  visitor: Visitor,
  testId: number,
): Promise<z.infer<typeof getPublicTest.answer>> => {
  const test = await readTest(db, { ...launchOf(visitor), testId })
  return z.parse(getPublicTest.answer, { ...test, artifacts: test.artifacts.map(withPublicFiles(visitor)) })
}

/** Resolves with the whole stored test: parse what you answer with. */
export const findPublicTest = (db: Db, visitor: Visitor, testId: number): ReturnType<typeof findTest> =>
  findTest(db, { ...launchOf(visitor), testId })

export const readPublicTestLogs = async (
  parts: Parameters<typeof readTestLogs>[0],
  visitor: Visitor,
  testId: number,
  query: Parameters<typeof readTestLogs>[3],
): ReturnType<typeof readTestLogs> => {
  const { id, attempt } = await findPublicTest(parts.db, visitor, testId)
  const { items, nextPageToken } = await readTestLogs(parts, id, query.attempt ?? attempt, query)
  return { items: items.map(withPublicFiles(visitor)), nextPageToken }
}

export const readPublicTestSteps = async (
  db: Db,
  visitor: Visitor,
  testId: number,
  requested: number | undefined,
): Promise<z.infer<typeof listPublicTestSteps.answer>> => {
  const { id, attempt } = await findPublicTest(db, visitor, testId)
  const { artifacts, ...steps } = await readTestSteps(db, id, requested ?? attempt)
  return z.parse(listPublicTestSteps.answer, { ...steps, artifacts: artifacts.map(withPublicFiles(visitor)) })
}

export const readPublicSession = async (
  db: Db,
  { linkId, projectId, resource }: Visitor,
): Promise<z.infer<typeof getPublicExploratorySession.answer>> => {
  const [[session], items] = await Promise.all([
    readSessions(db, projectId, [resource.id]),
    observationsOf(db, resource.id),
  ])
  if (!session) throw new Refusal(404, ERROR_CODES.publicResourceNotFound, PUBLIC_TEXTS.linkUnknown)
  return z.parse(getPublicExploratorySession.answer, { files: publicFiles(linkId), session, items })
}

export const readPublicTestRun = async (db: Db, visitor: Visitor): Promise<z.infer<typeof getPublicTestRun.answer>> => {
  const { id, ...head } = await headOf(db, 'test_run', visitor)
  return z.parse(getPublicTestRun.answer, { ...head, report: await reportRun(db, await projectOf(db, visitor), id) })
}

export const readPublicTestPlan = async (
  db: Db,
  visitor: Visitor,
): Promise<z.infer<typeof getPublicTestPlan.answer>> => {
  const { id, ...head } = await headOf(db, 'test_plan', visitor)
  return z.parse(getPublicTestPlan.answer, { ...head, report: await reportPlan(db, await projectOf(db, visitor), id) })
}

const headOf = async (db: Db, table: 'test_run' | 'test_plan', { projectId, resource }: Visitor) => {
  const row = await db
    .selectFrom(table)
    .select(['id', 'title', 'closed_at'])
    .where('id', '=', Number(resource.id))
    .where('project_id', '=', projectId)
    .executeTakeFirst()
  if (!row) throw new Refusal(404, ERROR_CODES.publicResourceNotFound, PUBLIC_TEXTS.linkUnknown)
  return { id: row.id, title: row.title, closed: row.closed_at !== null }
}

const projectOf = (db: Db, { projectId }: Visitor): Promise<{ id: number; key: string }> =>
  db.selectFrom('project').select(['id', 'key']).where('id', '=', projectId).executeTakeFirstOrThrow()
