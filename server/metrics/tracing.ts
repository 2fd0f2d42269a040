/** Traces of requests and of their statements, for a collector of OpenTelemetry. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace, type Context, type TextMapGetter } from '@opentelemetry/api'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { LogEvent } from 'kysely'

export interface Tracing {
  /** Traces the requests of an application. Call it before routes are registered: others are not traced. */
  traceRequests(app: FastifyInstance): void
  /** Adds a statement, which has ended, to the trace of the request that runs it. */
  addStatement(event: LogEvent): void
  /** Sends the rest, if the collector accepts it. */
  stop(): Promise<void>
}

interface TracingParts {
  /** Address of the collector, to which traces are sent as JSON over HTTP. */
  endpoint: string
  /** Share of the requests that are traced unless their sender has decided, from 0 to 1. */
  ratio: number
  version: string
}

/** Shorter than the server's time to close. */
const EXPORT_MS = 5000

const HEADERS: TextMapGetter<NodeJS.Dict<string | string[]>> = {
  keys: Object.keys,
  get: (headers, name) => headers[name],
}

/**
 * Starts to send traces. Spans have the route and the text of statements, never values, addresses or bodies: those may be secret. The
 * library reads the headers of its requests and the attributes of the service from the variables of OpenTelemetry.
 */
export const startTracing = async ({ endpoint, ratio, version }: TracingParts): Promise<Tracing> => {
  const [{ OTLPTraceExporter }, { W3CTraceContextPropagator }, resources, sdk] = await Promise.all([
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/core'),
    import('@opentelemetry/resources'),
    import('@opentelemetry/sdk-trace'),
  ])
  const service = resources.resourceFromAttributes({ 'service.name': 'assay', 'service.version': version })
  const environment = resources.detectResources({
    detectors: [resources.envDetector, resources.serviceNameEnvDetector],
  })
  const exporter = new OTLPTraceExporter({
    url: `${endpoint.replace(/\/$/, '')}/v1/traces`,
    timeoutMillis: EXPORT_MS,
  })
  const provider = new sdk.TracerProvider({
    resource: service.merge(environment),
    sampler: new sdk.ParentBasedSampler({ root: new sdk.TraceIdRatioBasedSampler(ratio) }),
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter })],
  })
  const tracer = provider.getTracer('assay', version)
  const propagator = new W3CTraceContextPropagator()
  const contexts = new AsyncLocalStorage<Context>()

  return {
    traceRequests: (app) => {
      const contextOf = new WeakMap<FastifyRequest, Context>()
      app.addHook('onRequest', (request, reply, done) => {
        const { method, headers, id } = request
        const route = request.routeOptions.url
        const attributes = {
          'http.request.method': method,
          ...(route === undefined ? {} : { 'http.route': route }),
          'assay.request_id': id,
        }
        const caller = propagator.extract(ROOT_CONTEXT, headers, HEADERS)
        const name = route === undefined ? method : `${method} ${route}`
        const span = tracer.startSpan(name, { kind: SpanKind.SERVER, attributes }, caller)
        // Also when the client leaves before the end.
        reply.raw.once('close', () => {
          span.setAttribute('http.response.status_code', reply.statusCode)
          if (reply.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
          span.end()
        })
        const context = trace.setSpan(caller, span)
        contextOf.set(request, context)
        contexts.run(context, done)
      })
      // The end of a body calls the rest in the context of its socket.
      app.addHook('preValidation', (request, _reply, done) =>
        contexts.run(contextOf.get(request) ?? ROOT_CONTEXT, done),
      )
    },
    addStatement: ({ query, queryDurationMillis, level }) => {
      const of = contexts.getStore()
      if (of === undefined) return
      const end = Date.now()
      const [operation = 'statement'] = query.sql.trimStart().split(/\s/, 1)
      const attributes = { 'db.system.name': 'postgresql', 'db.query.text': query.sql }
      const startTime = end - queryDurationMillis
      const span = tracer.startSpan(operation, { kind: SpanKind.CLIENT, attributes, startTime }, of)
      if (level === 'error') span.setStatus({ code: SpanStatusCode.ERROR })
      span.end(end)
    },
    // A collector that is away must not fail the end of the server.
    stop: () => provider.shutdown().catch(() => undefined),
  }
}
