import { randomUUID } from 'node:crypto'
import { isTrace } from '../../../contract/launches/traces.ts'
import type { Db } from '../../db/open.ts'
import { cut } from '../../db/storable.ts'
import { notFound, wrongField } from '../../http/refusal.ts'
import type { Batch } from '../writer/batch.ts'
import type { Operation } from '../writer/operation.ts'
import { touchOrReviveLaunch } from './touch-launch.ts'

/** Stored file; `hash` identifies its bytes. */
export interface Upload {
  kind: 'file' | 'screenshot' | 'video'
  name: string
  hash: string
  /** Epoch ms. */
  at: number
}

/** `attempt`: without it, the last one of the test. `step`: index of the step of the attempt that the file belongs to. */
export type UploadTarget = { launchId: number } & (
  | { testId: number; attempt?: number; step?: number | null }
  | { sessionId: number }
  | object
)

/** Returns the kind of an attachment of a test by the first bytes of its file, as it will be shown. */
export const kindOfAttachment = (contentType: string): Upload['kind'] => {
  if (contentType.startsWith('image/')) return 'screenshot'
  return contentType.startsWith('video/') ? 'video' : 'file'
}

/** Cleans a file name for display: removes control characters. It is never used as a path. */
export const shownName = (name: string | undefined): string => {
  const plain = (name ?? '')
    .toWellFormed()
    .replace(/[\u0000-\u001f\u007f]/g, '')
    .trim()
  return plain === '' ? 'file' : cut(plain, 500)
}

/** Throws 404 before the file is read when its target does not exist. */
export const requireTarget = async (db: Db, target: UploadTarget): Promise<void> => {
  if ('testId' in target) await requireRow(db, 'test', target.testId, target.launchId)
  else if ('sessionId' in target) await requireRow(db, 'test_session', target.sessionId, target.launchId)
}

const requireRow = async (db: Db, table: 'test' | 'test_session', id: number, launchId: number): Promise<void> => {
  const row = await db
    .selectFrom(table)
    .select('id')
    .where('id', '=', id)
    .where('launch_id', '=', launchId)
    .executeTakeFirst()
  if (!row) throw notFound(`${table === 'test' ? 'Test' : 'Session'} ${id} does not exist in launch ${launchId}`)
}

/** Attaches an uploaded file to a launch, a test or a session; 404 when the target does not exist. Equal uploads are not merged. */
export const addArtifact = (target: UploadTarget, upload: Upload): Operation<void> => {
  const { launchId } = target
  const testId = 'testId' in target ? target.testId : null
  const sessionId = 'sessionId' in target ? target.sessionId : null
  return {
    needs: {
      launches: [launchId],
      tests: testId === null ? [] : [testId],
      sessions: sessionId === null ? [] : [sessionId],
    },
    apply: (batch) => {
      const launch = batch.launch(launchId)
      const test = testId === null ? null : batch.test(launchId, testId)
      if (sessionId !== null) batch.session(launchId, sessionId)
      const last = test?.attempt ?? 1
      const attempt = 'attempt' in target ? (target.attempt ?? last) : last
      if (attempt > last) throw wrongField('attempt', `The test has ${last} of them`)
      batch.setLaunch(touchOrReviveLaunch(launch, batch.now))
      const step = 'step' in target ? (target.step ?? null) : null
      addRow(batch, { launchId, testId, sessionId, attempt, step }, upload)
      if (test && upload.kind !== 'screenshot' && (attempt === last || isTrace(upload)))
        batch.setTest({
          ...test,
          artifacts_count: test.artifacts_count + (attempt === last ? 1 : 0),
          has_trace: test.has_trace || isTrace(upload),
        })
      if (testId === null && sessionId === null) batch.artifactsChanged.add(launchId)
    },
  }
}

const addRow = (
  batch: Batch,
  at: { launchId: number; testId: number | null; sessionId: number | null; attempt: number; step: number | null },
  { kind, name, hash, at: taken }: Upload,
): void => {
  batch.artifacts.push({
    public_id: randomUUID(),
    launch_id: at.launchId,
    test_id: at.testId,
    test_session_id: at.sessionId,
    kind,
    name,
    file_hash: hash,
    attempt: at.attempt,
    step: at.step,
    at: taken,
  })
}
