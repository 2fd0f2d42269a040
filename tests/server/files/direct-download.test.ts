import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { readConfig } from '../../../server/config.ts'
import { keyOf } from '../../../server/files/store.ts'
import { openBlobs } from '../../../server/files/open-blobs.ts'
import { TestAgent, type TestLaunch } from '../support/agent.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { aProject, aUser, aWorkspace, type TestUser } from '../support/people.ts'
import { aVisitor } from '../support/public.ts'
import { openTestBucket, type TestBucket } from '../support/s3.ts'
import { artifactsOf } from '../launches/reporting/support/rows.ts'

const SECRET_KEY = '00'.repeat(32)
const KB = 1024
let bucket: TestBucket
let app: TestApp
let owner: TestUser
let launch: TestLaunch
beforeAll(async () => {
  bucket = await openTestBucket()
  app = await startTestApp({ FILES_URL: bucket.url, FILES_PUBLIC_URL: `${bucket.publicUrl}/`, SECRET_KEY })
  owner = await aWorkspace(app)
  await aProject(app, owner)
  launch = await (await TestAgent.of(app, owner)).startLaunch()
})
afterAll(async () => {
  vi.useRealTimers()
  await app.close()
  await bucket.remove()
})

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const WEBM = Buffer.from([0x1a, 0x45, 0xdf, 0xa3])
let uploads = 0
/** Uploads a file of 100 kB, with other content each time, and resolves with its address. */
const aFile = async (name: string, start: Uint8Array | string = '', length = 100 * KB) => {
  const content = Buffer.alloc(length, `${(uploads += 1)} `)
  content.set(Buffer.from(start))
  await launch.upload(name, content)
  const stored = (await artifactsOf(app, launch.id)).at(-1)
  return {
    content,
    path: `/api/files/${stored?.public_id}/file`,
    key: keyOf(createHash('sha256').update(content).digest('hex')),
  }
}

interface Asked {
  token?: string | null
  headers?: Record<string, string>
  mode?: string
  method?: 'GET' | 'HEAD'
}
/** Requests a file as a browser does for an element of a page. */
const asElement = (
  path: string,
  { token = owner.token, headers = {}, mode = 'no-cors', method = 'GET' }: Asked = {},
  { app: server }: Pick<TestApp, 'app'> = app,
) =>
  server.inject({
    method,
    url: path,
    headers: { ...(token === null ? {} : { authorization: `Bearer ${token}` }), 'sec-fetch-mode': mode, ...headers },
  })
const addressOf = async (path: string): Promise<string> => String((await asElement(path)).headers.location)

