/** Standalone worker: runs launches of a server on another machine until the process is stopped. */
import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { labelsIn } from '../../../contract/launchers/worker-labels.ts'
import { isLoopback } from '../../config.ts'
import { containErrors } from '../../contained.ts'
import { readWorkerConfig } from '../../worker-config.ts'
import { createDrivers } from './drivers.ts'
import { startEngine } from './engine.ts'
import { createRemoteDispatch } from './remote-dispatch.ts'
import type { RunParts } from './run-job.ts'

/** Throws `ConfigError`. */
export const runWorker = (environment: NodeJS.ProcessEnv, { onState }: Pick<RunParts, 'onState'> = {}): void => {
  const config = readWorkerConfig(environment)
  const log = pino({ level: config.LOG_LEVEL })
  containErrors(log)
  const url = config.ASSAY_URL
  const { hostname, protocol } = new URL(url)
  if (protocol === 'http:' && !isLoopback(hostname))
    log.warn('the server is reached without TLS: secrets of launches can be read on the way')
  const serverUrl = () => config.LAUNCHER_SERVER_URL ?? url
  const worker = randomUUID()
  const engine = startEngine({
    dispatch: createRemoteDispatch({
      url,
      token: config.ASSAY_WORKER_TOKEN,
      worker,
      onRefused: (message) => {
        process.exitCode = 1
        log.fatal(message)
        close('refused')
      },
    }),
    config,
    choices: createDrivers({
      ...config,
      installation: url,
      network: () =>
        config.LAUNCHER_NETWORK ??
        (isLoopback(hostname) && config.LAUNCHER_SERVER_URL === undefined ? 'host' : 'bridge'),
      serverUrl: { container: serverUrl, process: () => url },
    }),
    concurrency: config.ASSAY_WORKER_CONCURRENCY,
    name: config.ASSAY_WORKER_NAME,
    labels: labelsIn(config.ASSAY_WORKER_LABELS),
    stopReason: 'The worker was stopped',
    log,
    onState: onState ?? ((state, launchId) => log.debug({ launchId, state }, 'a launch goes on')),
  })
  // Timers and requests of the engine are unreferenced: this timer keeps the process alive.
  const alive = setInterval(() => undefined, 60_000)
  process.stdout.write(`\n  Worker ${config.ASSAY_WORKER_NAME} takes launches from ${url}\n  Stop with Ctrl+C\n\n`)

  const hurry = new AbortController()
  let closing: Promise<void> | null = null
  const close = (signal: string): void => {
    if (closing !== null) return hurry.abort()
    log.info({ signal }, 'stopping: what runs may end; once more to end it at once')
    // A rejected worker does not wait for its runs.
    if (signal === 'refused') hurry.abort()
    closing = engine.stop({ ms: config.ASSAY_WORKER_DRAIN_SECONDS * 1000, hurry: hurry.signal }).then(() => {
      clearInterval(alive)
      process.exit()
    })
  }
  process.on('SIGTERM', () => close('SIGTERM'))
  process.on('SIGINT', () => close('SIGINT'))
  // `npm run worker` is the parent process: the worker must not outlive it.
  if (process.send !== undefined) process.on('disconnect', () => close('disconnect'))
}
