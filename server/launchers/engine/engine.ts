/** Runs queued launches on this machine. Any number of processes may do that beside each other. */
import { randomUUID } from 'node:crypto'
import type { EngineDriver } from '../../../contract/launchers/engine.ts'
import type { Driver } from './driver.ts'
import { claimNext, LEASE_MS, renewLeases, settle, strayOf, takeOver, type Execution } from './executions.ts'
import { cleanUpAfter, removeFiles, runExecution, Stopped, type RunParts } from './run-execution.ts'

export interface Engine {
  drivers: () => Promise<EngineDriver[]>
  /** Something was queued or aborted: looks at once. */
  wake: () => void
  /** Ends what runs, with a reason. Resolves when all of it has ended. */
  stop: () => Promise<void>
}

export interface EngineParts extends Omit<RunParts, 'driver'> {
  /** The first one that is available is used. */
  choices: readonly Driver[]
  concurrency: number
  /** No other process uses the database. */
  isAlone: boolean
}

const LOOK_EVERY_MS = 1000
const SWEPT_EVERY_MS = 5000
const IDLE_EVERY_MS = 15_000

interface Running {
  abort: AbortController
  done: Promise<void>
}

export const startEngine = (parts: EngineParts): Engine => {
  const { db, choices, concurrency, log } = parts
  const worker = randomUUID()
  const running = new Map<number, Running>()
  let renewedAt = Date.now()
  let sweptAt = 0
  let isAlone = parts.isAlone
  const stopping = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let looking: Promise<void> | null = null
  let isWanted = false

  const available = async (): Promise<Driver[]> => {
    const answers = await Promise.all(choices.map((driver) => driver.isAvailable()))
    return choices.filter((_, place) => answers[place])
  }

  const end = async (execution: Execution, outcome: { exitCode: number | null; reason: string | null }) => {
    await cleanUpAfter(parts, execution, outcome)
    await settle(db, worker, execution.id, outcome)
  }

  const start = (execution: Execution, driver: Driver): void => {
    const abort = new AbortController()
    const done = runExecution({ ...parts, driver }, execution, abort.signal)
      .then((outcome) => (abort.signal.reason instanceof Lost ? undefined : end(execution, outcome)))
      .catch((error: unknown) => log.warn({ err: error, launchId: execution.launchId }, 'a launch could not be ended'))
      .finally(() => {
        running.delete(execution.id)
        wake()
      })
    running.set(execution.id, { abort, done })
  }

  const renew = async (): Promise<void> => {
    if (running.size === 0) {
      renewedAt = Date.now()
      return
    }
    // Started between the question and its answer: that one is not lost.
    const asked = [...running]
    const held = new Map((await renewLeases(db, worker)).map((one) => [one.id, one]))
    renewedAt = Date.now()
    for (const [id, { abort }] of asked) {
      const lease = held.get(id)
      if (lease === undefined) abort.abort(new Lost('Another worker has taken it over'))
      else if (lease.isOver) abort.abort(new Stopped('Aborted'))
    }
  }

  /** Ends what dead workers held, and removes what is left of runs that are over. */
  const sweep = async (): Promise<void> => {
    for (const execution of await takeOver(db, worker, isAlone)) {
      for (const driver of choices) await driver.remove(execution.attemptUuid).catch(() => undefined)
      await removeFiles(parts, execution)
      await end(execution, { exitCode: null, reason: 'The server that ran it went away' })
    }
    // From now on others may be at work, such as another engine of this process.
    isAlone = false
    for (const driver of await available())
      for (const attemptUuid of await strayOf(db, await driver.list())) await driver.remove(attemptUuid)
  }

  const claim = async (): Promise<boolean> => {
    const [driver] = await available()
    if (driver === undefined) return false
    while (running.size < concurrency && !stopping.signal.aborted) {
      const execution = await claimNext(db, worker, driver.name)
      if (execution === null) break
      start(execution, driver)
    }
    return true
  }

  const look = async (): Promise<number> => {
    try {
      await renew()
      if (Date.now() - sweptAt > SWEPT_EVERY_MS) {
        await sweep()
        sweptAt = Date.now()
      }
      return (await claim()) || running.size > 0 ? LOOK_EVERY_MS : IDLE_EVERY_MS
    } catch (error) {
      log.warn({ err: error }, 'the queue of launches could not be looked at; tried again')
      // Whoever cannot say that it is alive has lost what it holds.
      if (Date.now() - renewedAt > LEASE_MS)
        for (const { abort } of running.values()) abort.abort(new Lost('The worker has lost its database'))
      return LOOK_EVERY_MS
    }
  }

  const wake = (): void => {
    if (stopping.signal.aborted || concurrency === 0) return
    isWanted = true
    if (looking !== null) return
    clearTimeout(timer)
    looking = (async () => {
      let pause = LOOK_EVERY_MS
      while (isWanted && !stopping.signal.aborted) {
        isWanted = false
        pause = await look()
      }
      looking = null
      if (stopping.signal.aborted) return
      timer = setTimeout(wake, pause)
      timer.unref()
    })()
  }
  wake()

  return {
    drivers: async () => (concurrency === 0 ? [] : (await available()).map(({ name }) => name)),
    wake,
    stop: async () => {
      stopping.abort()
      clearTimeout(timer)
      await looking
      for (const { abort } of running.values()) abort.abort(new Stopped('The server was stopped'))
      await Promise.all([...running.values()].map(({ done }) => done))
    },
  }
}

/** It is another worker's by now, or will be: it is ended here, and only here. */
class Lost extends Stopped {}