describe('with FILES_PUBLIC_URL', () => {
  test.each([
    ['film.webm', WEBM, 'video/webm', 'inline', 3600],
    ['picture.png', PNG, 'image/png', 'inline', 900],
    ['run.log', '', 'text/plain; charset=utf-8', 'inline', 900],
    ['page.html', '<!doctype html><script>', 'application/octet-stream', 'attachment', 900],
    ['drawing.svg', '<svg xmlns="http://www.w3.org/2000/svg">', 'application/octet-stream', 'attachment', 900],
    ["it's (1) “ä”.zip", 'PK', 'application/octet-stream', 'attachment', 900],
  ])(
    'redirects elements and navigations to %s in the bucket, with the type and disposition of the server',
    async (...row) => {
      const [name, start, type, disposition, seconds] = row
      const { path, content } = await aFile(name, start)
      const answer = await asElement(path)
      expect(answer.statusCode).toBe(302)
      const { origin, searchParams } = new URL(String(answer.headers.location))
      expect([origin, searchParams.get('X-Amz-Expires')]).toEqual([new URL(bucket.publicUrl).origin, String(seconds)])
      expect(answer.headers).toMatchObject({
        'cache-control': 'private, max-age=300',
        vary: expect.stringContaining('sec-fetch-mode'),
        'cross-origin-resource-policy': 'same-origin',
        'referrer-policy': 'no-referrer',
      })
      expect((await asElement(path, { mode: 'navigate' })).statusCode).toBe(302)
      const direct = await fetch(String(answer.headers.location))
      const through = await asElement(path, { mode: 'cors' })
      expect([direct.status, through.statusCode]).toEqual([200, 200])
      for (const header of ['content-type', 'content-disposition', 'cache-control'])
        expect(direct.headers.get(header)).toBe(through.headers[header])
      expect(direct.headers.get('content-type')).toBe(type)
      expect(direct.headers.get('content-disposition')).toMatch(new RegExp(`^${disposition}; `))
      expect(Buffer.compare(Buffer.from(await direct.arrayBuffer()), content)).toBe(0)
    },
  )

  test('sends files to scripts, to other clients, for HEAD, for known content, small ones and those with long names', async () => {
    const { path, content, key } = await aFile('film.webm', WEBM)
    for (const mode of ['cors', 'same-origin']) {
      const answer = await asElement(path, { mode })
      expect([answer.statusCode, Buffer.compare(answer.rawPayload, content)]).toEqual([200, 0])
    }
    const other = await app.app.inject({ url: path, headers: { authorization: `Bearer ${owner.token}` } })
    expect(other.statusCode).toBe(200)
    expect((await asElement(path, { method: 'HEAD' })).statusCode).toBe(200)
    const known = { 'if-none-match': `"${key.split('/')[1]}"` }
    expect((await asElement(path, { headers: known })).statusCode).toBe(304)
    expect((await asElement((await aFile('small.png', PNG, 60 * KB)).path)).statusCode).toBe(200)
    expect((await asElement((await aFile(`${'ä'.repeat(300)}.png`, PNG)).path)).statusCode).toBe(200)
  })

  test('sends logos, which browsers keep for a year', async () => {
    const { key } = await aFile('logo.png', PNG)
    const hash = key.split('/')[1] ?? ''
    await app.db.updateTable('project').set({ logo_hash: hash }).where('key', '=', 'DEF').execute()
    expect((await asElement(`/api/files/logos/DEF/${hash}`)).statusCode).toBe(200)
  })

  test('the bucket answers ranges of the address', async () => {
    const { path, content } = await aFile('film.webm', WEBM)
    const range = { range: 'bytes=1000-1999' }
    const redirect = await asElement(path, { headers: range })
    expect(redirect.statusCode).toBe(302)
    const part = await fetch(String(redirect.headers.location), { headers: range })
    expect([part.status, Buffer.from(await part.arrayBuffer())]).toEqual([206, content.subarray(1000, 2000)])
  })

  test('gives no address without a session, to a user without a role in the project, and for an unknown file', async () => {
    const { path } = await aFile('film.webm', WEBM)
    const stranger = await aUser(app)
    const answers = await Promise.all([
      asElement(path, { token: null }),
      asElement(path, { token: stranger.token }),
      asElement(path.replace(/[0-9a-f]{12}\/file/, '000000000000/file')),
    ])
    expect(answers.map(({ statusCode, headers }) => [statusCode, headers.location])).toEqual([
      [401, undefined],
      [404, undefined],
      [404, undefined],
    ])
  })

  test('redirects visitors of a public link, with no-store in each answer', async () => {
    const { path } = await aFile('film.webm', WEBM)
    const shared = { resourceType: 'launch' as const, resourceId: String(launch.id) }
    const visitor = await aVisitor(app, owner, shared, 'DEF')
    const linkPath = path.replace('/api/files', `/api/public/links/${visitor.link.id}/files`)
    const { statusCode, headers } = await asElement(linkPath, { token: null, headers: { cookie: visitor.cookie } })
    expect([statusCode, headers['cache-control']]).toEqual([302, 'private, no-store'])
    const direct = await fetch(String(headers.location))
    expect([direct.status, direct.headers.get('cache-control')]).toEqual([200, 'private, no-store'])
    expect((await asElement(linkPath, { token: null })).statusCode).toBe(401)
  })

  test('the bucket rejects an expired address, one for another file, one with another disposition and a missing signature', async () => {
    const { path, key } = await aFile('page.html', '<!doctype html>')
    const { key: otherKey } = await aFile('other.html', '<!doctype html>')
    const address = await addressOf(path)
    const statusOf = async (changed: string) => (await fetch(changed)).status
    expect(await statusOf(address)).toBe(200)
    expect(await statusOf(address.replace(key, otherKey))).toBe(403)
    expect(await statusOf(address.replace('attachment', 'inline'))).toBe(403)
    expect(await statusOf(address.replace('application%2Foctet-stream', 'text%2Fhtml'))).toBe(403)
    expect(await statusOf(address.replace('X-Amz-Expires=900', 'X-Amz-Expires=90000'))).toBe(403)
    expect(await statusOf(address.split('?')[0] ?? '')).toBe(403)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 901_000 })
    const old = await addressOf(path)
    vi.useRealTimers()
    expect(await statusOf(old)).toBe(403)
  })

  test('answers 404 for a file that the bucket has lost, and 503 while it is away', async () => {
    const { path, key } = await aFile('film.webm', WEBM)
    await (await openBlobs(app.config)).remove(key)
    const lost = await asElement(path)
    expect([lost.statusCode, lost.json<{ message: string }>().message]).toEqual([
      404,
      'The file is missing in the storage',
    ])
    expect(lost.headers['cache-control']).toBe('no-store')
    await bucket.stop()
    expect((await asElement(path)).statusCode).toBe(503)
    await bucket.start()
  })

  test('pages may load pictures and videos from the bucket, and nothing else', async () => {
    const policy = String((await app.app.inject({ url: '/api/health/live' })).headers['content-security-policy'])
    const withBucket = policy.split(';').filter((directive) => directive.includes(new URL(bucket.publicUrl).origin))
    expect(withBucket.map((directive) => directive.split(' ')[0])).toEqual(['img-src', 'media-src'])
  })
})

