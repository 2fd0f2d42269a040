import type { Artifact } from '../../../contract/launches/launches.ts'
import type { TestSession } from '../../../contract/launches/test-details.ts'
import type { Db, Tx } from '../../db/open.ts'
import { deviceOf } from '../reporting/session-operations.ts'
import { artifactUrl } from '../rows.ts'

/** Resolves with the sessions of a test in the order of their start, each with its recordings. */
export const readTestSessions = async (db: Db | Tx, testId: number): Promise<TestSession[]> => {
  const sessions = await db
    .selectFrom('test_session as s')
    .innerJoin('test_session_test as own', 'own.test_session_id', 's.id')
    .selectAll('s')
    .where('own.test_id', '=', testId)
    .orderBy('s.id')
    .execute()
  if (sessions.length === 0) return []
  const ids = sessions.map(({ id }) => id)
  const [links, artifacts] = await Promise.all([
    db.selectFrom('test_session_test').selectAll().where('test_session_id', 'in', ids).orderBy('test_id').execute(),
    uploadsOf(db).select('a.test_session_id').where('a.test_session_id', 'in', ids).execute(),
  ])
  return sessions.map((session) => ({
    id: session.id,
    sessionId: session.session_id,
    status: session.status,
    failureReason: session.failure_reason,
    ...deviceOf(session),
    startedAt: session.started_at?.toISOString() ?? null,
    endedAt: session.ended_at?.toISOString() ?? null,
    testIds: links.flatMap((link) => (link.test_session_id === session.id ? [link.test_id] : [])),
    artifacts: artifacts.filter((artifact) => artifact.test_session_id === session.id).map(uploadOf),
    capabilities: session.capabilities ?? session.desired_capabilities ?? null,
  }))
}

/** Selects uploaded files in the order of arrival. */
export const uploadsOf = (db: Db | Tx) =>
  db
    .selectFrom('artifact as a')
    .innerJoin('file as f', 'f.hash', 'a.file_hash')
    .select(['a.name', 'a.public_id', 'a.kind', 'a.at', 'f.size_bytes'])
    .orderBy('a.id')

export const uploadOf = (row: {
  name: string
  public_id: string
  kind: 'file' | 'screenshot' | 'video'
  at: number
  size_bytes: number
}): Artifact => ({
  name: row.name,
  url: artifactUrl(row.public_id, row.name),
  kind: row.kind,
  sizeBytes: row.size_bytes,
  at: new Date(row.at).toISOString(),
})
