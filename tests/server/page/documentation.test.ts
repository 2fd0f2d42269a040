import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { handleErrors } from '../../../server/http/errors.ts'
import { serveDocumentation } from '../../../server/page/documentation.ts'

let folder: string
let app: FastifyInstance
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'assay-docs-'))
  app = fastify({ routerOptions: { ignoreTrailingSlash: true } })
  handleErrors(app)
  serveDocumentation(app, folder)
})
afterEach(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})
const build = () => {
  for (const name of ['assets', 'manual']) mkdirSync(path.join(folder, name))
  const files = {
    'index.html': '<script>theme()</script><script src="/help/assets/app.1.js"></script>start',
    'manual/launches.html': 'launches',
    'assets/app.1.js': 'script',
    '404.html': 'no such page',
    'llms.txt': 'list',
  }
  for (const [name, content] of Object.entries(files)) writeFileSync(path.join(folder, name), content)
}
const get = (url: string) => app.inject({ method: 'GET', url })

test('the documentation is offered as soon as its build has ended', async () => {
  expect((await get('/help/')).json()).toMatchObject({ message: expect.stringContaining('not built yet') as string })
  build()
  expect((await get('/help/')).body).toContain('start')
  expect((await get('/help/manual/launches.html?from=here')).body).toBe('launches')
  expect((await get('/help/llms.txt')).headers['content-type']).toBe('text/plain; charset=utf-8')
  expect((await get('/help')).headers['location']).toBe('/help/')
})

test('a page that does not exist is answered with 404 and the error page of the site', async () => {
  build()
  for (const url of ['/help/manual/none.html', '/help/../index.html', '/help/%2e%2e/secret.js']) {
    const answer = await get(url)
    expect(answer.statusCode).toBe(404)
    expect(answer.body).not.toBe('launches')
  }
  expect((await get('/help/none.html')).body).toBe('no such page')
})

test('pages of the documentation run only their own scripts, and browsers cache files with a hash', async () => {
  build()
  const page = await get('/help/')
  expect(String(page.headers['content-security-policy']).split('; ')).toContain(
    "script-src 'self' 'sha256-Rfr3GgHZFiXm+TmNr+li+0sZ4J9FGllo8jsXcJF5XZ8='",
  )
  expect(page.headers['cache-control']).toBe('no-cache')
  expect((await get('/help/assets/app.1.js')).headers['cache-control']).toContain('immutable')
})
