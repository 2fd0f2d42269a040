import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createDrivers } from '../../../server/launchers/engine/drivers.ts'
import type { Driver, RunOrder } from '../../../server/launchers/engine/driver.ts'

/** A server that answers like the Docker Engine API, up to the call that hangs. */
let service: Server
let folder: string
let driver: Driver
let isAlive: boolean
/** Calls that get no answer. */
let hanging: RegExp

const answer: RequestListener = (request, response) => {
  const { method = '', url = '' } = request
  request.resume()
  const call = `${method} ${url}`
  if (!isAlive || hanging.test(call)) return
  const reply = (status: number, body: unknown) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }
  if (call.startsWith('GET /_ping')) return void response.end('OK')
  if (call.startsWith('GET /images/moved/')) return void response.writeHead(301, { location: '//' }).end()
  if (call.startsWith('GET /images/')) return reply(200, { Id: 'image' })
  if (call.startsWith('GET /containers/json')) return reply(200, [])
  if (call.startsWith('POST /containers/create')) return reply(201, { Id: 'one' })
  if (call.startsWith('POST /containers/one/attach'))
    return response.writeHead(200, { 'content-type': 'application/vnd.docker.raw-stream' }).flushHeaders()
  if (/^POST \/containers\/one\/(start|kill)/.test(call)) return void response.writeHead(204).end()
  if (call.startsWith('POST /containers/one/wait')) return response.writeHead(200).flushHeaders()
  if (call.startsWith('DELETE /containers/one')) return void response.writeHead(204).end()
  if (call.startsWith('PUT /containers/one/archive')) return void request.on('end', () => response.end())
  reply(404, { message: 'not there' })
}

beforeEach(async () => {
  isAlive = true
  hanging = /^$/
  folder = mkdtempSync(path.join(tmpdir(), 'assay-hanging-'))
  mkdirSync(path.join(folder, 'workspace'))
  service = createServer(answer)
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
  const { port } = service.address() as AddressInfo
  const [, container] = createDrivers({
    DOCKER_HOST: `tcp://127.0.0.1:${port}`,
    LAUNCHER_PROCESSES: 'false',
    LAUNCHER_KUBERNETES_NAMESPACE: undefined,
    LAUNCHER_KUBERNETES_CONFIG: undefined,
    LAUNCHER_KUBERNETES_IMAGE: '',
    installation: 'tests',
    network: () => 'none',
    serverUrl: { container: () => '', process: () => '' },
    patience: { lostMs: 300, killMs: 300 },
  })
  driver = container as Driver
})
afterEach(async () => {
  service.closeAllConnections()
  await new Promise((resolve) => service.close(resolve))
  rmSync(folder, { recursive: true })
})

const order = (image = 'node'): RunOrder => ({
  lease: 'one',
  image,
  command: 'true',
  environment: {},
  folder,
  instance: { cpus: 1, memoryMb: 100 },
  timeMs: 1000,
  addLine: () => undefined,
  onOutput: () => undefined,
  begin: () => Promise.resolve(),
})
const never = new AbortController().signal

test.each([
  ['GET /images/'],
  ['POST /containers/create'],
  ['PUT /containers/one/archive'],
  ['POST /containers/one/attach'],
  ['POST /containers/one/start'],
])('a start ends with a reason when the service dies in %s', async (call) => {
  hanging = new RegExp(`^${call}`)
  const started = driver.start(order(), never)
  isAlive = false
  await expect(started).rejects.toThrow('The container service does not answer')
})

test('an abort ends a start that hangs while the service is alive', async () => {
  hanging = /^PUT \/containers\/one\/archive/
  const cut = new AbortController()
  const started = driver.start(order(), cut.signal)
  cut.abort(new Error('aborted'))
  await expect(started).rejects.toThrow('aborted')
})

test('a run ends with a reason when the service dies while its container runs', async () => {
  const run = await driver.start(order(), never)
  isAlive = false
  expect(await run.ended).toEqual({
    exitCode: null,
    note: 'The container service lost it: The container service does not answer',
  })
})

test('a run that is killed ends, also when the service never reports the end of its container', async () => {
  const run = await driver.start(order(), never)
  await run.kill()
  expect(await run.ended).toEqual({
    exitCode: null,
    note: 'The container service lost it: The container service did not end it in time',
  })
})

test('listing and removing runs end when the service hangs', async () => {
  isAlive = false
  await expect(driver.list()).rejects.toThrow('The container service does not answer')
  await expect(driver.remove('one')).rejects.toThrow('The container service does not answer')
})

test('a redirect of the service is an answer like any other, and is not followed', async () => {
  await expect(driver.start(order('moved'), never)).rejects.toThrow('The image moved could not be looked for')
})

test('does not request an image with an invalid name', async () => {
  const requested = vi.fn<() => void>()
  service.on('request', requested)
  await expect(driver.start(order('../../etc'), never)).rejects.toThrow('Enter the name of an image')
  expect(requested).not.toHaveBeenCalled()
})
