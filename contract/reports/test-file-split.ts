import { z } from 'zod/mini'
import { BODY_BYTES, defineCall } from '../call.ts'
import { InProject } from '../projects/projects.ts'

/** Maximum files of one split, and parallel jobs. */
export const MAX_SPLIT_FILES = 10_000
export const MAX_SHARDS = 256

export const TestFileSplit = z.object({
  /** One entry for each job: its files, and the sum of their expected durations. Each file is in exactly one. */
  shards: z.array(z.object({ files: z.array(z.string()), expectedMs: z.int() })),
  /** Number of files whose durations are known. The others count as the mean of these. */
  known: z.int(),
})
export type TestFileSplit = z.infer<typeof TestFileSplit>

const count = (max: number) => z.int().check(z.minimum(1), z.maximum(max))

/**
 * Distributes test files over parallel jobs, so that these take about as long as each other by the durations of recent launches. The jobs of
 * a build send the same request with the same idempotency key, and get the same answer although launches end meanwhile: otherwise a file
 * could be in two shards, or in none.
 */
export const splitTestFiles = defineCall({
  name: 'splitTestFiles',
  summary: 'Distributes test files over parallel jobs by their recent durations',
  method: 'POST',
  path: '/api/projects/:projectKey/test-file-splits',
  access: { project: 'launches:report' },
  reports: true,
  feature: 'test-automation',
  bodyBytes: BODY_BYTES.long,
  params: InProject,
  body: z.object({
    /** Paths with slashes, relative to the folder of the project. */
    files: z
      .array(z.string().check(z.minLength(1), z.maxLength(1000)))
      .check(z.minLength(1), z.maxLength(MAX_SPLIT_FILES)),
    shards: count(MAX_SHARDS),
    /** Name of the launches that count; if omitted, all. */
    launchName: z.optional(z.string().check(z.maxLength(2000))),
  }),
  answer: TestFileSplit,
})
export type SplitRequest = z.infer<typeof splitTestFiles.body>
