/**
 * What a worker and the server say to each other. A worker comes in with a token of its own, takes launches from the queue, and sees
 * nothing but those that it holds. Each call names the worker, a process, by an id of its own choice; calls about a launch name the lease.
 */
import { z } from 'zod/mini'
import { EngineDriver } from './engine.ts'
import { WorkerLabels } from './worker-labels.ts'

export const WORKER_PATH = '/api/worker/v1'

/** Another worker may be given what a worker has not spoken for in this time. */
export const LEASE_MS = 30_000
/** A worker that could not speak for so long ends what it runs, well before anybody else may believe it dead. */
export const GIVE_UP_MS = 20_000

/** What is kept of one run's output. */
export const CONSOLE_LIMITS = { lines: 100_000, characters: 10_000_000, line: 4000, atOnce: 1000 }

/**
 * What is collected from the artifacts folder of one run. More than `files` come as one archive; nothing comes of a folder that holds more
 * than `entries` or `bytes`.
 */
export const ARTIFACT_LIMITS = { files: 20, entries: 20_000, bytes: 512 * 1024 ** 2, name: 500 }

const worker = { worker: z.uuid() }
const leases = z.array(z.uuid()).check(z.maxLength(500))

/** Everything that a worker needs to run a launch. */
export const Job = z.object({
  lease: z.uuid(),
  launchId: z.int(),
  image: z.string(),
  command: z.string(),
  /** Without the address of the server: the worker knows under which one its runs reach it. */
  environment: z.record(z.string(), z.string()),
  /** Values that must not be printed. */
  secrets: z.array(z.string()),
  instance: z.object({ cpus: z.number(), memoryMb: z.int() }),
  timeMs: z.int(),
  branch: z.string(),
  /** Null for the demo repository, which comes with the product. */
  repository: z.nullable(
    z.object({ url: z.string(), username: z.nullable(z.string()), password: z.nullable(z.string()) }),
  ),
  /** Lines that are there already, of a worker that went away before the command ran. */
  linesBefore: z.int(),
  /** Folder of the repository whose files are sent when the command has ended. */
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

/** What a run goes through, of which its worker alone knows. */
export const RUN_STAGES = ['cloned', 'command-ended'] as const
export type RunStage = (typeof RUN_STAGES)[number]

const OutputLine = z.object({
  place: z.int().check(z.minimum(1), z.maximum(CONSOLE_LIMITS.lines + 100)),
  at: z.iso.datetime(),
  line: z.string().check(z.maxLength(CONSOLE_LIMITS.line)),
})

export const RunOutcome = z.object({
  exitCode: z.nullable(z.int()),
  reason: z.nullable(z.string().check(z.maxLength(2000))),
})
export type RunOutcome = z.infer<typeof RunOutcome>

const ofLease = { ...worker, lease: z.uuid() }
const nothing = z.object({})

/** All of them are `POST`s to `WORKER_PATH` and their name, and may be repeated. 409 for a lease that the worker does not hold any more. */
export const WORKER_CALLS = {
  /** Says that the worker is there and alive, and what it runs. `isOver`: a person has ended the launch. What is left out is lost. */
  renew: {
    body: z.object({ ...worker, state: WorkerState, leases }),
    answer: z.object({ held: z.array(z.object({ lease: z.uuid(), isOver: z.boolean() })) }),
  },
  /** Takes the next launch. An answer that is lost costs nothing but time: nobody speaks for that lease. */
  claim: {
    body: z.object({ ...worker, driver: EngineDriver }),
    answer: z.object({ job: z.nullable(Job) }),
  },
  /** The command is about to run. Whoever gets no answer must not run it. */
  begin: { body: z.object({ ...ofLease, commit: z.string().check(z.maxLength(100)) }), answer: nothing },
  /** The repository was cloned, or the command has ended. The first time counts. */
  reach: { body: z.object({ ...ofLease, stage: z.enum(RUN_STAGES) }), answer: nothing },
  /** Lines of the output, each with its number. */
  write: {
    body: z.object({ ...ofLease, lines: z.array(OutputLine).check(z.maxLength(CONSOLE_LIMITS.atOnce)) }),
    answer: nothing,
  },
  /** Reports how a run ended, after its container or processes were removed. */
  end: { body: z.object({ ...ofLease, outcome: RunOutcome }), answer: nothing },
  /** Gives a launch back to the queue whose command has not begun. */
  handBack: { body: z.object(ofLease), answer: nothing },
  /** Returns the leases that no worker holds. The worker then removes their containers. */
  strays: { body: z.object({ ...worker, leases }), answer: z.object({ leases: z.array(z.uuid()) }) },
  /** The worker stops. It holds nothing any more. */
  leave: { body: z.object(worker), answer: nothing },
}
export type WorkerCall = keyof typeof WORKER_CALLS

/**
 * A `POST` of the bytes of one artifact, as `application/octet-stream`. The same bytes under the same name are taken once for each lease.
 * Answers 413 for a file that is too large.
 */
export const ARTIFACT_PATH = `${WORKER_PATH}/artifact`
export const ArtifactQuery = z.object({
  ...ofLease,
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(ARTIFACT_LIMITS.name)),
})
