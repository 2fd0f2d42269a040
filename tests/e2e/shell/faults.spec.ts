import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import type { APIRequestContext } from '@playwright/test'
import { readBack } from '../support/read-back.ts'
import { serverProgram, startAssayProcess, type AssayProcess } from '../support/server-process.ts'
import { ACCESS_TOKEN, PROJECT_KEY, unattended } from '../support/founding.ts'
import { expect, test } from '../support/test.ts'

const at = '2026-11-20T17:19:06.757Z'

/** A server of the test's own: it is killed, stopped and started again. */
const withServer = async (act: (assay: AssayProcess) => Promise<void>): Promise<void> => {
  const assay = await startAssayProcess(unattended)
  try {
    await act(assay)
  } finally {
    await assay.remove()
  }
}

const agentOf = async (assay: AssayProcess) => {
  const call = async (method: string, address: string, body: unknown, token = ''): Promise<unknown> => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
    const answer = await fetch(`${assay.url}${address}`, { method, headers, body: JSON.stringify(body) })
    if (!answer.ok) throw new Error(`${method} ${address} was answered with ${answer.status}: ${await answer.text()}`)
    const text = await answer.text()
    return text === '' ? null : JSON.parse(text)
  }
  const exchanged = (await call('POST', '/api/iam/v1/auth/refresh', { refreshToken: ACCESS_TOKEN })) as {
    authToken: string
  }
  return {
    token: exchanged.authToken,
    call: (method: string, address: string, body: unknown) =>
      call(method, `/api/reporting/v1${address}`, body, exchanged.authToken) as Promise<{ id: number }>,
  }
}
type Agent = Awaited<ReturnType<typeof agentOf>>

const startLaunch = async (agent: Agent, name: string) =>
  (await agent.call('POST', `/test-runs?projectKey=${PROJECT_KEY}`, { name, startedAt: at })).id

/** Reports until the server is gone; records each acknowledged item. */
const reportUntilGone = async (
  agent: Agent,
  launchId: number,
  worker: number,
  acknowledged: Map<number, string>,
  lines: Map<number, number>,
) => {
  try {
    for (let number = 0; ; number += 1) {
      const body = { name: `worker ${worker} test ${number}`, startedAt: at }
      const { id } = await agent.call('POST', `/test-runs/${launchId}/tests`, body)
      acknowledged.set(id, 'IN_PROGRESS')
      await agent.call('POST', `/test-runs/${launchId}/logs`, [
        { testId: id, timestamp: number, message: `line ${number}` },
      ])
      lines.set(id, (lines.get(id) ?? 0) + 1)
      await agent.call('PUT', `/test-runs/${launchId}/tests/${id}`, { result: 'PASSED', endedAt: at })
      acknowledged.set(id, 'PASSED')
    }
  } catch (error) {
    if (error instanceof Error && error.message.includes('was answered with')) throw error
  }
}

const testsOf = async (assay: AssayProcess, request: APIRequestContext, launchId: number) => {
  const reader = await readBack(assay, request)
  return {
    reader,
    tests: await reader.allTests(launchId),
    launch: (await reader.launches()).find(({ id }) => id === launchId),
  }
}

// Each test has its own server; the file's server is not started.
test.use({ baseURL: '' })

test("faults: killed in the middle of an agent's stream, every acknowledged call is there after the restart", async ({
  request,
}) => {
  await withServer(async (assay) => {
    const agent = await agentOf(assay)
    const launchId = await startLaunch(agent, 'killed')
    const [acknowledged, lines] = [new Map<number, string>(), new Map<number, number>()]
    const workers = Array.from({ length: 8 }, (_, worker) =>
      reportUntilGone(agent, launchId, worker, acknowledged, lines),
    )
    await expect.poll(() => acknowledged.size, { timeout: 120_000 }).toBeGreaterThan(100)
    await assay.kill9()
    await Promise.all(workers)
    await assay.restart()

    const { reader, tests, launch } = await testsOf(assay, request, launchId)
    const found = new Map(tests.map(({ id, status }) => [id, status]))
    for (const [id, status] of acknowledged)
      // A pending call may have been stored although its answer was lost.
      expect(status === 'PASSED' ? [found.get(id)] : ['IN_PROGRESS', 'PASSED']).toContain(found.get(id) ?? 'missing')
    expect(tests.length).toBeLessThanOrEqual(acknowledged.size + 8)
    const count = (requested: string) => tests.filter(({ status }) => status === requested).length
    expect(launch?.statistics).toMatchObject({ passed: count('PASSED'), inProgress: count('IN_PROGRESS') })
    for (const id of [...lines.keys()].slice(-10)) expect(await reader.logs(launchId, id)).toHaveLength(1)

    // The agent continues with its token.
    expect(
      (await agent.call('POST', `/test-runs/${launchId}/tests`, { name: 'goes on', startedAt: at })).id,
    ).toBeGreaterThan(0)
  })
})

