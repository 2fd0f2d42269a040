import type { LaunchOrigin } from '../../../contract/launches/launch-origin.ts'
import { ACCESS_TOKEN, PROJECT_KEY } from './founding.ts'

type Result = 'PASSED' | 'FAILED' | 'SKIPPED' | 'ABORTED' | 'BLOCKED'
type Pair = readonly [name: string, value: string]

/** Reports as an agent does, from outside the browser. */
export interface Agent {
  startLaunch(name: string, given?: LaunchGiven): Promise<ReportedLaunch>
}
export interface LaunchGiven {
  /** As a launcher creates one, before it runs. */
  status?: 'QUEUED'
  environment?: string
  build?: string
  milestone?: string
  ciUrl?: string
  labels?: readonly Pair[]
  references?: readonly Pair[]
  /** Notified when it ends; comma-separated. */
  slackChannels?: string
  /** Where the launch comes from. */
  origin?: LaunchOrigin
}
export interface TestGiven {
  className?: string
  maintainer?: string
  labels?: readonly Pair[]
  /** Epoch ms. */
  startedAt?: number
}
export interface ReportedLaunch {
  id: number
  startTest(name: string, given?: TestGiven): Promise<number>
  /** A further attempt under the same id. */
  restartTest(id: number, name: string, given?: TestGiven): Promise<void>
  finishTest(id: number, result: Result, reason?: string): Promise<void>
  /** Starts and finishes. */
  test(name: string, result?: Result, reason?: string, given?: TestGiven): Promise<number>
  /** Lines of a test's log; `at` in epoch ms. */
  log(testId: number, lines: readonly { at: number; level: string; message: string }[]): Promise<void>
  /** A picture taken at `at` (epoch ms); by default of one pixel. */
  screenshot(testId: number, at: number, picture?: Uint8Array<ArrayBuffer>): Promise<void>
  /** Links the test to a case by the case's key. */
  linkCase(testId: number, key: string): Promise<void>
  /** A file of the test. */
  artifact(testId: number, name: string, content: string | Uint8Array<ArrayBuffer>): Promise<void>
  /** A browser session of the tests with its end; `video` is its recording from the start. */
  session(
    capabilities: Record<string, string>,
    testIds: readonly number[],
    filmed?: { startedAt: number; video: Buffer },
  ): Promise<void>
  finish(): Promise<void>
}

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
interface Sent {
  headers?: Record<string, string>
  body: RequestInit['body']
}
const json = { 'content-type': 'application/json' }

export const anAgent = async (url: string, accessToken = ACCESS_TOKEN, projectKey = PROJECT_KEY): Promise<Agent> => {
  let headers: Record<string, string> = {}
  const send = async <Answer>(method: string, path: string, init: Sent): Promise<Answer> => {
    const response = await fetch(url + path, { method, ...init, headers: { ...headers, ...init.headers } })
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    const text = await response.text()
    return (text === '' ? null : JSON.parse(text)) as Answer
  }
  const { authToken } = await send<{ authToken: string }>('POST', '/api/iam/v1/auth/refresh', {
    headers: json,
    body: JSON.stringify({ refreshToken: accessToken }),
  })
  headers = { authorization: `Bearer ${authToken}` }
  const reporting = '/api/reporting/v1'
  const call = <Answer>(method: string, path: string, body: unknown) =>
    send<Answer>(method, reporting + path, { headers: json, body: JSON.stringify(body) })
  const now = () => new Date().toISOString()

  return {
    startLaunch: async (name, given = {}) => {
      const { id } = await call<{ id: number }>('POST', `/test-runs?projectKey=${projectKey}`, {
        name,
        framework: 'mocha',
        startedAt: now(),
        status: given.status,
        config: { environment: given.environment, build: given.build },
        milestone: given.milestone === undefined ? undefined : { name: given.milestone },
        origin: given.origin,
        notifications:
          given.slackChannels === undefined
            ? undefined
            : { targets: [{ type: 'SLACK_CHANNELS', value: given.slackChannels }] },
        jenkinsContext: given.ciUrl === undefined ? undefined : { jobUrl: given.ciUrl, jobNumber: '118' },
      })
      const launch = `/test-runs/${id}`
      const tests = `${launch}/tests`
      const labels = (given.labels ?? []).map(([key, value]) => ({ key, value }))
      if (labels.length > 0) await call('PUT', `${launch}/labels`, { items: labels })
      const references = (given.references ?? []).map(([one, value]) => ({ name: one, value }))
      if (references.length > 0) await call('PUT', `${launch}/artifact-references`, { items: references })

      const startOf = (title: string, { className = 'shop/cart.spec.ts', maintainer, ...rest }: TestGiven = {}) => ({
        name: title,
        className,
        methodName: title,
        maintainer,
        labels: (rest.labels ?? []).map(([key, value]) => ({ key, value })),
        startedAt: rest.startedAt === undefined ? now() : new Date(rest.startedAt).toISOString(),
      })
      const startTest = async (title: string, about?: TestGiven) =>
        (await call<{ id: number }>('POST', tests, startOf(title, about))).id
      const finishTest = async (testId: number, result: Result, reason?: string) => {
        await call('PUT', `${tests}/${testId}`, { result, reason, endedAt: now() })
      }
      return {
        id,
        startTest,
        restartTest: async (testId, title, about) => {
          await call('POST', `${tests}/${testId}`, startOf(title, about))
        },
        finishTest,
        test: async (title, result = 'PASSED', reason, about) => {
          const testId = await startTest(title, about)
          await finishTest(testId, result, reason)
          return testId
        },
        log: async (testId, lines) => {
          const body = lines.map(({ at, ...line }) => ({ testId, timestamp: at, ...line }))
          await call('POST', `${launch}/logs`, body)
        },
        screenshot: async (testId, at, picture = PIXEL) => {
          await send('POST', `${reporting}${tests}/${testId}/screenshots`, {
            headers: { 'content-type': 'image/png', 'x-zbr-screenshot-captured-at': String(at) },
            body: picture,
          })
        },
        linkCase: async (testId, key) => {
          const items = [{ tcmType: 'ZEBRUNNER', testCaseId: key }]
          await call('POST', `${tests}/${testId}/test-cases:upsert`, { items })
        },
        artifact: async (testId, fileName, content) => {
          const form = new FormData()
          form.append('file', new Blob([content]), fileName)
          await send('POST', `${reporting}${tests}/${testId}/artifacts`, { body: form })
        },
        session: async (capabilities, testIds, filmed) => {
          const startedAt = filmed === undefined ? now() : new Date(filmed.startedAt).toISOString()
          const at = { initiatedAt: startedAt, startedAt }
          const body = { sessionId: `session-${id}`, ...at, status: 'RUNNING', capabilities, testIds }
          const session = await call<{ id: number }>('POST', `${launch}/test-sessions`, body)
          if (filmed !== undefined) {
            const form = new FormData()
            form.append('video', new Blob([new Uint8Array(filmed.video)], { type: 'video/webm' }), 'session.webm')
            await send('POST', `${reporting}${launch}/test-sessions/${session.id}/artifacts`, { body: form })
          }
          await call('PUT', `${launch}/test-sessions/${session.id}`, { endedAt: now() })
        },
        finish: async () => {
          await call('PUT', launch, { endedAt: now() })
        },
      }
    },
  }
}
