import type { FastifyInstance } from 'fastify'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { pathOf, type AnyCall, type Call } from '../../../contract/call.ts'
import type { Problem } from '../../../contract/errors.ts'
import { createApp } from '../../../server/app.ts'
import type { ReadingLimits } from '../../../server/cases/import/reading/readers.ts'
import { readConfig, type Config } from '../../../server/config.ts'
import type { Db } from '../../../server/db/open.ts'
import { borrowTestDatabase, type TestDatabase } from './database.ts'

/** The real server with its own database, listening on a free port. */
export interface TestApp {
  app: FastifyInstance
  config: Config
  database: TestDatabase
  db: Db
  /** URL without a trailing slash, as agents are configured with it. */
  url: string
  close: () => Promise<void>
}

/** Time for reading a file, so that only the tests of the time limit reach it on a slow machine. */
const UNHURRIED_MS = 600_000

/**
 * `environment` is read as the server reads its own, with the server's defaults for missing names. Serves the built page of `clientDir`, or
 * none.
 */
export const startTestApp = async (
  environment: Record<string, string> = {},
  clientDir?: string,
  readingLimits: Partial<ReadingLimits> = {},
  launchTimeMs?: number,
): Promise<TestApp> => {
  const database = await borrowTestDatabase()
  const config = readConfig({ LOG_LEVEL: 'silent', DOCKER_HOST: 'none', DATA_DIR: database.dataDir, ...environment })
  const app = await createApp({
    config,
    opened: database,
    logger: pino({ level: config.LOG_LEVEL }),
    version: '0.0.0-test',
    readingLimits: { timeMs: UNHURRIED_MS, ...readingLimits },
    ...(launchTimeMs === undefined ? {} : { launchTimeMs }),
    ...(clientDir === undefined ? {} : { clientDir }),
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  return {
    app,
    config,
    database,
    db: database.db,
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      await app.close()
      await database.remove()
    },
  }
}

export interface Sent {
  method?: string
  /** Sent as JSON, unless it is text, bytes or a form. */
  body?: unknown
  token?: string
  headers?: Record<string, string>
}

export interface Received<Body = unknown> {
  status: number
  headers: Headers
  /** Parsed JSON, or the text if it is none; `null` for an empty body. */
  body: Body
}

/** Any request; `path` begins with a slash. */
export const send = async (
  { url }: Pick<TestApp, 'url'>,
  path: string,
  { method = 'GET', body, token, headers = {} }: Sent = {},
): Promise<Received> => {
  const isRaw = typeof body === 'string' || body instanceof Uint8Array || body instanceof FormData
  const response = await fetch(`${url}${path}`, {
    method,
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined || isRaw ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: isRaw ? (body as NonNullable<RequestInit['body']>) : JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: text === '' ? null : jsonOrText(text) }
}

const jsonOrText = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

type InAddress = string | number | boolean
export interface Asked<Body> {
  params?: Record<string, string | number>
  /** As in the address: a list is one value after the other. */
  query?: Record<string, InAddress | readonly InAddress[] | undefined>
  body?: Body
  token?: string | undefined
}

const addressOf = ({ path }: { path: string }, { params = {}, query = {} }: Asked<unknown>): string => {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    for (const one of Array.isArray(value) ? (value as InAddress[]) : [value as InAddress | undefined])
      if (one !== undefined) search.append(name, String(one))
  return `${pathOf(path, params)}${search.size > 0 ? `?${search.toString()}` : ''}`
}

/** Makes a call of the contract that must succeed, and parses its answer strictly. */
export const ask = async <P, Q, B, A>(
  app: Pick<TestApp, 'url'>,
  call: Call<P, Q, B, A>,
  requested: Asked<B> = {},
): Promise<A> => {
  const { status, body } = await sendCall(app, call, requested)
  if (status >= 300) throw new Error(`${call.name} was answered with ${status}: ${JSON.stringify(body)}`)
  return call.answer.parse(body)
}

/** Makes a call of the contract that must be rejected. `asked.body` may be invalid on purpose. */
export const refusalOf = async (
  app: TestApp,
  call: AnyCall,
  requested: Asked<unknown> = {},
): Promise<Problem & { status: number }> => {
  const { status, body } = await sendCall(app, call, requested)
  if (status < 400) throw new Error(`${call.name} was not refused: ${status} ${JSON.stringify(body)}`)
  return { status, ...(body as Problem) }
}

const sendCall = (
  app: Pick<TestApp, 'url'>,
  call: { path: string; method: string },
  requested: Asked<unknown>,
): Promise<Received> =>
  send(app, addressOf(call, requested), {
    method: call.method,
    ...(requested.token === undefined ? {} : { token: requested.token }),
    ...(call.method === 'GET' ? {} : { body: requested.body ?? {} }),
  })
