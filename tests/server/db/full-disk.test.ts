import { spawn, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest'
import { testEngine } from '../support/database.ts'
import { mountSmallDisk, type SmallDisk } from '../support/small-disk.ts'
import { copyTemplate } from '../support/template.ts'

const ACCESS_TOKEN = 'an-access-token-of-the-owner'
const canMount = (() => {
  const disk = mountSmallDisk(1)
  disk?.remove()
  return disk !== null
})()
if (!canMount) console.warn('no file system can be mounted here: the test of a full disk is skipped')

let disk: SmallDisk
let running: ChildProcess | null = null
beforeEach(() => {
  const mounted = canMount ? mountSmallDisk(100) : null
  if (mounted === null) return
  disk = mounted
  const engine = inject('database')
  if (engine.engine === 'pglite') copyTemplate(engine.template, disk.folder)
})
afterEach(async () => {
  if (running !== null) {
    running.kill('SIGKILL')
    if (running.exitCode === null && running.signalCode === null) await once(running, 'close')
  }
  running = null
  disk.remove()
})

interface Running {
  url: string
  token: string
  /** What it wrote to stderr, and its exit code, once it has ended. */
  ended: Promise<{ code: number | null; said: string }>
}

const start = async (): Promise<Running> => {
  const engine = inject('database')
  if (engine.engine !== 'pglite') throw new Error('only the embedded database shares the disk with the server')
  const child = spawn(process.execPath, [join(engine.built, 'serve.js'), engine.workerUrl], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      DATA_DIR: disk.folder,
      LOG_LEVEL: 'silent',
      ASSAY_OWNER_USERNAME: 'owner',
      ASSAY_OWNER_EMAIL: 'owner@example.test',
      ASSAY_OWNER_PASSWORD: 'a long password',
      ASSAY_PROJECT_KEY: 'DEF',
      ASSAY_ACCESS_TOKEN: ACCESS_TOKEN,
    },
  })
  running = child
  let said = ''
  child.stderr.on('data', (text: Buffer) => (said += text.toString()))
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, said }))
  const [line] = (await Promise.race([
    once(child.stdout, 'data'),
    ended.then((end) => Promise.reject(new Error(`the server did not start: ${end.said}`))),
  ])) as [Buffer]
  const url = line.toString().trim()
  const exchanged = await fetch(`${url}/api/iam/v1/auth/refresh`, {
    method: 'POST',
    body: JSON.stringify({ refreshToken: ACCESS_TOKEN }),
  })
  return { url, token: ((await exchanged.json()) as { authToken: string }).authToken, ended }
}

const call = (running: Running, path: string, body?: unknown): Promise<Response | null> =>
  fetch(`${running.url}/api${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${running.token}` },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(20_000),
  }).catch((error: unknown) => {
    if ((error as Error).name === 'TimeoutError') throw new Error('the server hangs', { cause: error })
    return null
  })

const answerOf = (response: Response | null): Promise<unknown> => {
  if (!response?.ok) throw new Error(`the server does not answer: ${response?.status ?? 'it has ended'}`)
  return response.json()
}

const startedAt = '2026-01-01T00:00:00Z'
const startLaunch = async (running: Running): Promise<number> => {
  const response = await call(running, '/reporting/v1/test-runs?projectKey=DEF', { name: 'Nightly', startedAt })
  return ((await answerOf(response)) as { id: number }).id
}

/**
 * Starts tests that take a tenth of a megabyte each until one is refused. Returns the ids of those that were acknowledged, and the
 * status of the refusal: null where the server has ended.
 */
const startTests = async (running: Running, launchId: number, most: number) => {
  const acknowledged: number[] = []
  for (let number = 0; number < most; number += 1) {
    const correlationData = randomBytes(70_000).toString('base64')
    const body = { name: `Test ${number}`, startedAt, correlationData }
    const response = await call(running, `/reporting/v1/test-runs/${launchId}/tests`, body)
    if (!response?.ok) return { acknowledged, refusal: response === null ? null : response.status }
    acknowledged.push(((await response.json()) as { id: number }).id)
  }
  return { acknowledged, refusal: 200 }
}

const storedTests = async (running: Running, launchId: number): Promise<number[]> => {
  const ids: number[] = []
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const response = await call(running, `/projects/DEF/launches/${launchId}/tests?pageSize=200&page=${page}`)
    const { items, _meta } = (await answerOf(response)) as { items: { id: number }[]; _meta: { totalPages: number } }
    ids.push(...items.map(({ id }) => id))
    pages = _meta.totalPages
  }
  return ids
}

describe.runIf(testEngine() === 'pglite' && canMount)('a full disk', { timeout: 120_000 }, () => {
  test('ends the server with its reason where the write-ahead log cannot go on; what was acknowledged is there after a restart', async () => {
    const server = await start()
    const launchId = await startLaunch(server)
    // Too little for another file of the write-ahead log, enough for tables until then.
    disk.fill(14)
    const { acknowledged, refusal } = await startTests(server, launchId, 500)
    expect([null, 503]).toContain(refusal)
    const { code, said } = await server.ended
    expect([code, said]).toEqual([1, expect.stringMatching(/^Assay ends: .*(?:PANIC|FATAL) 53100/)])

    disk.free()
    const again = await start()
    expect(acknowledged.length).toBeGreaterThan(10)
    expect(await storedTests(again, launchId)).toEqual(expect.arrayContaining(acknowledged))
    expect(await startTests(again, launchId, 1)).toMatchObject({ refusal: 200 })
  })

  test('refuses what tables have no room for with 503, and takes it again when there is room', async () => {
    const server = await start()
    const launchId = await startLaunch(server)
    disk.fill()
    const { refusal } = await startTests(server, launchId, 50)
    expect(refusal).toBe(503)
    expect((await call(server, '/projects/DEF/launches'))?.status).toBe(200)
    disk.free()
    expect(await startTests(server, launchId, 1)).toMatchObject({ refusal: 200 })
  })
})
