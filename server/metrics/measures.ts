import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Histogram, Registry, type OpenMetricsContentType } from 'prom-client'
import { createRecent, RECENT_MINUTES, type Recent } from './recent.ts'

/** Figures of this process. */
export interface Measures {
  /** Durations of requests of browsers and tools. */
  calls: Recent
  /** Durations of requests that report results. */
  reporting: Recent
  /** 99 % of the delays of the event loop in the last minutes were shorter, in milliseconds. */
  eventLoopDelay(): number
  /** What is exported to Prometheus. Null if nothing is. */
  registry: Registry<OpenMetricsContentType> | null
}

/** Interval in which the delay of the event loop is sampled. The measured delay contains it. */
const SAMPLE_MS = 20

/** Upper bounds in seconds: few, because each route has all of them. */
const BUCKETS = [0.005, 0.025, 0.1, 0.5, 2.5, 10]

/** Addresses at which agents and reporters report results. */
const isReporting = (url: string): boolean => url.startsWith('/api/reporting/') || url.endsWith('/test-reports')

/** Measures requests and the process until the application closes. Call it before routes are registered: others are not measured. */
export const startMeasures = (app: FastifyInstance, isExported: boolean): Measures => {
  const [calls, reporting] = [createRecent(), createRecent()]
  const loop = monitorEventLoopDelay({ resolution: SAMPLE_MS })
  loop.enable()
  const forget = setInterval(() => loop.reset(), RECENT_MINUTES * 60_000)
  forget.unref()

  const registry = isExported ? new Registry<OpenMetricsContentType>() : null
  const requests = registry === null ? null : requestsIn(registry)
  app.addHook('onResponse', async ({ method, routeOptions: { url } }, { statusCode, elapsedTime }) => {
    if (url?.startsWith('/api/') === true) (isReporting(url) ? reporting : calls).record(elapsedTime)
    requests?.observe({ method, route: url ?? 'none', status: statusCode }, elapsedTime / 1000)
  })
  app.addHook('onClose', async () => {
    clearInterval(forget)
    loop.disable()
    registry?.clear()
  })
  return { calls, reporting, registry, eventLoopDelay: () => Math.max(0, loop.percentile(99) / 1e6 - SAMPLE_MS) }
}

const requestsIn = (registry: Registry<OpenMetricsContentType>) => {
  registry.setContentType(Registry.OPENMETRICS_CONTENT_TYPE)
  collectDefaultMetrics({ register: registry, prefix: 'assay_' })
  return new Histogram({
    name: 'assay_http_request_seconds',
    help: 'Time from the request to the end of the response',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS,
    registers: [registry],
  })
}
