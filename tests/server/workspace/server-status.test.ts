import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getServerStatus } from '../../../contract/workspace/server-status.ts'
import { aWorkspace } from '../support/people.ts'
import { ask, send, startTestApp, type TestApp } from '../support/app.ts'

const METRICS_TOKEN = 'token-of-the-metrics-of-this-test'
let server: TestApp
let token: string
beforeAll(async () => {
  server = await startTestApp({ METRICS_TOKEN })
  token = (await aWorkspace(server)).token
})
afterAll(() => server.close())

test('the status has the figures of the process, the database, the disk and the queues', async () => {
  await ask(server, getServerStatus, { token })
  const status = await ask(server, getServerStatus, { token })
  expect(status.calls.requests).toBeGreaterThan(0)
  expect(status.calls.p95).toBeGreaterThan(0)
  expect(status.reporting).toEqual({ requests: 0, p50: null, p95: null })
  expect(status.database.sizeBytes).toBeGreaterThan(1_000_000)
  expect(status.database.connections).toBeGreaterThan(0)
  expect(status.disk?.freeBytes).toBeGreaterThan(0)
  expect(status.memoryBytes).toBeGreaterThan(1_000_000)
  expect(status.launches).toEqual({ queued: 0, running: 0, queuedFor: 0 })
})

test('calls that report results are counted apart from the calls of browsers', async () => {
  await send(server, '/api/reporting/v1/test-runs', { method: 'POST', body: {} })
  expect((await ask(server, getServerStatus, { token })).reporting.requests).toBe(1)
})

test('metrics have requests by route and the figures of the status, in the OpenMetrics format', async () => {
  const { status, headers, body } = await send(server, '/metrics', { token: METRICS_TOKEN })
  expect(status).toBe(200)
  expect(headers.get('content-type')).toContain('application/openmetrics-text')
  const lines = String(body).split('\n')
  expect(lines).toContain('# EOF')
  expect(lines.filter((line) => line.startsWith('assay_http_request_seconds_count{')).join('\n')).toContain(
    'method="GET",route="/api/workspace/server-status",status="200"',
  )
  expect(lines.find((line) => line.startsWith('assay_database_size_bytes '))).toMatch(/ \d{6,}$/)
  expect(lines).toContain('assay_launches_queued 0')
})

test('the dashboard for Grafana shows only metrics that are exported', async () => {
  const dashboard = readFileSync(new URL('../../../deploy/grafana-dashboard.json', import.meta.url), 'utf8')
  const { body } = await send(server, '/metrics', { token: METRICS_TOKEN })
  const exported = new Set([...String(body).matchAll(/^(assay_\w+)/gm)].map(([, name]) => name))
  const shown = new Set([...dashboard.matchAll(/assay_\w+/g)].map(([name]) => name))
  expect(shown.size).toBeGreaterThan(10)
  expect([...shown].filter((name) => !exported.has(name))).toEqual([])
})

test('metrics are not shown without their token, and there are none where none is set', async () => {
  for (const wrong of [undefined, token, `${METRICS_TOKEN}x`])
    expect((await send(server, '/metrics', wrong === undefined ? {} : { token: wrong })).status).toBe(401)
  const without = await startTestApp()
  expect((await send(without, '/metrics', { token: METRICS_TOKEN })).status).toBe(404)
  await without.close()
})
