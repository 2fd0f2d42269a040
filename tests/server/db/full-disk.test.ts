import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest'
import { testEngine } from '../support/database.ts'
import { kill, serve, type Served } from '../support/served.ts'
import { mountSmallDisk, type SmallDisk } from '../support/small-disk.ts'
import { copyTemplate } from '../support/template.ts'

const canMount = (() => {
  const disk = mountSmallDisk(1)
  disk?.remove()
  return disk !== null
})()
if (!canMount) console.warn('no file system can be mounted here: the test of a full disk is skipped')

let disk: SmallDisk
let running: Served | null = null
beforeEach(() => {
  const mounted = canMount ? mountSmallDisk(100) : null
  if (mounted === null) return
  disk = mounted
  const engine = inject('database')
  if (engine.engine === 'pglite') copyTemplate(engine.template, disk.folder)
})
afterEach(async () => {
  if (running !== null) await kill(running)
  running = null
  disk.remove()
})

const start = async (): Promise<Served> => (running = await serve({ DATA_DIR: disk.folder }))

const call = (running: Served, path: string, body?: unknown): Promise<Response | null> =>
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
const startLaunch = async (running: Served): Promise<number> => {
  const response = await call(running, '/reporting/v1/test-runs?projectKey=DEF', { name: 'Nightly', startedAt })
  return ((await answerOf(response)) as { id: number }).id
}

/**
 * Starts tests of a tenth of a megabyte each until one is rejected. Returns the ids of the acknowledged ones, and the status of the
 * rejection: null when the server has ended.
 */
const startTests = async (running: Served, launchId: number, max: number) => {
  const acknowledged: number[] = []
  for (let number = 0; number < max; number += 1) {
    const correlationData = randomBytes(70_000).toString('base64')
    const body = { name: `Test ${number}`, startedAt, correlationData }
    const response = await call(running, `/reporting/v1/test-runs/${launchId}/tests`, body)
    if (!response?.ok) return { acknowledged, refusal: response === null ? null : response.status }
    acknowledged.push(((await response.json()) as { id: number }).id)
  }
  return { acknowledged, refusal: 200 }
}

const storedTests = async (running: Served, launchId: number): Promise<number[]> => {
  const ids: number[] = []
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const response = await call(running, `/projects/DEF/launches/${launchId}/tests?pageSize=200&page=${page}`)
    const { items, _meta } = (await answerOf(response)) as { items: { id: number }[]; _meta: { totalPages: number } }
    ids.push(...items.map(({ id }) => id))
    pages = _meta.totalPages
  }
  return ids
}

describe.runIf(testEngine() === 'pglite' && canMount)('a full disk', () => {
  test('stops the server and reports the reason when the write-ahead log cannot be written; acknowledged writes survive the restart', async () => {
    const server = await start()
    const launchId = await startLaunch(server)
    const acknowledged: number[] = []
    let refusal: number | null = 200
    // Too little for another file of the write-ahead log. The position in the current file is random: tables may be full before it is, and
    // then get more space.
    for (let round = 0; refusal !== null && round < 3; round += 1) {
      disk.free()
      disk.fill(14)
      const tried = await startTests(server, launchId, 500)
      acknowledged.push(...tried.acknowledged)
      refusal = tried.refusal
      if (refusal === 503 && (await call(server, '/projects/DEF/launches')) === null) refusal = null
    }
    expect(refusal).toBeNull()
    const { code, said } = await server.ended
    expect([code, said]).toEqual([1, expect.stringMatching(/^Assay ends: .*(?:PANIC|FATAL) 53100/)])

    disk.free()
    const again = await start()
    expect(acknowledged.length).toBeGreaterThan(10)
    expect(await storedTests(again, launchId)).toEqual(expect.arrayContaining(acknowledged))
    expect(await startTests(again, launchId, 1)).toMatchObject({ refusal: 200 })
  })

  test('answers 503 to writes that do not fit, and accepts them again when there is space', async () => {
    const server = await start()
    const launchId = await startLaunch(server)
    disk.fill()
    const { refusal } = await startTests(server, launchId, 50)
    expect(refusal).toBe(503)
    expect((await call(server, '/projects/DEF/launches'))?.status).toBe(200)
    const form = new FormData()
    form.append('file', new Blob([randomBytes(2_000_000)]), 'video.bin')
    const artifact = await fetch(`${server.url}/api/reporting/v1/test-runs/${launchId}/artifacts`, {
      method: 'POST',
      headers: { authorization: `Bearer ${server.token}` },
      body: form,
    })
    expect(artifact.status).toBe(503)
    expect((await call(server, '/health/ready'))?.status).toBe(503)
    disk.free()
    expect((await call(server, '/health/ready'))?.status).toBe(200)
    expect(await startTests(server, launchId, 1)).toMatchObject({ refusal: 200 })
  })
})
