import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { handleErrors } from '../../../server/http/errors.ts'
import { servePage } from '../../../server/page/page.ts'
import { serveTraceViewer } from '../../../server/page/trace-viewer.ts'

let folder: string
let app: FastifyInstance
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'assay-traces-'))
  for (const name of ['.vite', 'trace-viewer/assets']) mkdirSync(path.join(folder, name), { recursive: true })
  const files = {
    'index.html': '<head></head><body>application</body>',
    '.vite/page-links.json': '[]',
    'secret.js': 'secret',
    'trace-viewer/index.html': 'viewer',
    'trace-viewer/sw.bundle.js': 'worker',
    'trace-viewer/index.BY2vkw8A.js': 'script',
    'trace-viewer/assets/urlMatch-Cgl6axSs.js': 'part',
    'trace-viewer/codicon.DCmgc-ay.ttf': 'font',
    'trace-viewer/LICENSE': 'license',
  }
  for (const [name, content] of Object.entries(files)) writeFileSync(path.join(folder, name), content)
  app = fastify()
  handleErrors(app)
  serveTraceViewer(app, folder, 'https://assay.test')
  servePage(app, folder)
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})
const get = (url: string, host = 'assay.test') => app.inject({ method: 'GET', url, headers: { host } })
const policyOf = async (url: string, host?: string) =>
  String((await get(url, host)).headers['content-security-policy']).split('; ')

test.each(['index.html', 'sw.bundle.js', 'index.BY2vkw8A.js'])(
  '%s of the trace viewer runs only scripts of the server, in frames of the application only',
  async (name) => {
    const policy = await policyOf(`/trace-viewer/${name}`)
    for (const rule of [
      "default-src 'none'",
      "script-src 'self'",
      "frame-ancestors 'self'",
      "form-action 'none'",
      "base-uri 'none'",
      'sandbox allow-scripts allow-same-origin allow-downloads allow-popups',
    ])
      expect(policy).toContain(rule)
  },
)

test('documents of the trace viewer reach its own files alone, and its service worker also stored files', async () => {
  const own = 'connect-src https://assay.test/trace-viewer/ http://10.0.0.7:4400/trace-viewer/'
  const files = 'https://assay.test/api/files/ http://10.0.0.7:4400/api/files/'
  expect(await policyOf('/trace-viewer/index.html', '10.0.0.7:4400')).toContain(own)
  expect(await policyOf('/trace-viewer/sw.bundle.js', '10.0.0.7:4400')).toContain(`${own} ${files}`)
})

test('other sites cannot send a trace to the viewer', async () => {
  expect((await get('/trace-viewer/index.html')).headers).toMatchObject({
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
  })
})

test('a host that is no name cannot add to the policy', async () => {
  const policy = await policyOf('/trace-viewer/index.html', 'assay.test *; script-src *')
  expect(policy).toContain('connect-src https://assay.test/trace-viewer/')
  expect(policy.filter((rule) => rule.startsWith('script-src'))).toEqual(["script-src 'self'"])
})

test.each([
  ['index.html', 'text/html; charset=utf-8', 'no-cache'],
  ['sw.bundle.js', 'text/javascript; charset=utf-8', 'no-cache'],
  ['index.BY2vkw8A.js', 'text/javascript; charset=utf-8', 'public, max-age=31536000, immutable'],
  ['assets/urlMatch-Cgl6axSs.js', 'text/javascript; charset=utf-8', 'public, max-age=31536000, immutable'],
  ['codicon.DCmgc-ay.ttf', 'font/ttf', 'public, max-age=31536000, immutable'],
])('%s of the trace viewer has the type %s and the caching %s', async (name, type, caching) => {
  expect((await get(`/trace-viewer/${name}`)).headers).toMatchObject({ 'content-type': type, 'cache-control': caching })
})

test.each([
  '/trace-viewer/contexts?trace=/api/files/1/trace.zip',
  '/trace-viewer/file/page.html',
  '/trace-viewer/snapshot/call@1',
  '/trace-viewer/',
  '/trace-viewer/LICENSE',
  '/trace-viewer/../.vite/page-links.json',
  '/trace-viewer/%2e%2e/.vite/page-links.json',
  '/trace-viewer/..%2f.vite%2fpage-links.json',
])('%s is neither a file of the viewer nor a page of the application', async (url) => {
  expect((await get(url)).statusCode).toBe(404)
})

test('the files of the application keep their own policy', async () => {
  expect((await get('/secret.js')).headers['content-security-policy']).toBe("default-src 'self';frame-ancestors 'none'")
  expect((await get('/index.html')).statusCode).toBe(404)
})
