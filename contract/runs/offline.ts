import { z } from 'zod/mini'
import { defineCall } from '../call.ts'
import { InRun, RUN_GATES, RUNS_PATH } from './runs.ts'

/** Downloads that a device needs to continue a run offline. Bytes before compression. */
export const RunOfflineSize = z.object({
  cases: z.int(),
  /** Size of texts and steps. */
  contentBytes: z.int(),
  /** Distinct attachments of the cases, their steps and their shared steps. */
  files: z.int(),
  fileBytes: z.int(),
})
export type RunOfflineSize = z.infer<typeof RunOfflineSize>

export const getRunOfflineSize = defineCall({
  name: 'getRunOfflineSize',
  summary: 'How much a device downloads to execute a test run offline',
  method: 'GET',
  path: `${RUNS_PATH}/:runId/offline-size`,
  access: { project: 'runs:read' },
  ...RUN_GATES,
  params: InRun,
  answer: RunOfflineSize,
})
