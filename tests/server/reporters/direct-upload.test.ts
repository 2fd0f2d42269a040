import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { deliver, newDelivery, type Source } from '../../../packages/client/src/live/delivery.ts'
import type { PendingFile } from '../../../packages/client/src/live/pending-reports.ts'
import { buildCli, type Cli } from '../cli/support/cli.ts'
import { aFaultyProxy } from '../cli/support/faulty-proxy.ts'
import { artifactsOf } from '../launches/reporting/support/rows.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { aWorkspace } from '../support/people.ts'
import { openTestBucket, type TestBucket } from '../support/s3.ts'
import { aPytestProject, hasPytest, type PytestProject } from './support/pytest.ts'
import { aTarget } from './support/reporter.ts'

const SECRET_KEY = '00'.repeat(32)
const MB = 1024 * 1024
const at = '2026-11-20T17:19:06.757Z'
let bucket: TestBucket
let bucketWithoutChecksums: TestBucket
let cli: Cli
let server: Awaited<ReturnType<typeof aServer>>
beforeAll(async () => {
  ;[bucket, bucketWithoutChecksums, cli] = await Promise.all([
    openTestBucket(),
    openTestBucket({ checksums: 'ignored' }),
    buildCli(),
  ])
  server = await aServer({ FILES_PUBLIC_URL: bucket.publicUrl })
})
beforeEach(() => void server.requests.splice(0))
afterAll(async () => {
  await server.app.close()
  await Promise.all([bucket.remove(), bucketWithoutChecksums.remove(), cli.remove()])
})
const open: { close: () => Promise<void> }[] = []
afterEach(async () => {
  for (const one of open.splice(0).toReversed()) await one.close()
})

/** A server with a project, and its requests of reporters: paths without ids, and the bytes of their bodies. */
const aServer = async (environment: Record<string, string>) => {
  const app = await startTestApp({ SECRET_KEY, FILES_URL: bucket.url, ...environment })
  const requests: { call: string; bytes: number }[] = []
  app.app.server.on('request', ({ url = '', headers }) => {
    const call = (url.split('?')[0] ?? '')
      .replaceAll(/[0-9a-f]{8}-[^/]+|\d+/g, 'n')
      .split('/')
      .slice(5)
      .join('/')
    if (url.startsWith('/api/reporting')) requests.push({ call, bytes: Number(headers['content-length'] ?? 0) })
  })
  const target = await aTarget(app, await aWorkspace(app))
  return {
    app,
    target,
    calls: (ending: string) => requests.filter(({ call }) => call.endsWith(ending)).length,
    requests,
  }
}

let contents = 0
const aFile = (sizeBytes: number): PendingFile => ({
  id: crypto.randomUUID(),
  key: 'a',
  attempt: 1,
  at: Date.parse(at),
  name: `film ${(contents += 1)}.webm`,
  body: Buffer.alloc(sizeBytes, `${contents} `),
})

/** Sends a launch of one test with these files, as reporters do. */
const report = async (
  { app, target }: Awaited<ReturnType<typeof aServer>>,
  files: PendingFile[],
  { url = app.url, signal = new AbortController().signal } = {},
) => {
  const test = { name: 'adds', className: 'cart', methodName: 'adds', startedAt: at }
  const entries = [{ key: 'a', start: test, finish: { result: 'PASSED', endedAt: at } }]
  const batches = [{ id: crypto.randomUUID(), entries, files }]
  const source: Source = { next: async () => batches.shift() ?? null, endedAt: () => new Date(at) }
  const start = { uuid: crypto.randomUUID(), name: 'Nightly', startedAt: at, framework: 'playwright' }
  const delivered = newDelivery(start)
  const warnings: string[] = []
  const connection = { url, token: target.token, projectKey: target.projectKey, retryMs: 5000, longestWaitMs: 10 }
  const warn = (message: string) => void warnings.push(message)
  const error = await deliver(connection, delivered, source, { signal, warn }).then(
    () => null,
    (cause: unknown) => cause,
  )
  return { delivered, warnings, error, artifacts: await stored(app, delivered.launchId ?? 0) }
}
const stored = async (app: TestApp, launchId: number) =>
  (await artifactsOf(app, launchId)).map(({ name, hash, size_bytes: size }) => ({ name, hash, size }))
const described = ({ name, body = new Uint8Array() }: PendingFile) => ({
  name,
  hash: createHash('sha256').update(body).digest('hex'),
  size: body.length,
})

