import { z } from 'zod/mini'
import { defineCall, idInPath } from '../call.ts'
import { withExpected } from '../concurrent-edits.ts'
import { AccessTokenName } from '../workspace/profile.ts'
import { EngineDriver } from './engine.ts'

export const WORKER_TEXTS = {
  superAdminsOnly: 'Only super admins can let a worker in: it is given the secrets of the launches that it runs',
  tokenUnknown: 'This token does not exist',
  limitSaved: (project: string) => `The limit of ${project} was saved`,
  projectUnknown: 'This project does not exist',
  maxRange: 'Enter a number from 1 to 1000, or nothing for no limit',
}

const gates = { access: { workspace: 'INTEGRATIONS_WRITE' }, allFeatures: ['test-automation', 'launcher'] } as const
const path = '/api/launch-workers'

/** A process that runs launches. */
export const Worker = z.object({
  id: z.uuid(),
  name: z.string(),
  /** Whether the worker is part of a server instead of a separate process. */
  isServer: z.boolean(),
  labels: z.array(z.string()),
  drivers: z.array(EngineDriver),
  concurrency: z.int(),
  running: z.int(),
  seenAt: z.string(),
  /** Whether the worker has called recently. */
  isConnected: z.boolean(),
})
export type Worker = z.infer<typeof Worker>

/** Sorted by name. Leaves out workers that have not called for a day. */
export const listWorkers = defineCall({
  name: 'listWorkers',
  summary: 'Workers that run launches, with what they run at the moment',
  method: 'GET',
  path,
  ...gates,
  answer: z.object({ items: z.array(Worker), queued: z.int() }),
})

/** Token with which workers authenticate. Any number of workers may share one. */
export const WorkerToken = z.object({
  id: z.int(),
  name: z.string(),
  createdAt: z.string(),
  lastUsedAt: z.nullable(z.string()),
})
export type WorkerToken = z.infer<typeof WorkerToken>

/** Newest first. */
export const listWorkerTokens = defineCall({
  name: 'listWorkerTokens',
  summary: 'Tokens of workers outside the server',
  method: 'GET',
  path: `${path}/tokens`,
  ...gates,
  answer: z.object({ items: z.array(WorkerToken) }),
})

/** 403 for everybody except super admins. */
export const createWorkerToken = defineCall({
  name: 'createWorkerToken',
  summary: 'Creates a token for workers; its value is in this answer and never again',
  method: 'POST',
  path: `${path}/tokens`,
  ...gates,
  secretAnswer: true,
  body: z.object({ name: AccessTokenName }),
  answer: z.object({ ...WorkerToken.shape, value: z.string() }),
})

export const deleteWorkerToken = defineCall({
  name: 'deleteWorkerToken',
  summary: 'Revokes a token of workers at once; what they run is ended',
  method: 'DELETE',
  path: `${path}/tokens/:workerTokenId`,
  ...gates,
  params: z.object({ workerTokenId: idInPath }),
})

const LaunchesAtOnce = z.nullable(
  z.int(WORKER_TEXTS.maxRange).check(z.minimum(1, WORKER_TEXTS.maxRange), z.maximum(1000, WORKER_TEXTS.maxRange)),
)

/** Maximum number of launches of a project that run at the same time. `most` null: no limit. */
export const LaunchLimit = z.object({
  projectId: z.int(),
  projectKey: z.string(),
  projectName: z.string(),
  most: z.nullable(z.int()),
  running: z.int(),
  queued: z.int(),
})
export type LaunchLimit = z.infer<typeof LaunchLimit>

/** Sorted by name of the project. */
export const listLaunchLimits = defineCall({
  name: 'listLaunchLimits',
  summary: 'Each project with its limit of launches, and what runs and waits',
  method: 'GET',
  path: `${path}/limits`,
  ...gates,
  answer: z.object({ items: z.array(LaunchLimit) }),
})

/** An edit as in `concurrent-edits.ts`. */
export const updateLaunchLimit = defineCall({
  name: 'updateLaunchLimit',
  summary: 'Limits how many launches of a project run at once',
  method: 'PATCH',
  path: `${path}/limits/:projectId`,
  ...gates,
  params: z.object({ projectId: idInPath }),
  body: withExpected(z.object({ most: z.optional(LaunchesAtOnce) })),
  answer: z.object({ most: LaunchesAtOnce }),
})
