/** Stores files of a run as artifacts of its launch. */
import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { ARTIFACT_LIMITS } from '../../../contract/launchers/worker-protocol.ts'
import type { Db } from '../../db/open.ts'
import type { FileStore } from '../../files/store.ts'
import { Refusal } from '../../http/refusal.ts'
import { addArtifact, type Writer } from '../../launches/launches.ts'
import type { Execution } from './leases.ts'
import { ArtifactRefused } from './problems.ts'

export interface ArtifactParts {
  db: Db
  writer: Writer
  files: FileStore
}

/** Stores a file once, even when it is sent repeatedly. Throws `ArtifactRefused` when it is too large. */
export const keepArtifact = async (
  { db, writer, files }: ArtifactParts,
  { launchId, lease }: Execution,
  name: string,
  content: Readable,
): Promise<void> => {
  const { hash } = await files.put(content, name, ARTIFACT_LIMITS.bytes).catch((error: unknown) => {
    throw error instanceof Refusal ? new ArtifactRefused(error.message, { cause: error }) : error
  })
  const { started_by: userId } = await db
    .selectFrom('launch')
    .select('started_by')
    .where('id', '=', launchId)
    .executeTakeFirstOrThrow()
  const key = `artifact ${createHash('sha256').update(`${lease} ${name}`).digest('hex')}`
  const upload = { kind: 'file' as const, name, hash, at: Date.now() }
  await writer.submitOnce(
    userId === null ? null : { userId, key, request: hash },
    addArtifact({ launchId }, upload),
    () => ({}),
  )
}