test('faults: a second process on the same data folder is rejected, naming the first', async () => {
  await withServer(async (assay) => {
    const second = spawnSync(process.execPath, [serverProgram], {
      env: { PATH: process.env.PATH, DATA_DIR: assay.dataDir, PORT: '0', LOG_LEVEL: 'silent' },
      encoding: 'utf8',
      timeout: 240_000,
    })
    expect(second.status).toBe(1)
    expect(second.stderr).toMatch(/in use by process \d+/)
    const pid = Number(/in use by process (\d+)/.exec(second.stderr)?.[1])
    expect(() => process.kill(pid, 0)).not.toThrow()
    expect(await (await fetch(`${assay.url}/api/health`)).json()).toMatchObject({ status: 'ok' })
  })
})

test('faults: on SIGTERM the server finishes a running upload and exits with 0', async ({ request }) => {
  await withServer(async (assay) => {
    const agent = await agentOf(assay)
    const launchId = await startLaunch(agent, 'ends')
    const content = 'x'.repeat(200_000)
    const body = `--84731092\r\nContent-Disposition: form-data; name="file"; filename="slow.txt"\r\n\r\n${content}\r\n--84731092--\r\n`
    const { hostname, port } = new URL(assay.url)
    const socket = connect(Number(port), hostname)
    let answer = ''
    socket.on('data', (chunk: Buffer) => (answer += chunk.toString()))
    const closed = once(socket, 'close')
    socket.write(
      [
        `POST /api/reporting/v1/test-runs/${launchId}/artifacts HTTP/1.1`,
        'Host: assay',
        `Authorization: Bearer ${agent.token}`,
        'Content-Type: multipart/form-data; boundary=84731092',
        `Content-Length: ${body.length}`,
        'Connection: close',
        '\r\n',
      ].join('\r\n'),
    )
    socket.write(body.slice(0, 100_000))
    // The first half has arrived when a later call on another connection is answered.
    await agent.call('PUT', `/test-runs/${launchId}/labels`, { items: [] })
    const stopped = assay.stop()
    // It accepts no new connections, and still waits for this one.
    await expect
      .poll(() =>
        fetch(`${assay.url}/api/health`).then(
          (health) => health.text(),
          () => 'refused',
        ),
      )
      .toBe('refused')
    socket.write(body.slice(100_000))
    await closed
    expect(answer).toMatch(/^HTTP\/1\.1 201/)
    expect(await stopped).toBe(0)
    await assay.restart()
    const { reader, launch } = await testsOf(assay, request, launchId)
    expect(await reader.file(launch?.artifacts[0]?.url ?? '')).toBe(content)
  })
})

test('faults: an invalid configuration is rejected at start, naming each value', async () => {
  const { status, stderr } = spawnSync(process.execPath, [serverProgram], {
    env: {
      PATH: process.env.PATH,
      PORT: 'eighty',
      DATABASE_URL: 'mysql://localhost/x',
      LOG_LEVEL: 'loud',
      MAX_UPLOAD_MB: '0',
      ASSAY_PROJECT_KEY: 'DEF',
    },
    encoding: 'utf8',
  })
  expect(status).toBe(1)
  for (const name of ['PORT', 'DATABASE_URL', 'LOG_LEVEL', 'MAX_UPLOAD_MB', 'ASSAY_OWNER_USERNAME'])
    expect(stderr).toMatch(new RegExp(`^ *${name}: .+`, 'm'))
})
