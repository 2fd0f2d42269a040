import { mkdir, readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { createActor, fromPromise } from 'xstate'
import type { Job, RunOutcome, RunStage } from '../../../contract/launchers/worker-protocol.ts'
import type { Config } from '../../config.ts'
import { demoRepository } from '../demo/demo-repository.ts'
import type { GitTarget } from '../git/git-setup.ts'
import { LeaseLost, type Dispatch } from '../workers/dispatch.ts'
import { ArtifactRefused, RunProblem } from '../workers/problems.ts'
import { collectArtifacts } from './artifacts.ts'
import { cloneBranch } from './clone.ts'
import { openConsole } from './console.ts'
import { launchLifeCycle, type CommandEnd } from './launch-life-cycle.machine.ts'
import type { Driver, Run } from './driver.ts'
import { sleep } from './sleep.ts'

export interface RunParts {
  dispatch: Dispatch
  driver: Driver
  config: Pick<Config, 'DATA_DIR' | 'ALLOW_INTERNAL_ADDRESSES'>
  log: { warn: (details: object, words: string) => void }
  /** Called on each transition, with the state's name in `launchLifeCycle`. */
  onState?: ((state: string, launchId: number) => void) | undefined
}

export interface JobRun {
  /** Returns whether the command may have begun. */
  hasBegun: () => boolean
  /** Ends the launch with this reason. */
  stop: (words: string) => void
  /** The worker stops: returns the launch to the queue, or ends it with this reason when its command has begun. */
  handBack: (words: string) => void
  /** The lease is lost: ends the launch here and reports nothing more. */
  lose: () => void
  /** Resolves when everything of the run is removed and the server knows its end. Never rejects. */
  done: Promise<void>
}

const AGAIN_AFTER_MS = 1000

/** Runs a claimed launch from its clone to its end. */
export const runJob = (parts: RunParts, job: Job): JobRun => {
  const { config, dispatch, driver, log, onState } = parts
  const { lease, launchId } = job
  const folder = path.join(workFolder(config), lease)
  const warn = (error: unknown) => log.warn({ err: error, launchId }, 'a part of a launch has failed')
  const cut = new AbortController()
  const silent = new AbortController()
  const output = openConsole({
    write: (lines) => dispatch.write(lease, lines),
    secrets: job.secrets,
    linesBefore: job.linesBefore,
    onFailure: (error) =>
      log.warn({ err: error, launchId }, 'the console output of a launch could not be written; tried again'),
    lost: silent.signal,
  })
  let commit = ''
  let started: Run | null = null

  /** Not retried: a lost call only loses a displayed time. */
  const reach = (stage: RunStage): Promise<void> => dispatch.reach(lease, stage, output.count()).catch(warn)
  const clone = async (): Promise<void> => {
    output.addLine(`Cloning the branch ${job.branch}`)
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const target = await targetOf(config, job)
    const place = { target, branch: job.branch, folder: path.join(folder, 'workspace'), signal: cut.signal }
    commit = await cloneBranch(config, place)
    output.addLine(`At commit ${commit}`)
    await reach('cloned')
  }
  const start = async (): Promise<void> => {
    const run = await driver.start(
      {
        lease,
        image: job.image,
        command: job.command,
        environment: { ...job.environment, REPORTING_SERVER_HOSTNAME: driver.serverUrl() },
        folder,
        instance: job.instance,
        timeMs: job.timeMs,
        addLine: output.addLine,
        onOutput: output.addOutput,
        begin: async () => {
          actor.send({ type: 'command/begun' })
          // Retried until acknowledged: without the acknowledgement the command must not run.
          const lines = output.count()
          await insisting(() => dispatch.begin(lease, commit, lines), cut.signal, warn)
          output.addLine(`$ ${job.command}`)
        },
      },
      cut.signal,
    )
    started = run
    const kill = () => void run.kill()
    if (cut.signal.aborted) kill()
    else cut.signal.addEventListener('abort', kill, { once: true })
  }
  const waitForEnd = async (): Promise<CommandEnd> => {
    if (started === null) throw new Error('nothing was started')
    const end = await started.ended
    await reach('command-ended')
    return end
  }
  const collect = async (): Promise<void> => {
    if (started === null) return
    try {
      await collectFrom(started)
    } catch (error) {
      if (silent.signal.aborted || error instanceof LeaseLost) throw error
      if (!(error instanceof RunProblem)) warn(error)
      output.addLine(error instanceof RunProblem ? error.message : 'The artifacts could not be collected')
    }
  }
  const collectFrom = async (run: Run): Promise<void> => {
    const name = job.artifactsFolder ?? ''
    const root = await run.left(name)
    if (root === null) return output.addLine(`There is no artifacts folder ${name}`)
    const send = (as: string, read: () => Promise<Readable>) =>
      insisting(async () => dispatch.artifact(lease, as, await read()), silent.signal, warn)
    await collectArtifacts({ name, root, workFolder: folder, addLine: output.addLine, send })
  }
  const clear = async (): Promise<void> => {
    await driver.remove(lease).catch(warn)
    await removeFiles(config, lease).catch(warn)
  }
  const report = async (outcome: RunOutcome): Promise<void> => {
    await output.close()
    output.addLine(outcome.reason ?? 'Ended with exit code 0')
    await output.close()
    await insisting(() => dispatch.end(lease, outcome), silent.signal, warn)
  }
  const handBack = async (): Promise<void> => {
    await output.close()
    await insisting(() => dispatch.handBack(lease), silent.signal, warn)
  }
  /** Logs unexpected errors of a step. Users see a `RunProblem`, and errors after an abort are expected. */
  const watched = async <Result>(step: () => Promise<Result>): Promise<Result> => {
    try {
      return await step()
    } catch (error) {
      if (!cut.signal.aborted && !(error instanceof RunProblem) && !(error instanceof LeaseLost))
        log.warn({ err: error, launchId }, 'a launch could not be run')
      throw error
    }
  }

  const machine = launchLifeCycle.provide({
    actors: {
      clone: fromPromise(() => watched(clone)),
      start: fromPromise(() => watched(start)),
      waitForEnd: fromPromise(() => watched(waitForEnd)),
      collectArtifacts: fromPromise(collect),
      clear: fromPromise(clear),
      report: fromPromise(({ input }) => report(input)),
      handBack: fromPromise(handBack),
    },
    actions: {
      cutShort: () => cut.abort(),
      abortCalls: () => silent.abort(),
    },
  })
  const input = { timeMs: job.timeMs, hasArtifacts: job.artifactsFolder !== null }
  const actor = createActor(machine, { input })
  const done = new Promise<void>((resolve) => {
    let shown = ''
    actor.subscribe({
      next: ({ value }) => {
        const state = typeof value === 'string' ? value : value.working
        if (state !== shown) onState?.(state, launchId)
        shown = state
      },
      complete: resolve,
      error: (error) => {
        log.warn({ err: error, launchId }, 'a launch could not be ended')
        resolve()
      },
    })
  })
  actor.start()
  return {
    hasBegun: () => actor.getSnapshot().context.hasBegun,
    stop: (words) => actor.send({ type: 'launch/stopped', words }),
    handBack: (words) => actor.send({ type: 'launch/handedBack', words }),
    lose: () => actor.send({ type: 'launch/lost' }),
    done,
  }
}

/** Retries a call until it succeeds. */
const insisting = async (
  call: () => Promise<void>,
  signal: AbortSignal,
  warn: (error: unknown) => void,
): Promise<void> => {
  for (;;) {
    signal.throwIfAborted()
    try {
      return await call()
    } catch (error) {
      if (error instanceof LeaseLost || error instanceof ArtifactRefused) throw error
      warn(error)
      await sleep(AGAIN_AFTER_MS, signal)
    }
  }
}

const targetOf = async ({ DATA_DIR }: RunParts['config'], { repository }: Job): Promise<GitTarget> =>
  repository ?? { url: await demoRepository(DATA_DIR), username: null, password: null, isLocal: true }

const workFolder = ({ DATA_DIR }: Pick<Config, 'DATA_DIR'>): string => path.join(DATA_DIR, 'launch-work')

/** Resolves with the leases that have files on this machine. */
export const leftFiles = async (config: Pick<Config, 'DATA_DIR'>): Promise<string[]> =>
  (await readdir(workFolder(config)).catch(() => [])).filter((name) => /^[\da-f-]{36}$/.test(name))

/** Deletes the files of a run. */
export const removeFiles = (config: Pick<Config, 'DATA_DIR'>, lease: string): Promise<void> =>
  rm(path.join(workFolder(config), lease), { recursive: true, force: true, maxRetries: 3 })
