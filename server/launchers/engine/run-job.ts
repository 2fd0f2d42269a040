import { mkdir, readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import type { Job, RunOutcome } from '../../../contract/launchers/worker-protocol.ts'
import type { Config } from '../../config.ts'
import { demoRepository } from '../demo/demo-repository.ts'
import type { GitTarget } from '../git/git-setup.ts'
import { LeaseLost, type Dispatch } from '../workers/dispatch.ts'
import { ArtifactRefused, RunProblem } from '../workers/problems.ts'
import { collectArtifacts } from './artifacts.ts'
import { cloneBranch } from './clone.ts'
import { openConsole } from './console.ts'
import type { Driver, Run } from './driver.ts'
import { sleep } from './sleep.ts'

export interface RunParts {
  dispatch: Dispatch
  driver: Driver
  config: Pick<Config, 'DATA_DIR' | 'ALLOW_INTERNAL_ADDRESSES'>
  log: { warn: (details: object, words: string) => void }
}

/** Why a run is ended before its command ends. */
export class Stopped extends Error {}
/** The worker stops: a launch whose command has not begun goes back to the queue. */
export class HandedBack extends Stopped {}

export interface JobRun {
  /** The command may be running, or has run. */
  hasBegun: () => boolean
  /** Resolves when nothing is left of the run and the server knows of its end. Never rejects. */
  done: Promise<void>
}

const AGAIN_AFTER_MS = 1000

export interface Signals {
  /** Ends the run, with a `Stopped` as its reason. */
  stopped: AbortSignal
  /** It is another worker's by now, or will be: it is ended here, and nothing is said of it. */
  lost: AbortSignal
}

/** Runs a launch from its clone to its end. */
export const runJob = (parts: RunParts, job: Job, signals: Signals): JobRun => {
  let hasBegun = false
  const done = run(parts, job, signals, () => (hasBegun = true)).catch((error: unknown) =>
    parts.log.warn({ err: error, launchId: job.launchId }, 'a launch could not be ended'),
  )
  return { hasBegun: () => hasBegun, done }
}

const run = async (parts: RunParts, job: Job, signals: Signals, onBegin: () => void): Promise<void> => {
  const { dispatch, config, driver, log } = parts
  const { lease, launchId } = job
  const folder = path.join(workFolder(config), lease)
  const warn = (error: unknown) => log.warn({ err: error, launchId }, 'a part of a launch has failed')
  const refused = new AbortController()
  const lost = AbortSignal.any([signals.lost, refused.signal])
  const limit = new AbortController()
  const timer = setTimeout(
    () => limit.abort(new Stopped(`It took longer than ${durationWords(job.timeMs)}`)),
    job.timeMs,
  )
  const ending = AbortSignal.any([signals.stopped, limit.signal, lost])
  const output = openConsole({
    write: (lines) => dispatch.write(lease, lines),
    secrets: job.secrets,
    linesBefore: job.linesBefore,
    onFailure: (error) =>
      log.warn({ err: error, launchId }, 'the console output of a launch could not be written; tried again'),
    lost,
  })
  /** Asks until there is an answer: without one the command must not run. */
  const begin = async (commit: string): Promise<void> => {
    onBegin()
    await insisting(() => dispatch.begin(lease, commit), ending, warn)
  }

  let outcome: RunOutcome
  let hasBegun = false
  try {
    output.say(`Cloning the branch ${job.branch}`)
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const target = await targetOf(config, job)
    const place = { target, branch: job.branch, folder: path.join(folder, 'workspace'), signal: ending }
    const commit = await cloneBranch(config, place)
    output.say(`At commit ${commit}`)
    const order = {
      lease,
      image: job.image,
      command: job.command,
      environment: { ...job.environment, REPORTING_SERVER_HOSTNAME: driver.serverUrl() },
      folder,
      instance: job.instance,
      say: output.say,
      onOutput: output.hear,
      begin: async () => {
        hasBegun = true
        await begin(commit)
        output.say(`$ ${job.command}`)
      },
    }
    const started = await driver.start(order, ending)
    const onStop = () => void started.kill()
    if (ending.aborted) onStop()
    ending.addEventListener('abort', onStop, { once: true })
    const { exitCode, note } = await started.ended
    clearTimeout(timer)
    const isStopped = ending.aborted
    if (job.artifactsFolder !== null)
      await collect(parts, job, { started, folder, say: output.say, lost }).catch((error: unknown) => {
        if (lost.aborted || error instanceof LeaseLost) throw error
        if (!(error instanceof RunProblem)) warn(error)
        output.say(error instanceof RunProblem ? error.message : 'The artifacts could not be collected')
      })
    if (isStopped) throw ending.reason
    lost.throwIfAborted()
    outcome = { exitCode, reason: note ?? (exitCode === 0 ? null : `Ended with exit code ${exitCode}`) }
  } catch (error) {
    if (error instanceof LeaseLost) refused.abort(error)
    outcome = { exitCode: null, reason: reasonOf(ending.aborted ? ending.reason : error) }
    if (!ending.aborted && !(error instanceof RunProblem))
      log.warn({ err: error, launchId }, 'a launch could not be run')
  }
  clearTimeout(timer)
  await driver.remove(lease).catch(warn)
  await removeFiles(config, lease).catch(warn)
  if (lost.aborted) return
  const isHandedBack = signals.stopped.reason instanceof HandedBack && !hasBegun
  await output.close()
  if (!isHandedBack) output.say(outcome.reason ?? 'Ended with exit code 0')
  await output.close()
  const tell = () => (isHandedBack ? dispatch.handBack(lease) : dispatch.end(lease, outcome))
  await insisting(tell, lost, warn).catch((error: unknown) => {
    if (!(error instanceof LeaseLost) && !lost.aborted) throw error
  })
}

/** Sends what the run has left in its artifacts folder. */
const collect = async (
  { dispatch, log }: RunParts,
  { lease, launchId, artifactsFolder }: Job,
  { started, folder, say, lost }: { started: Run; folder: string; say: (line: string) => void; lost: AbortSignal },
): Promise<void> => {
  const name = artifactsFolder ?? ''
  const root = await started.left(name)
  if (root === null) return say(`There is no artifacts folder ${name}`)
  await collectArtifacts({
    name,
    root,
    workFolder: folder,
    say,
    send: (as, open) =>
      insisting(
        () => dispatch.artifact(lease, as, open()),
        lost,
        (error) => log.warn({ err: error, launchId }, 'an artifact could not be sent; tried again'),
      ),
  })
}

/** Repeats a call until it is answered. */
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

/** Leases of which there are files. */
export const leftFiles = async (config: Pick<Config, 'DATA_DIR'>): Promise<string[]> =>
  (await readdir(workFolder(config)).catch(() => [])).filter((name) => /^[\da-f-]{36}$/.test(name))

/** Deletes the files of a run. */
export const removeFiles = (config: Pick<Config, 'DATA_DIR'>, lease: string): Promise<void> =>
  rm(path.join(workFolder(config), lease), { recursive: true, force: true, maxRetries: 3 })

const reasonOf = (error: unknown): string =>
  error instanceof Stopped || error instanceof RunProblem
    ? error.message
    : 'The engine could not run it; the log of the server says why'

const durationWords = (ms: number): string => {
  const minutes = Math.round(ms / 60_000)
  return minutes >= 1 ? `${minutes} min` : `${Math.round(ms / 1000)} s`
}
