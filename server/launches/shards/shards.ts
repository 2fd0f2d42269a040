import type { Shard } from '../../../contract/launches/shards.ts'
import { mergeOrigins } from '../../../contract/launches/launch-origin.ts'
import type { Label } from '../../../contract/launches/launches.ts'
import { PARTIAL_LABEL } from '../../../contract/launches/result-import.ts'
import type { StartLaunch } from '../../../contract/launches/reporting.ts'
import { wrongField } from '../../http/refusal.ts'
import type { ShardPart, StoredShards } from '../../db/column-types.ts'
import { finishLaunch } from '../reporting/launch-endings.ts'
import { newLaunch, originOf } from '../reporting/launch-operations.ts'
import { recount } from '../result.ts'
import { shardsOf, type LaunchRow } from '../rows.ts'
import type { Operation } from '../writer/operation.ts'

/** A shard, the launch that it belongs to, and what sends it. */
export interface ShardOf {
  buildKey: string
  shard: Shard
  /** Id of the import or of the agent's launch. */
  id: string
  /** Hash of the imported files; null for an agent. */
  hash: string | null
  /** A part of its reports is lost. */
  isPartial: boolean
}

/**
 * `begun`: its tests may be added, and `replaces` tells whether the launch has earlier ones of this shard. `known`: the same content has been
 * imported. `busy`: another call imports this shard.
 */
export type Joined = { launch: LaunchRow } & ({ state: 'begun'; replaces: boolean } | { state: 'known' | 'busy' })

/**
 * Adds a shard to the launch with its build key, or starts that launch. A launch that has ended is in progress again, unless a user ended
 * it. Throws 400 if other shards have announced another number of them.
 */
export const joinShard = (
  projectId: number,
  userId: number,
  given: StartLaunch,
  { buildKey, shard, id, hash, isPartial }: ShardOf,
): Operation<Joined> => ({
  needs: { buildKeys: [{ projectId, buildKey }], numbersIn: [projectId], creates: 'launch' },
  apply: (batch) => {
    const begun: ShardPart = { index: shard.index, id, hash, isPartial, endedAt: null }
    const known = batch.launchByBuildKey(projectId, buildKey)
    if (known?.shards == null) {
      const uuid = crypto.randomUUID()
      const launch: LaunchRow = {
        ...newLaunch(batch, { projectId, userId, uuid, status: 'IN_PROGRESS', given }),
        build_key: buildKey,
        ...withShards([], { total: shard.total, parts: [begun] }),
      }
      batch.setLaunch(launch)
      return { launch, state: 'begun', replaces: false }
    }
    if (known.shards.total !== shard.total)
      throw wrongField('shard', `Other shards of this build say that there are ${known.shards.total} of them`)
    const earlier = partOf(known.shards, shard.index)
    if (hash !== null && earlier !== undefined && earlier.hash !== null && earlier.id !== id) {
      if (earlier.endedAt === null) return { launch: known, state: 'busy' }
      if (earlier.hash === hash) return { launch: known, state: 'known' }
    }
    const launch: LaunchRow = {
      ...known,
      ...(known.ended_by === 'user' ? {} : { status: 'IN_PROGRESS', ended_at: null, ended_by: null }),
      framework: known.framework ?? given.framework,
      environment: known.environment ?? given.config?.environment ?? null,
      build: known.build ?? given.config?.build ?? null,
      origin: mergeOrigins(known.origin, originOf(given)),
      started_at: given.startedAt < known.started_at ? given.startedAt : known.started_at,
      heard_at: batch.now,
      ...withShards(known.labels, withPart(known.shards, begun)),
    }
    batch.setLaunch(launch)
    return { launch, state: 'begun', replaces: earlier !== undefined }
  },
})

/** Ends a shard. With the last one the launch ends, at the latest end of all of them. */
export const endShard = (launchId: number, index: number, endedAt: Date | null): Operation<LaunchRow> => ({
  needs: finishLaunch(launchId, endedAt).needs,
  apply: (batch) => {
    const row = batch.launch(launchId)
    const part = row.shards === null ? undefined : partOf(row.shards, index)
    if (row.shards === null || part === undefined) throw wrongField('shard', `Shard ${index} has not begun`)
    const shards = withPart(row.shards, { ...part, endedAt: (endedAt ?? batch.now).toISOString() })
    const after = { ...row, shards, heard_at: batch.now }
    batch.setLaunch(after)
    if (shardsOf(shards).done < shards.total) return after
    const ends = shards.parts.map((one) => Date.parse(one.endedAt ?? ''))
    return finishLaunch(launchId, new Date(Math.max(...ends))).apply(batch)
  },
})

/** Deletes tests of an earlier or interrupted import of a shard. */
export const deleteTests = (launchId: number, tests: readonly number[]): Operation<void> => ({
  needs: { launches: [launchId], tests },
  apply: (batch) => {
    const launch = { ...batch.launch(launchId) }
    for (const id of tests) {
      const test = batch.findTest(launchId, id)
      if (test === null) continue
      recount(launch, test, null)
      batch.deleteTest(id)
    }
    batch.setLaunch(launch)
  },
})

/** Removes the shard that an import has begun and not ended; also the launch, if it was its only one. */
export const leaveShard = (launchId: number, id: string): Operation<void> => ({
  needs: { launches: [launchId] },
  apply: (batch) => {
    const held = batch.launches.get(launchId)
    if (!held?.row?.shards) return
    const { total, parts } = held.row.shards
    const others = parts.filter((part) => part.id !== id || part.endedAt !== null)
    if (others.length === parts.length) return
    if (others.length > 0) batch.setLaunch({ ...held.row, ...withShards(held.row.labels, { total, parts: others }) })
    else batch.launches.set(launchId, { before: held.before, row: null })
  },
})

/** Marks a launch while a part of the reports of one of its shards is lost. */
const withShards = (labels: Label[], shards: StoredShards): Pick<LaunchRow, 'shards' | 'labels'> => {
  const others = labels.filter(({ key, value }) => key !== PARTIAL_LABEL.key || value !== PARTIAL_LABEL.value)
  return { shards, labels: shards.parts.some(({ isPartial }) => isPartial) ? [...others, PARTIAL_LABEL] : others }
}

const partOf = ({ parts }: StoredShards, index: number): ShardPart | undefined =>
  parts.find((part) => part.index === index)

const withPart = ({ total, parts }: StoredShards, part: ShardPart): StoredShards => ({
  total,
  parts: [...parts.filter(({ index }) => index !== part.index), part],
})
