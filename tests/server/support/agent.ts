import type { StartSession, StartTest } from '../../../contract/launches/reporting.ts'
import { send, type Received, type Sent, type TestApp } from './app.ts'
import { anAccessToken, type TestUser } from './people.ts'

type Wire<T> = { [Key in keyof T]?: unknown }
type Result = 'PASSED' | 'FAILED' | 'SKIPPED' | 'ABORTED' | 'BLOCKED'

interface Finished {
  result: Result
  reason?: string
  endedAt?: string
}

const prefix = '/api/reporting/v1'
// A separate clock, so that later reports are later, and every run of the suite is alike.
let clock = Date.UTC(2026, 0, 1)
const nextTime = (): string => new Date((clock += 1000)).toISOString()

/** Speaks the reporting protocol as the agents do: a token exchanged once, then plain calls. */
export class TestAgent {
  readonly #app: TestApp
  readonly #authToken: string
  readonly projectKey: string

  private constructor(app: TestApp, authToken: string, projectKey: string) {
    this.#app = app
    this.#authToken = authToken
    this.projectKey = projectKey
  }

  /** Exchanges an access token of the user. */
  static async of(app: TestApp, user: TestUser, projectKey = 'DEF'): Promise<TestAgent> {
    const refreshToken = await anAccessToken(app, user)
    const { status, body } = await send(app, '/api/iam/v1/auth/refresh', { method: 'POST', body: { refreshToken } })
    if (status !== 200) throw new Error(`the token was not exchanged: ${status} ${JSON.stringify(body)}`)
    return new TestAgent(app, (body as { authToken: string }).authToken, projectKey)
  }

  /** Any call; `path` follows `/api/reporting/v1`. */
  request(method: string, path: string, body?: unknown, headers: Sent['headers'] = {}): Promise<Received> {
    return send(this.#app, `${prefix}${path}`, { method, body, headers, token: this.#authToken })
  }

  /** A call that must succeed, and its answer. */
  async call<Body = { id: number }>(method: string, path: string, body?: unknown, headers?: Sent['headers']) {
    const received = await this.request(method, path, body, headers)
    if (received.status >= 300)
      throw new Error(`${method} ${path} was answered with ${received.status}: ${JSON.stringify(received.body)}`)
    return received.body as Body
  }

  async startLaunch(given: Record<string, unknown> = {}): Promise<TestLaunch> {
    const body = { name: 'Nightly', framework: 'mocha', startedAt: nextTime(), ...given }
    const { id, uuid } = await this.call<{ id: number; uuid: string }>(
      'POST',
      `/test-runs?projectKey=${this.projectKey}`,
      body,
    )
    return new TestLaunch(this, id, uuid)
  }
}

/** A running launch, as its agent sees it. */
export class TestLaunch {
  readonly agent: TestAgent
  readonly id: number
  readonly uuid: string

  constructor(agent: TestAgent, id: number, uuid: string) {
    this.agent = agent
    this.id = id
    this.uuid = uuid
  }

  call<Body = { id: number }>(method: string, path: string, body?: unknown, headers?: Sent['headers']): Promise<Body> {
    return this.agent.call<Body>(method, `/test-runs/${this.id}${path}`, body, headers)
  }

  /** Starts a test; returns its id. */
  async startTest(given: Wire<StartTest> = {}): Promise<number> {
    const body = { name: 'adds up', className: 'cart.spec.js', methodName: 'adds up', startedAt: nextTime(), ...given }
    return (await this.call('POST', '/tests', body)).id
  }

  async finishTest(testId: number, finished: Finished): Promise<void> {
    await this.call('PUT', `/tests/${testId}`, { endedAt: nextTime(), ...finished })
  }

  /** Starts and ends a test; returns its id. `name` is also its method unless one is given. */
  async test(name: string, finished: Result | Finished, given: Wire<StartTest> = {}): Promise<number> {
    const id = await this.startTest({ name, methodName: name, ...given })
    await this.finishTest(id, typeof finished === 'string' ? { result: finished } : finished)
    return id
  }

  /** Restarts a test under its id. */
  async restartTest(testId: number, name: string): Promise<void> {
    const body = { name, className: 'cart.spec.js', methodName: name, startedAt: nextTime() }
    await this.call('POST', `/tests/${testId}`, body)
  }

  async label(items: { key: string; value: string }[], testId?: number): Promise<void> {
    await this.call('PUT', testId === undefined ? '/labels' : `/tests/${testId}/labels`, { items })
  }

  async refer(items: { name: string; value: string }[], testId?: number): Promise<void> {
    const path = testId === undefined ? '/artifact-references' : `/tests/${testId}/artifact-references`
    await this.call('PUT', path, { items })
  }

  async logs(lines: { testId: number; level?: string; timestamp: number | string; message: string }[]): Promise<void> {
    await this.call('POST', '/logs', lines)
  }

  async screenshot(testId: number, capturedAt: number, bytes: Uint8Array = PNG): Promise<void> {
    const headers = { 'content-type': 'image/png', 'x-zbr-screenshot-captured-at': String(capturedAt) }
    await this.call('POST', `/tests/${testId}/screenshots`, bytes, headers)
  }

  /** Uploads to the launch, or to `owner`, such as `/tests/7` or `/test-sessions/2`. */
  async upload(name: string, content: string | Uint8Array<ArrayBuffer>, owner = ''): Promise<void> {
    const form = new FormData()
    form.append('file', new Blob([content]), name)
    await this.call('POST', `${owner}/artifacts`, form)
  }

  async startSession(given: Wire<StartSession> = {}): Promise<number> {
    const body = { startedAt: nextTime(), initiatedAt: nextTime(), capabilities: {}, desiredCapabilities: {}, ...given }
    return (await this.call('POST', '/test-sessions', body)).id
  }

  async updateSession(sessionId: number, given: { testIds?: number[]; endedAt?: string }): Promise<void> {
    await this.call('PUT', `/test-sessions/${sessionId}`, given)
  }

  async finish(endedAt: string = nextTime()): Promise<void> {
    await this.call('PUT', '', { endedAt })
  }
}

/** The smallest picture: one transparent pixel. */
export const PNG = Uint8Array.from(
  Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
    'base64',
  ),
)
