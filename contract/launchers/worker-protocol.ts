/**
 * Protocol between workers and the server. A worker authenticates with its own token, takes launches from the queue, and can access only
 * launches whose lease it holds. Each call names the worker process by an id that the process chooses; calls about a launch name the lease.
 */
import { z } from 'zod/mini'
import { utcTime } from '../call.ts'
import { EngineDriver } from './engine.ts'
import { WorkerLabels } from './worker-labels.ts'

export const WORKER_PATH = '/api/worker/v1'

/** Duration of a lease without renewal while a server can be reached. After that, the launch may be given to another worker. */
export const LEASE_MS = 30_000
/**
 * A worker that could not reach the server for this long ends its runs. It is longer than a lease, so that runs outlast a restart of the
 * server: a command begins only with a lease, and a launch whose command has begun is never given to another worker.
 */
export const GIVE_UP_MS = 10 * 60_000

/** Limits of the stored output of one run. */
export const CONSOLE_LIMITS = { lines: 100_000, characters: 10_000_000, line: 4000, atOnce: 1000 }

/**
 * Limits of the artifacts folder of one run. More than `files` files are collected as one archive. A folder with more than `entries`
 * entries or `bytes` bytes is not collected.
 */
export const ARTIFACT_LIMITS = { files: 20, entries: 20_000, bytes: 512 * 1024 ** 2, name: 500 }

const worker = { worker: z.uuid() }
const leases = z.array(z.uuid()).check(z.maxLength(500))

/** Data that a worker needs to run a launch. */
export const Job = z.object({
  lease: z.uuid(),
  launchId: z.int(),
  image: z.string(),
  command: z.string(),
  /** Without the server's address: the worker knows at which address its runs reach the server. */
  environment: z.record(z.string(), z.string()),
  /** Values to mask in the output. */
  secrets: z.array(z.string()),
  instance: z.object({ cpus: z.number(), memoryMb: z.int() }),
  timeMs: z.int(),
  branch: z.string(),
  /** Null for the demo repository, which is part of the product. */
  repository: z.nullable(
    z.object({ url: z.string(), username: z.nullable(z.string()), password: z.nullable(z.string()) }),
  ),
  /** Number of console lines from a previous worker that stopped before the command started. */
  linesBefore: z.int(),
  /** Folder of the repository whose files are uploaded when the command has ended. */
  artifactsFolder: z.nullable(z.string()),
})
export type Job = z.infer<typeof Job>

export const WorkerState = z.object({
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(100)),
  labels: WorkerLabels,
  concurrency: z.int().check(z.minimum(0), z.maximum(100)),
  drivers: z.array(EngineDriver).check(z.maxLength(EngineDriver.options.length)),
})
export type WorkerState = z.infer<typeof WorkerState>

/** Stages of a run that only its worker can report. */
export const RUN_STAGES = ['cloned', 'command-ended'] as const
export type RunStage = (typeof RUN_STAGES)[number]

const OutputLine = z.object({
  place: z.int().check(z.minimum(1), z.maximum(CONSOLE_LIMITS.lines + 100)),
  at: utcTime,
  line: z.string().check(z.maxLength(CONSOLE_LIMITS.line)),
})

export const RunOutcome = z.object({
  exitCode: z.nullable(z.int()),
  reason: z.nullable(z.string().check(z.maxLength(2000))),
})
export type RunOutcome = z.infer<typeof RunOutcome>

const ofLease = { ...worker, lease: z.uuid() }
/** Number of output lines before the stage. Older workers do not report it. */
const linesBefore = z.optional(z.int().check(z.minimum(0), z.maximum(CONSOLE_LIMITS.lines + 100)))
const nothing = z.object({})

/** All calls are `POST`s to `WORKER_PATH` followed by their name, and idempotent. 409 for a lease that the worker no longer holds. */
export const WORKER_CALLS = {
  /**
   * Registers the worker as alive, with its state and its leases. `isOver`: a user ended the launch. Leases missing in `held` are lost.
   */
  renew: {
    body: z.object({ ...worker, state: WorkerState, leases }),
    answer: z.object({ held: z.array(z.object({ lease: z.uuid(), isOver: z.boolean() })) }),
  },
  /** Takes the next launch. If the answer is lost, the lease expires, because nobody renews it. */
  claim: {
    body: z.object({ ...worker, driver: EngineDriver }),
    answer: z.object({ job: z.nullable(Job) }),
  },
  /** Reports that the command is about to start. Without an answer, the worker must not start it. */
  begin: {
    body: z.object({ ...ofLease, commit: z.string().check(z.maxLength(100)), lines: linesBefore }),
    answer: nothing,
  },
  /** Reports that the repository was cloned, or that the command has ended. The first report counts. */
  reach: { body: z.object({ ...ofLease, stage: z.enum(RUN_STAGES), lines: linesBefore }), answer: nothing },
  /** Appends lines of the output, each with its number. */
  write: {
    body: z.object({ ...ofLease, lines: z.array(OutputLine).check(z.maxLength(CONSOLE_LIMITS.atOnce)) }),
    answer: nothing,
  },
  /** Reports how a run ended, after its container or processes were removed. */
  end: { body: z.object({ ...ofLease, outcome: RunOutcome }), answer: nothing },
  /** Returns a launch to the queue whose command has not started. */
  handBack: { body: z.object(ofLease), answer: nothing },
  /** Returns those leases that no worker holds. The worker then removes their containers. */
  strays: { body: z.object({ ...worker, leases }), answer: z.object({ leases: z.array(z.uuid()) }) },
  /** Reports that the worker stops and releases all leases. */
  leave: { body: z.object(worker), answer: nothing },
}
export type WorkerCall = keyof typeof WORKER_CALLS

/**
 * Path of a `POST` with the bytes of one artifact, as `application/octet-stream`. Idempotent: the same bytes under the same name are stored
 * once per lease. Answers 413 for a file that is too large.
 */
export const ARTIFACT_PATH = `${WORKER_PATH}/artifact`
export const ArtifactQuery = z.object({
  ...ofLease,
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(ARTIFACT_LIMITS.name)),
})