test('a reporter writes large files to the bucket, and sends small ones to the server', async () => {
  const files = [aFile(3 * MB), aFile(MB), aFile(MB - 1)]
  const path = `${cli.folder}/film.webm`
  await cli.write('film.webm', files[0]?.body ?? '')
  const { body: _, ...onDisk } = { ...files[0], path }
  const sent = [onDisk as PendingFile, ...files.slice(1)]
  const { error, warnings, delivered, artifacts } = await report(server, sent)
  expect([error, warnings, delivered.omitted.count]).toEqual([null, [], 0])
  expect(artifacts).toEqual(files.map(described))
  const forms = server.requests.filter(({ call }) => call.endsWith('/attachments'))
  expect(forms).toHaveLength(1)
  const others = server.requests.filter((request) => !forms.includes(request))
  expect(others.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThan(5000)
})

test('the command line writes the files of a stored launch to the bucket', async () => {
  const { app, target, calls } = server
  const start = { uuid: crypto.randomUUID(), name: 'Nightly', startedAt: at, framework: 'playwright' }
  const header = { url: app.url, projectKey: target.projectKey, start, launchId: null, ids: [], files: [], endedAt: at }
  const entry = { key: 'a', start: { name: 'adds', className: 'cart', methodName: 'adds', startedAt: at } }
  const { body = new Uint8Array(), ...file } = aFile(2 * MB)
  const batch = { id: crypto.randomUUID(), entries: [entry], files: [{ ...file, path: 'film' }] }
  await cli.write('.assay/unsent/one/launch.jsonl', [header, batch].map((line) => JSON.stringify(line)).join('\n'))
  await cli.write('.assay/unsent/one/film', body)
  expect(await cli.run(['upload'], target.env)).toMatchObject({ code: 0, stderr: '' })
  const [launch] = await target.launches()
  expect(await stored(app, launch?.id ?? 0)).toEqual([described({ ...file, body })])
  expect([calls('/direct-uploads/n'), calls('/attachments')]).toEqual([1, 0])
})

const UNUSABLE_BUCKETS: [string, () => Record<string, string>, RegExp[]][] = [
  ['cannot be reached', () => ({ FILES_PUBLIC_URL: 'http://127.0.0.1:1/assay' }), [/127.0.0.1:1 cannot/]],
  ['answers with an error', () => ({ FILES_PUBLIC_URL: `${bucket.publicUrl}-2` }), [/answered 404/]],
  ['is another one', () => ({ FILES_PUBLIC_URL: `${bucket.publicUrl}/other` }), [/does not exist/]],
  [
    'does not compute hashes',
    () => ({ FILES_URL: bucketWithoutChecksums.url, FILES_PUBLIC_URL: bucketWithoutChecksums.publicUrl }),
    [],
  ],
  ['is for servers only', () => ({}), []],
]
test.each(UNUSABLE_BUCKETS)(
  'where the bucket %s, all files are sent to the server, after one message unless that is intended',
  async (_name, environment, messages) => {
    const other = await aServer(environment())
    open.push(other.app)
    const files = [aFile(MB), aFile(MB)]
    const { error, warnings, delivered, artifacts } = await report(other, files)
    expect([error, delivered.omitted.count, artifacts]).toEqual([null, 0, files.map(described)])
    expect(warnings).toEqual(messages.map((message): unknown => expect.stringMatching(message)))
    expect([other.calls('/direct-uploads'), other.calls('/attachments')]).toEqual([1, 2])
  },
)

test.each<[string, Parameters<typeof aFaultyProxy>[1], number]>([
  ['lost answers', [null, null, 'lost', 'lost'], 0],
  ['a lost answer and a proxy that rejects the next call', [null, null, null, 'lost', { status: 403 }], 1],
  ['an older server, which does not know the call', [null, null, { status: 404 }], 1],
])('with %s, a file is stored once', async (_name, faults, forms) => {
  const proxy = await aFaultyProxy(server.app.url, faults)
  open.push(proxy)
  const files = [aFile(MB)]
  const { error, artifacts } = await report(server, files, { url: proxy.url })
  expect([error, artifacts]).toEqual([null, files.map(described)])
  expect(server.calls('/attachments')).toBe(forms)
})

/** A server whose bucket takes requests of reporters, and answers none. */
const aServerWithHangingBucket = async (onRequest: () => void) => {
  const bucketOfReporters = createServer(onRequest)
  bucketOfReporters.listen(0, '127.0.0.1')
  await once(bucketOfReporters, 'listening')
  const { port } = bucketOfReporters.address() as AddressInfo
  const stop = async () => {
    bucketOfReporters.closeAllConnections()
    bucketOfReporters.close()
  }
  const created = await aServer({ FILES_PUBLIC_URL: `http://127.0.0.1:${port}/assay` })
  open.push(created.app, { close: stop })
  return { ...created, stop }
}

test('a file whose upload is interrupted by the end of the run is still to be sent', async () => {
  const stop = new AbortController()
  const interrupted = await aServerWithHangingBucket(() => stop.abort(new Error('the time is over')))
  const file = aFile(MB)
  const { error, warnings, delivered } = await report(interrupted, [file], { signal: stop.signal })
  expect(error).toEqual(new Error('the time is over'))
  expect([warnings, delivered.files]).toEqual([[], [file]])
})

describe.skipIf(!hasPytest)('pytest', () => {
  /** Runs a test that has these attachments. Returns the exit code, the warnings of the plugin, and the attachments on the server. */
  const runWith = async ({ app, target }: typeof server, files: PendingFile[], url = app.url) => {
    const project = await aPytestProject()
    open.push({ close: project.remove })
    await writeTest(project, files)
    const before = (await target.launches()).map(({ id }) => id)
    const { code, stdout, stderr } = await project.run({ ...target.env, ASSAY_URL: url }, ['--assay-strict'])
    const launches = (await target.launches()).filter(({ id }) => !before.includes(id))
    expect(launches).toMatchObject([{ status: 'PASSED' }])
    const lines = stdout.split('\n').filter((line) => line.startsWith('assay: '))
    expect(stdout + stderr).not.toMatch(/X-Amz-|x-amz-/)
    return { code, warnings: lines.slice(0, -1), artifacts: await stored(app, launches[0]?.id ?? 0) }
  }
  const writeTest = async (project: PytestProject, files: PendingFile[]) => {
    const properties = files.map(({ name }) => `    record_property('attachment', '${name}')\n`)
    await project.write('test_cart.py', `def test_adds(record_property):\n${properties.join('')}`)
    for (const { name = '', body = '' } of files) await project.write(name, body)
  }

  test('large attachments are written to the bucket, and small ones are sent to the server', async () => {
    const files = [aFile(3 * MB), aFile(MB), aFile(MB - 1)]
    expect(await runWith(server, files)).toEqual({ code: 0, warnings: [], artifacts: files.map(described) })
    const forms = server.requests.filter(({ call }) => call.endsWith('/attachments'))
    expect(forms).toHaveLength(1)
    const others = server.requests.filter((request) => !forms.includes(request))
    expect(others.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThan(5000)
  })

  test.each(UNUSABLE_BUCKETS)(
    'where the bucket %s, all files are sent to the server, after one message unless that is intended',
    async (_name, environment, messages) => {
      const other = await aServer(environment())
      open.push(other.app)
      const files = [aFile(MB), aFile(MB)]
      const { code, warnings, artifacts } = await runWith(other, files)
      expect([code, artifacts]).toEqual([0, files.map(described)])
      expect(warnings).toEqual(messages.map((message): unknown => expect.stringMatching(message)))
      expect([other.calls('/direct-uploads'), other.calls('/attachments')]).toEqual([1, 2])
    },
  )

  // The first call reads the quarantine, the next ones start the launch and report the test.
  test.each<[string, Parameters<typeof aFaultyProxy>[1], number]>([
    ['lost answers', [null, null, null, 'lost', 'lost'], 0],
    ['a lost answer and a proxy that rejects the next call', [null, null, null, null, 'lost', { status: 403 }], 1],
    ['an older server, which does not know the call', [null, null, null, { status: 404 }], 1],
  ])('with %s, a file is stored once', async (_name, faults, forms) => {
    const proxy = await aFaultyProxy(server.app.url, faults)
    open.push(proxy)
    const files = [aFile(MB)]
    expect(await runWith(server, files, proxy.url)).toMatchObject({ code: 0, artifacts: files.map(described) })
    expect(server.calls('/attachments')).toBe(forms)
  })

  test('a bucket that does not answer does not prolong the run, and the next run sends the file', async () => {
    const { app, target, calls, stop } = await aServerWithHangingBucket(() => undefined)
    const project = await aPytestProject()
    open.push({ close: project.remove })
    const files = [aFile(MB)]
    await writeTest(project, files)
    const first = await project.run({ ...target.env, ASSAY_RETRY_FOR: '3' })
    expect([first.code, first.stdout]).toEqual([
      0,
      expect.stringContaining('The time limit is over. The results are in'),
    ])
    expect([calls('/direct-uploads'), calls('/attachments')]).toEqual([1, 0])
    await stop()
    expect((await project.run(target.env, ['--deselect', 'test_cart.py'])).stdout).toContain('earlier run was sent')
    const launches = await target.launches()
    expect(await stored(app, launches.at(-1)?.id ?? 0)).toEqual(files.map(described))
  })
})
