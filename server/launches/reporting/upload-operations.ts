import { randomUUID } from 'node:crypto'
import { artifactKey, type Batch } from '../writer/batch.ts'
import type { Operation } from '../writer/writer.ts'

/** A file that is stored already: `hash` names its bytes. */
export interface Upload {
  kind: 'file' | 'screenshot' | 'video'
  name: string
  hash: string
  /** Epoch ms. */
  at: number
}

export type UploadTarget = { launchId: number } & ({ testId: number } | { sessionId: number } | object)

/** Hangs an uploaded file on a launch, a test or a session. 404 where there is none; the same upload once more changes nothing. */
export const addArtifact = (target: UploadTarget, upload: Upload): Operation<void> => {
  const { launchId } = target
  const testId = 'testId' in target ? target.testId : null
  const sessionId = 'sessionId' in target ? target.sessionId : null
  return {
    needs: {
      launches: [launchId],
      tests: testId === null ? [] : [testId],
      sessions: sessionId === null ? [] : [sessionId],
      artifactsLike: [{ launchId, testId, sessionId, hash: upload.hash, name: upload.name }],
    },
    apply: (batch) => {
      const launch = batch.launch(launchId)
      const test = testId === null ? null : batch.test(launchId, testId)
      if (sessionId !== null) batch.session(launchId, sessionId)
      batch.setLaunch({ ...launch, heard_at: batch.now })
      const key = artifactKey({ launchId, testId, sessionId, hash: upload.hash, name: upload.name })
      if (batch.knownArtifacts.has(key)) return
      batch.knownArtifacts.add(key)
      addRow(batch, { launchId, testId, sessionId, attempt: test?.attempt ?? 1 }, upload)
      if (test && upload.kind !== 'screenshot') batch.setTest({ ...test, artifacts_count: test.artifacts_count + 1 })
      if (testId === null && sessionId === null) batch.retold.add(launchId)
    },
  }
}

const addRow = (
  batch: Batch,
  at: { launchId: number; testId: number | null; sessionId: number | null; attempt: number },
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
    at: taken,
  })
}
