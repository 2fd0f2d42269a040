/** Launches that are suspended in the states of the machine that runs them, each on its own worker. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { LauncherValues } from '../../../contract/launchers/launchers.ts'
import { launchLifeCycle } from '../../../server/launchers/engine/launch-life-cycle.machine.ts'
import { type TestApp } from './app.ts'
import { startLaunchWorker, type LaunchWorker } from './launch-worker.ts'
import { launchRuns } from './launch-runs.ts'
import type { TestUser } from './people.ts'

interface Parts {
  /** Only its address is used. */
  app: () => Pick<TestApp, 'url'>
  owner: () => Pick<TestUser, 'token'>
  projectKey: string
  workerToken: () => string
  /** Address under which workers reach the server. */
  workerUrl?: () => string
}

const { working, over: _, ...later } = launchLifeCycle.states
/** Every state in which a worker has a launch. */
export const STATES: readonly string[] = [...Object.keys(working?.states ?? {}), ...Object.keys(later)]
/** A worker reaches it only when it is asked to stop. */
const HANDING_BACK = 'handingBack'
const RUNNING = 'running'
/** Label of a launch that only `anotherWorker` takes. */
export const WAITING = 'waiting'

/** Writes a file; prints its process id; while it is `running` waits for a signal. */
const COMMAND = `echo line one
mkdir -p out; echo report > out/report.txt
echo "$$" >> "$MARK"
[ "$WAITS" = no ] || while [ ! -e "$MARK.end" ]; do sleep 0.05; done
echo line two`

export const launchesInStates = (parts: Parts) => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-states-'))
  const mark = (state: string) => join(folder, state)
  const stops = (state: string) => join(folder, `${state}.stops`)
  const home = join(folder, 'worker')
  const workers: LaunchWorker[] = []
  const { started, launchOf, attemptOf, linesOf, until } = launchRuns(parts.app, parts.owner, parts.projectKey, {
    timeout: 60_000,
  })
  /** All workers run on one machine. */
  const aWorker = async (environment: Record<string, string>, script: 'launch-worker' | 'stopping-worker') => {
    const url = (parts.workerUrl ?? (() => parts.app().url))()
    const worker = await startLaunchWorker(url, parts.workerToken(), { ...environment, DATA_DIR: home }, script)
    workers.push(worker)
    return worker
  }
  const start = (state: string, values: Partial<LauncherValues> = {}) =>
    started({
      launchCommand: COMMAND,
      workerLabels: [state],
      artifactsFolder: 'out',
      envVars: [
        { name: 'MARK', type: 'STRING', value: mark(state) },
        { name: 'WAITS', type: 'STRING', value: state === RUNNING ? 'yes' : 'no' },
      ],
      ...values,
    })
  const runs = (state: string) =>
    existsSync(mark(state)) ? readFileSync(mark(state), 'utf8').split('\n').filter(Boolean) : []

  const stoppingWorker = (state: string) => {
    const stopAt = state === HANDING_BACK ? ['cloning', HANDING_BACK] : [state]
    const environment = {
      ASSAY_WORKER_NAME: state,
      ASSAY_WORKER_LABELS: state,
      STOP_AT: stopAt.join(),
      STOPS: stops(state),
      ...(state === HANDING_BACK ? { IS_ASKED_TO_STOP: 'cloning' } : {}),
    }
    return aWorker(environment, 'stopping-worker')
  }
  /** A launch whose worker is suspended in this state. */
  const reach = async (state: string, worker: LaunchWorker) => {
    const launchId = await start(state)
    await until(() => isStopped(worker.child.pid))
    if (state === HANDING_BACK) {
      worker.child.kill('SIGCONT')
      // It continues and stops again between two checks.
      await until(() => readFileSync(stops(state), 'utf8').includes(HANDING_BACK) && isStopped(worker.child.pid))
    }
    if (state === RUNNING) await until(() => runs(state).length === 1)
    return { state, launchId, worker, hadBegun: runs(state).length > 0, before: await linesOf(launchId) }
  }
  type Reached = Awaited<ReturnType<typeof reach>>

  return {
    /** One launch in each of the states, and its output. */
    reachAll: async () => {
      // Starts all workers first: a worker suspended for too long has lost its launch.
      const standing = await Promise.all(STATES.map(stoppingWorker))
      return Promise.all(standing.map((worker, place) => reach(STATES[place] ?? '', worker)))
    },
    /** One launch whose command runs, and its process. */
    reachRunning: async () => {
      const one = await reach(RUNNING, await stoppingWorker(RUNNING))
      return { ...one, pid: Number(runs(RUNNING)[0]) }
    },
    letEnd: () => writeFileSync(`${mark(RUNNING)}.end`, ''),
    /** Reads what any of them waits for. */
    anotherWorker: () =>
      aWorker(
        {
          ASSAY_WORKER_NAME: 'another',
          ASSAY_WORKER_LABELS: [WAITING, ...STATES].join(),
          ASSAY_WORKER_CONCURRENCY: '10',
        },
        'launch-worker',
      ),
    /**
     * In any case it ran once and ended, no acknowledged line is lost, and nothing of it is left. Resolves with how it ended, and the names
     * of its artifacts.
     */
    settled: async ({ state, launchId, before }: Reached) => {
      await until(async () => (await attemptOf(launchId)).state === 'ended')
      const attempt = await attemptOf(launchId)
      const lines = await linesOf(launchId)
      expect([state, lines.slice(0, before.length)]).toEqual([state, before])
      expect([state, runs(state).length]).toEqual([state, 1])
      const launch = await launchOf(launchId)
      expect([state, launch.status]).toEqual([state, 'ABORTED'])
      await until(() => runs(state).every((pid) => !isAlive(Number(pid))))
      return {
        exitCode: attempt.exitCode,
        endReason: attempt.endReason,
        lines: lines.filter((line) => line.startsWith('line ')),
        artifacts: launch.artifacts.map(({ name }) => name),
      }
    },
    /** No files of any launch remain on the workers' machine. */
    cleared: async () => {
      const left = join(home, 'launch-work')
      await until(() => !existsSync(left) || readdirSync(left).length === 0)
    },
    remove: async () => {
      await Promise.all(workers.map((worker) => worker.remove()))
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const statOf = (pid: number | undefined): string =>
  pid !== undefined && existsSync(`/proc/${pid}/stat`) ? readFileSync(`/proc/${pid}/stat`, 'utf8') : ''
const isStopped = (pid: number | undefined): boolean => /\) T /.test(statOf(pid))
/** A zombie has ended: its parent has not collected it yet. */
const isAlive = (pid: number): boolean => statOf(pid) !== '' && !/\) Z /.test(statOf(pid))
