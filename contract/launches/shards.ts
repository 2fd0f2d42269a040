/** Launches that several parallel jobs of a build report together. */
import { z } from 'zod/mini'
import { MAX_SHARDS } from '../reports/test-file-split.ts'
import { clean } from './clean.ts'

const count = z.int().check(z.minimum(1), z.maximum(MAX_SHARDS))
/** One of the jobs, and their number. Counted from 1. */
export const Shard = z
  .object({ index: count, total: count })
  .check(z.refine(({ index, total }) => index <= total, 'There are fewer shards than that'))
export type Shard = z.infer<typeof Shard>

/** Same for all shards of a launch, and different for each launch of a project. */
export const BuildKey = z.pipe(
  z.string().check(z.trim(), z.minLength(1), z.maxLength(255, 'Must be between 1 and 255 characters')),
  z.transform((value: string) => clean(value)),
)

/** Parses `2/4`. */
export const ShardInQuery = z.pipe(
  z.string().check(z.regex(/^\s*\d{1,4}\/\d{1,4}\s*$/, 'Must be a shard and their number, as 2/4')),
  z.pipe(
    z.transform((text: string) => {
      const [index = 0, total = 0] = text.split('/').map(Number)
      return { index, total }
    }),
    Shard,
  ),
)

export const BOTH_OR_NEITHER = 'A shard needs a build key, and a build key needs a shard'

/** Shards of a launch in answers. */
export const LaunchShards = z.object({
  total: z.int(),
  /** Those that have ended. */
  done: z.int(),
  /** Indexes of those that have not begun. */
  missing: z.array(z.int()),
})
export type LaunchShards = z.infer<typeof LaunchShards>
