import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { servePage } from '../../server/page.ts'

let folder: string
let app: FastifyInstance
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'assay-page-'))
  mkdirSync(path.join(folder, '.vite'))
  writeFileSync(path.join(folder, 'index.html'), '<head></head><body></body>')
  const links = [
    ['/projects/:projectKey/launches/new', '<link new>'],
    ['/projects/:projectKey/launches/:launchId', '<link one>'],
  ]
  writeFileSync(path.join(folder, '.vite/page-links.json'), JSON.stringify(links))
  app = fastify()
  await servePage(app, folder)
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})
const get = (url: string) => app.inject({ method: 'GET', url })

test.each([
  ['/projects/DEF/launches/7?page=2', '<head><link one></head><body></body>'],
  ['/projects/DEF/launches/new/', '<head><link new></head><body></body>'],
  ['/projects/DEF', '<head></head><body></body>'],
])('%s gets the document with the links of its page, never kept', async (url, document) => {
  const answer = await get(url)
  expect(answer.statusCode).toBe(200)
  expect(answer.body).toBe(document)
  expect(answer.headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' })
})

test('a call or a file that does not exist gets no document', async () => {
  expect((await get('/api/none')).statusCode).toBe(404)
  expect((await get('/assets/none.js')).statusCode).toBe(404)
})
