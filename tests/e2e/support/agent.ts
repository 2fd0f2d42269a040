import { ACCESS_TOKEN, PROJECT_KEY } from './test.ts'

type Result = 'PASSED' | 'FAILED' | 'SKIPPED'

/** Reports as an agent does, from outside the browser. */
export interface Agent {
  startLaunch(name: string): Promise<ReportedLaunch>
}
export interface ReportedLaunch {
  id: number
  startTest(name: string): Promise<number>
  finishTest(id: number, result: Result, reason?: string): Promise<void>
  /** Starts and finishes. */
  test(name: string, result?: Result, reason?: string): Promise<number>
  finish(): Promise<void>
}

export const anAgent = async (url: string, accessToken = ACCESS_TOKEN, projectKey = PROJECT_KEY): Promise<Agent> => {
  const send = async <Answer>(method: string, path: string, body: unknown, token?: string): Promise<Answer> => {
    const response = await fetch(url + path, {
      method,
      headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
      body: JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    const text = await response.text()
    return (text === '' ? null : JSON.parse(text)) as Answer
  }
  const { authToken } = await send<{ authToken: string }>('POST', '/api/iam/v1/auth/refresh', {
    refreshToken: accessToken,
  })
  const call = <Answer>(method: string, path: string, body: unknown) =>
    send<Answer>(method, `/api/reporting/v1${path}`, body, authToken)
  const now = () => new Date().toISOString()

  return {
    startLaunch: async (name) => {
      const body = { name, framework: 'mocha', startedAt: now() }
      const { id } = await call<{ id: number }>('POST', `/test-runs?projectKey=${projectKey}`, body)
      const tests = `/test-runs/${id}/tests`
      const startTest = async (title: string) => {
        const given = { name: title, className: 'shop/cart.spec.ts', methodName: title, startedAt: now() }
        return (await call<{ id: number }>('POST', tests, given)).id
      }
      const finishTest = async (testId: number, result: Result, reason?: string) => {
        await call('PUT', `${tests}/${testId}`, { result, reason, endedAt: now() })
      }
      return {
        id,
        startTest,
        finishTest,
        test: async (title, result = 'PASSED', reason) => {
          const testId = await startTest(title)
          await finishTest(testId, result, reason)
          return testId
        },
        finish: async () => {
          await call('PUT', `/test-runs/${id}`, { endedAt: now() })
        },
      }
    },
  }
}
