/** The server's program with a collector of OpenTelemetry, which receives its traces. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, assert, beforeEach, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../support/database.ts'

interface Span {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[]
}
interface Export {
  resourceSpans: { resource: Pick<Span, 'attributes'>; scopeSpans: { spans: Span[] }[] }[]
}

let database: TestDatabase
let collector: Server
let received: string[]
beforeEach(async () => {
  database = await openTestDatabase()
  await database.close()
  received = []
  collector = createServer(async (request, response) => {
    received.push(`${request.url} ${String(request.headers['x-key'])} ${await text(request)}`)
    response.setHeader('content-type', 'application/json').end('{}')
  })
  await once(collector.listen(0, '127.0.0.1'), 'listening')
})
afterEach(async () => {
  if (collector.listening) collector.close()
  await database.remove()
})

const addressOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`

const SECRET = 'a-refresh-token-of-somebody'
const CALLER = { trace: '0af7651916cd43dd8448eb211c80319c', span: 'b7ad6b7169203331' }

/** Starts the server, sends requests and stops it. Resolves with its exit code. */
const visit = async (environment: Record<string, string>): Promise<number> => {
  const { dataDir, databaseUrl = '' } = database.location
  const child = spawn(process.execPath, [path.join(import.meta.dirname, '../../../server/main.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl,
      PORT: String(await freePort()),
      LOG_LEVEL: 'silent',
      ...environment,
    },
  })
  const ended = once(child, 'exit')
  let said = ''
  for await (const piece of child.stdout.iterator({ destroyOnReturn: false })) {
    said += String(piece)
    if (said.includes('Stop with')) break
  }
  const [url = ''] = /http:\S+/.exec(said) ?? []
  const health = await fetch(`${url}/api/health/ready`, {
    headers: { traceparent: `00-${CALLER.trace}-${CALLER.span}-01` },
  })
  expect(health.status).toBe(200)
  const body = JSON.stringify({ refreshToken: SECRET })
  const headers = { 'content-type': 'application/json' }
  await fetch(`${url}/api/iam/v1/auth/refresh?secret=${SECRET}`, { method: 'POST', headers, body })
  child.kill('SIGTERM')
  const [code] = (await ended) as [number]
  return code
}

const freePort = async (): Promise<number> => {
  const server = createServer()
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  return port
}

const valueOf = (of: Pick<Span, 'attributes'>, key: string) => {
  const value = of.attributes.find((attribute) => attribute.key === key)?.value
  return value?.stringValue ?? value?.intValue
}

test('requests are sent to the collector with their statements, within the trace of their sender, and without values', async () => {
  const code = await visit({
    OTEL_EXPORTER_OTLP_ENDPOINT: addressOf(collector),
    OTEL_EXPORTER_OTLP_HEADERS: 'x-key=of-the-collector',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment=lab',
  })
  expect(code).toBe(0)
  const sent = received.map((line) => line.split(' ', 2))
  expect(sent.every(([url, key]) => url === '/v1/traces' && key === 'of-the-collector')).toBe(true)
  const exports = received.map((line) => JSON.parse(line.slice(line.indexOf('{'))) as Export)
  const [{ resource } = { resource: { attributes: [] } }] = exports.flatMap(({ resourceSpans }) => resourceSpans)
  expect(valueOf(resource, 'service.name')).toBe('assay')
  expect(valueOf(resource, 'deployment.environment')).toBe('lab')

  const spans = exports.flatMap(({ resourceSpans }) =>
    resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)),
  )
  const statementsOf = ({ spanId }: Span) =>
    spans.filter((span) => span.parentSpanId === spanId).map((span) => valueOf(span, 'db.query.text'))
  const [health, refresh] = ['GET /api/health/ready', 'POST /api/iam/v1/auth/refresh'].map((name) =>
    spans.find((span) => span.name === name),
  )
  assert(health !== undefined && refresh !== undefined)
  expect(health).toMatchObject({ traceId: CALLER.trace, parentSpanId: CALLER.span })
  expect(valueOf(health, 'http.response.status_code')).toBe(200)
  expect(statementsOf(health)).not.toEqual([])
  expect(refresh.parentSpanId ?? '').toBe('')
  expect(valueOf(refresh, 'http.response.status_code')).toBe(401)
  expect(statementsOf(refresh).join()).toContain('access_token')
  expect(received.join()).not.toContain(SECRET)
})

test('a server whose collector never answers, or is away, serves requests and ends as usual', async () => {
  const endpoint = addressOf(collector)
  collector.removeAllListeners('request')
  expect(await visit({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint })).toBe(0)
  collector.close()
  collector.closeAllConnections()
  expect(await visit({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint })).toBe(0)
})

test('a share of 0 traces only requests whose sender asks for it', async () => {
  const endpoint = addressOf(collector)
  expect(await visit({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_SAMPLER_ARG: '0' })).toBe(0)
  expect(received.join()).toContain('GET /api/health/ready')
  expect(received.join()).not.toContain('POST /api/iam/v1/auth/refresh')
})
