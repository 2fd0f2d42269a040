import { isUnderWay } from '../../../contract/launches/launches.ts'
import { mergeOrigins } from '../../../contract/launches/launch-origin.ts'
import { PARTIAL_LABEL } from '../../../contract/launches/result-import.ts'
import type { Db } from '../../db/open.ts'
import { conflict, wrongField } from '../../http/refusal.ts'
import { addLabels } from '../reporting/labels.ts'
import { touchOrReviveLaunch } from '../reporting/touch-launch.ts'
import type { LaunchRow } from '../rows.ts'
import { deleteTestsOfShard } from '../shards/drop-shard.ts'
import type { Operation } from '../writer/operation.ts'
import type { Writer } from '../writer/writer.ts'
import type { Destination, ImportPlace, ImportRequest } from './run.ts'

/** A part of the reports of a launch in progress. */
export interface PartOf {
  /** Uuid of the launch. */
  launch: string
  /** Chosen by the caller: a part that is sent again replaces its tests. */
  part: number
}

/**
 * Resolves with the launch in progress that an import adds its part to, without ending it. Deletes the tests of an earlier import of the
 * part. Throws 400 for an unknown launch or one of shards, and 409 for one that has ended.
 */
export const beginPart = async (
  { db, writer }: { db: Db; writer: Writer },
  { projectId }: ImportPlace,
  requested: ImportRequest,
  { launch: uuid, part }: PartOf,
): Promise<Destination> => {
  const found = await db
    .selectFrom('launch')
    .select(['id', 'build_key'])
    .where('project_id', '=', projectId)
    .where('uuid', '=', uuid)
    .executeTakeFirst()
  if (found === undefined) throw wrongField('launch', 'The launch does not exist')
  if (found.build_key !== null) throw wrongField('launch', 'The launch has shards: name the shard')
  const launch = await writer.submit(joinLaunch(found.id, requested))
  const dropTests = () => deleteTestsOfShard(db, writer, launch.id, part)
  await dropTests()
  return { launch, shard: part, end: () => keepRunning(launch.id), drop: dropTests }
}

/** Adds what the reports say of the launch and its agent did not. */
const joinLaunch = (launchId: number, requested: ImportRequest): Operation<LaunchRow> => ({
  needs: { launches: [launchId] },
  apply: (batch) => {
    const row = touchOrReviveLaunch(batch.launch(launchId), batch.now)
    if (!isUnderWay(row.status)) throw conflict('The launch has ended')
    const after: LaunchRow = {
      ...row,
      framework: row.framework ?? requested.framework,
      environment: row.environment ?? (requested.environment || null),
      build: row.build ?? (requested.build || null),
      origin: mergeOrigins(row.origin, requested.origin),
      labels: requested.isPartial ? addLabels(row.labels, [PARTIAL_LABEL]) : row.labels,
    }
    batch.setLaunch(after)
    return after
  },
})

const keepRunning = (launchId: number): Operation<LaunchRow> => ({
  needs: { launches: [launchId] },
  apply: (batch) => {
    const row = touchOrReviveLaunch(batch.launch(launchId), batch.now)
    batch.setLaunch(row)
    return row
  },
})
