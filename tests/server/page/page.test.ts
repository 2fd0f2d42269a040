import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { servePage } from '../../../server/page/page.ts'
import { matchPage } from '../../../views/pages.ts'
import { paths } from '../../../views/shared/routes.ts'

let folder: string
let app: FastifyInstance
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'assay-page-'))
  mkdirSync(path.join(folder, '.vite'))
  writeFileSync(path.join(folder, 'index.html'), '<head></head><body></body>')
  const links = [
    [paths.gettingStarted, '<link guide>'],
    [paths.launch, '<link one>'],
  ]
  writeFileSync(path.join(folder, '.vite/page-links.json'), JSON.stringify(links))
  mkdirSync(path.join(folder, 'assets'))
  for (const ending of ['', '.br', '.gz']) writeFileSync(path.join(folder, `assets/app-1.js${ending}`), `app${ending}`)
  writeFileSync(path.join(folder, 'assets/font-1.woff2'), 'font')
  writeFileSync(path.join(folder, 'icon.svg'), '<svg/>')
  app = fastify()
  const patternOf = (url: string) => matchPage(url.split('?')[0] ?? '')?.page.pattern ?? null
  servePage(app, folder, { patternOf, draw: () => null, earlyInput: '' })
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})
const get = (url: string) => app.inject({ method: 'GET', url })

test.each([
  ['/projects/DEF/automation-launches/7?page=2', '<head><link one></head><body></body>'],
  ['/projects/DEF/automation-launches/getting-started/', '<head><link guide></head><body></body>'],
  ['/projects/DEF', '<head></head><body></body>'],
])('%s returns the document with the links of its page, never cached', async (url, document) => {
  const answer = await get(url)
  expect(answer.statusCode).toBe(200)
  expect(answer.body).toBe(document)
  expect(answer.headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' })
})

test('a call or a file that does not exist gets no document', async () => {
  expect((await get('/api/none')).statusCode).toBe(404)
  expect((await get('/assets/none.js')).statusCode).toBe(404)
})

test.each([
  ['gzip, deflate, br, zstd', 'br', 'app.br'],
  ['gzip;q=0.8', 'gzip', 'app.gz'],
  ['br;q=0, gzip', 'gzip', 'app.gz'],
  ['', undefined, 'app'],
])('a script goes to a browser that accepts "%s" as the build has it for that', async (accepted, encoding, body) => {
  const url = '/assets/app-1.js'
  const answer = await app.inject({ method: 'GET', url, headers: { 'accept-encoding': accepted } })
  expect(answer.body).toBe(body)
  expect(answer.headers['content-encoding']).toBe(encoding)
  expect(answer.headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
    vary: 'accept-encoding',
    'content-security-policy': "default-src 'self';frame-ancestors 'none'",
  })
})

test('files without a hash are requested again; files about the build are not served', async () => {
  expect((await get('/assets/font-1.woff2')).headers['content-type']).toBe('font/woff2')
  expect((await get('/icon.svg')).headers).toMatchObject({
    'content-type': 'image/svg+xml',
    'cache-control': 'no-cache',
  })
  expect((await app.inject({ method: 'HEAD', url: '/icon.svg' })).statusCode).toBe(200)
  for (const url of ['/.vite/page-links.json', '/assets/app-1.js.br', '/../package.json'])
    expect((await get(url)).statusCode).toBe(404)
})