test('without FILES_PUBLIC_URL, files go through the server and pages load nothing from the bucket', async () => {
  const plain = await startTestApp({ FILES_URL: bucket.url, SECRET_KEY })
  try {
    const someone = await aWorkspace(plain)
    await aProject(plain, someone)
    const begun = await (await TestAgent.of(plain, someone)).startLaunch()
    await begun.upload('film.webm', Buffer.alloc(100 * KB, WEBM))
    const stored = (await artifactsOf(plain, begun.id)).at(-1)
    const answer = await asElement(`/api/files/${stored?.public_id}/file`, { token: someone.token }, plain)
    expect([answer.statusCode, answer.rawPayload.length]).toEqual([200, 100 * KB])
    expect(answer.headers['cache-control']).toBe('private, max-age=31536000, immutable')
  } finally {
    await plain.close()
  }
})

test('rejects a FILES_PUBLIC_URL without a bucket, with credentials, or of an origin that browsers must not load from', () => {
  const FILES_URL = 's3://key:secret@s3.example.test/a'
  const read = (environment: Record<string, string>) => () => readConfig({ SECRET_KEY, ...environment })
  expect(read({ FILES_PUBLIC_URL: 'https://s3.example.test/a' })).toThrow('which FILES_URL names')
  for (const address of [
    'https://key:secret@s3.example.test/a',
    'https://s3.example.test/a?b',
    'ftp://s3.example.test/a',
  ])
    expect(read({ FILES_URL, FILES_PUBLIC_URL: address })).toThrow('FILES_PUBLIC_URL: ')
  const PUBLIC_URL = 'https://assay.example.test'
  expect(read({ FILES_URL, PUBLIC_URL, FILES_PUBLIC_URL: 'http://s3.example.test/a' })).toThrow('must be https')
  expect(read({ FILES_URL, PUBLIC_URL, FILES_PUBLIC_URL: `${PUBLIC_URL}/a` })).toThrow('must be another origin')
  const { FILES_PUBLIC_URL } = read({ FILES_URL, PUBLIC_URL, FILES_PUBLIC_URL: 'https://s3.example.test/a//' })()
  expect(FILES_PUBLIC_URL).toBe('https://s3.example.test/a')
})
