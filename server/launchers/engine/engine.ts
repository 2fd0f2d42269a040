/** Worker that runs launches of a dispatch on this machine. Any number of processes can run one concurrently. */
import { AsyncResource } from 'node:async_hooks'
import { performance } from 'node:perf_hooks'
import type { EngineDriver } from '../../../contract/launchers/engine.ts'
import { GIVE_UP_MS } from '../../../contract/launchers/worker-protocol.ts'
import { LeaseLost } from '../workers/dispatch.ts'
import type { Driver } from './driver.ts'
import { leftFiles, removeFiles, runJob, type JobRun, type RunParts } from './run-job.ts'
import { sleep } from './sleep.ts'

export interface Engine {
  drivers: () => Promise<EngineDriver[]>
  /** Polls immediately: something was queued or aborted, or has ended elsewhere. */
  wake: () => void
  /**
   * Hands back launches whose command has not begun, waits for the others up to `ms`, and then ends those that still run, with a reason.
   * `hurry`: ends the wait early.
   */
  stop: (drain?: { ms: number; hurry: AbortSignal }) => Promise<void>
}

export interface EngineParts extends Omit<RunParts, 'driver'> {
  /** The first available one is used. */
  choices: readonly Driver[]
  concurrency: number
  name: string
  labels: readonly string[]
  /** End reason of launches that run when this process stops. */
  stopReason: string
}

const LOOK_EVERY_MS = 1000
const SWEPT_EVERY_MS = 5000
/** Interval of the heartbeat while nothing runs. */
const SEEN_EVERY_MS = 10_000

export const startEngine = (parts: EngineParts): Engine => {
  const { dispatch, choices, concurrency, config, log } = parts
  const running = new Map<string, JobRun>()
  let renewedAt = performance.now()
  let seenAt = Number.NEGATIVE_INFINITY
  let seenDrivers = ''
  let sweptAt = Number.NEGATIVE_INFINITY
  const stopping = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let looking: Promise<void> | null = null
  let isWanted = false

  const available = async (): Promise<Driver[]> => {
    const answers = await Promise.all(choices.map((driver) => driver.isAvailable()))
    return choices.filter((_, place) => answers[place])
  }

  const loseAll = (): void => {
    for (const run of running.values()) run.lose()
  }

  const renew = async (drivers: readonly Driver[]): Promise<void> => {
    // Measured before the request: the server's lease starts later, so that this worker gives up before its lease expires.
    const askedAt = performance.now()
    // Snapshot before the request: a launch that starts during the request is not in its response, but not lost.
    const requested = [...running]
    const state = {
      name: parts.name,
      labels: [...parts.labels],
      concurrency: stopping.signal.aborted ? 0 : concurrency,
      drivers: drivers.map(({ name }) => name),
    }
    const known = state.drivers.join()
    if (requested.length === 0 && askedAt - seenAt < SEEN_EVERY_MS && known === seenDrivers) return
    const leases = requested.map(([lease]) => lease)
    const held = new Map((await dispatch.renew(state, leases)).map((one) => [one.lease, one]))
    renewedAt = askedAt
    seenAt = askedAt
    seenDrivers = known
    for (const [lease, run] of requested) {
      const answer = held.get(lease)
      if (answer === undefined) run.lose()
      else if (answer.isOver) run.stop('Aborted')
    }
  }

  /** A call may hang, or the machine may have slept: a worker that cannot renew its leases in time ends its runs. */
  const watch = setInterval(() => {
    if (running.size === 0) renewedAt = performance.now()
    else if (performance.now() - renewedAt > GIVE_UP_MS) loseAll()
  }, LOOK_EVERY_MS)
  watch.unref()

  /** Removes the remains of ended runs of this and earlier processes. */
  const sweep = async (drivers: readonly Driver[]): Promise<void> => {
    const there = new Set(await leftFiles(config))
    for (const driver of drivers) for (const lease of await driver.list()) there.add(lease)
    for (const lease of running.keys()) there.delete(lease)
    if (there.size === 0) return
    for (const lease of await dispatch.strays([...there].slice(0, 500))) {
      for (const driver of drivers) await driver.remove(lease)
      await removeFiles(config, lease)
    }
  }

  const claim = async (driver: Driver | undefined): Promise<void> => {
    if (driver === undefined) return
    while (running.size < concurrency && !stopping.signal.aborted) {
      if (running.size === 0) renewedAt = performance.now()
      const job = await dispatch.claim(driver.name)
      if (job === null) break
      const run = runJob({ ...parts, driver }, job)
      running.set(job.lease, run)
      void run.done.finally(() => {
        running.delete(job.lease)
        wake()
      })
    }
  }

  const look = async (): Promise<void> => {
    try {
      const drivers = await available()
      await renew(drivers)
      if (performance.now() - sweptAt > SWEPT_EVERY_MS) {
        await sweep(drivers)
        sweptAt = performance.now()
      }
      await claim(drivers[0])
    } catch (error) {
      if (error instanceof LeaseLost) loseAll()
      log.warn({ err: error }, 'the queue of launches could not be looked at; tried again')
    }
  }

  // A request that wakes the engine has an idempotency key in its async context: the engine must not inherit it.
  const outside = new AsyncResource('LaunchEngine')
  const wake = (): void => outside.runInAsyncScope(wakeUp)
  const wakeUp = (): void => {
    if (stopping.signal.aborted || concurrency === 0) return
    isWanted = true
    if (looking !== null) return
    clearTimeout(timer)
    looking = (async () => {
      while (isWanted && !stopping.signal.aborted) {
        isWanted = false
        await look()
      }
      looking = null
      if (stopping.signal.aborted) return
      timer = setTimeout(wake, LOOK_EVERY_MS)
      timer.unref()
    })()
  }
  wake()

  const stop: Engine['stop'] = async (drain) => {
    stopping.abort()
    clearTimeout(timer)
    await looking
    for (const run of running.values()) if (!run.hasBegun()) run.handBack('The worker was stopped')
    const until = performance.now() + (drain?.ms ?? 0)
    while (running.size > 0 && performance.now() < until && drain?.hurry.aborted === false) {
      await renew([]).catch((error: unknown) => {
        if (error instanceof LeaseLost) loseAll()
        log.warn({ err: error }, 'the server could not be told that the worker is alive; tried again')
      })
      const all = Promise.all([...running.values()].map(({ done }) => done))
      await Promise.race([all, sleep(LOOK_EVERY_MS, drain.hurry)])
    }
    for (const run of running.values()) run.stop(parts.stopReason)
    await Promise.all([...running.values()].map(({ done }) => done))
    clearInterval(watch)
    if (concurrency > 0) await dispatch.leave().catch(() => undefined)
  }

  return {
    drivers: async () => (concurrency === 0 ? [] : (await available()).map(({ name }) => name)),
    wake,
    stop,
  }
}
