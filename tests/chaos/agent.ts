import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { importedLaunchesPath } from '../../contract/launches/result-import.ts'
import type { Ledger } from './ledger.ts'

/** Time limit of an attempt, so that a server that takes a call and dies does not stop its agent. */
const ATTEMPT_MS = 20_000
const FIRST_WAIT_MS = 100
const LONGEST_WAIT_MS = 2_000
const TESTS_PER_LAUNCH = 12
const REPORTING = '/api/reporting/v1'
/** Tests of an imported report, which are stored in several transactions. */
const TESTS_PER_REPORT = 40

export interface AgentOptions {
  url: string
  token: string
  /** Prefix of all its names. */
  name: string
  /** Whether it sends idempotency keys and repeats each call. Otherwise it gives up a POST without an answer, as agents of other makers do. */
  hasKeys: boolean
  ledger: Ledger
  onStart: (launchId: number) => void
  onEnd: (launchId: number) => void
  /** When it aborts, no further launch is started. */
  ending: AbortSignal
  /** Pause between two calls. */
  pauseMs: number
}

/** Reports launches one after the other: tests with log lines and a file. Resolves when its last launch has ended. */
export const runAgent = async (options: AgentOptions): Promise<void> => {
  for (let number = 1; !options.ending.aborted; number += 1) await reportLaunch(options, `${options.name}-${number}`)
}

const reportLaunch = async (options: AgentOptions, name: string): Promise<void> => {
  const { ledger, pauseMs } = options
  const begun = { name, startedAt: now() }
  const launch = await post(options, `${REPORTING}/test-runs?projectKey=DEF`, () => json(begun))
  if (launch === null) return
  ledger.acknowledge('launch', name)
  const launchId = (launch as { id: number }).id
  const path = `${REPORTING}/test-runs/${launchId}`
  options.onStart(launchId)
  for (let number = 1; number <= TESTS_PER_LAUNCH; number += 1) {
    const test = `${name}-${number}`
    const body = { name: test, className: name, methodName: test, startedAt: now() }
    const started = await post(options, `${path}/tests`, () => json(body))
    if (started === null) continue
    ledger.acknowledge('test', test)
    const testId = (started as { id: number }).id
    const lines = [1, 2, 3].map((line) => `${test}-line-${line}`)
    const timestamp = String(Date.now())
    const entries = lines.map((message) => ({ testId, level: 'INFO', timestamp, message }))
    const logged = await post(options, `${path}/logs`, () => json(entries))
    if (logged !== null) for (const line of lines) ledger.acknowledge('log line', line)
    const uploaded = await post(options, `${path}/tests/${testId}/artifacts`, () => {
      const form = new FormData()
      form.append('file', new Blob([contentOf(test)]), `${test}.txt`)
      return form
    })
    if (uploaded !== null) ledger.acknowledge('attachment', `${test}.txt`)
    const finished = await put(options, `${path}/tests/${testId}`, { result: resultOf(number), endedAt: now() })
    if (finished) ledger.acknowledge('result', test)
    await setTimeout(pauseMs)
  }
  await put(options, path, { endedAt: now() })
  options.onEnd(launchId)
}

/** Imports reports one after the other, as a build uploads them after its tests. Resolves when the last one is imported. */
export const runImporter = async (options: AgentOptions): Promise<void> => {
  const { ledger, ending, pauseMs } = options
  for (let number = 1; !ending.aborted; number += 1) {
    const name = `${options.name}-${number}`
    const tests = Array.from({ length: TESTS_PER_REPORT }, (_, index) => `${name}-${index + 1}`)
    const cases = tests.map((test) => `<testcase classname="${name}" name="${test}" time="0.1"/>`)
    const imported = await post(options, `${importedLaunchesPath('DEF')}?name=${name}`, () => {
      const form = new FormData()
      form.append('file', new Blob([`<testsuite name="${name}">${cases.join('')}</testsuite>`]), 'report.xml')
      return form
    })
    if (imported !== null) {
      ledger.acknowledge('launch', name)
      for (const test of tests) {
        ledger.acknowledge('test', test)
        ledger.acknowledge('result', test)
      }
    }
    await setTimeout(40 * pauseMs)
  }
}

/** The bytes of a test's file, which no other file has. */
export const contentOf = (test: string): string => `log of ${test}\n`.repeat(50)

const resultOf = (number: number): 'PASSED' | 'FAILED' => (number % 5 === 0 ? 'FAILED' : 'PASSED')

const now = (): string => new Date().toISOString()
const json = (body: unknown): string => JSON.stringify(body)

/** Resolves with the answer; null for a call without an answer that is not repeated. */
const post = async (options: AgentOptions, path: string, createBody: () => string | FormData): Promise<unknown> => {
  const headers: Record<string, string> = options.hasKeys ? { 'idempotency-key': randomUUID() } : {}
  return call(options, 'POST', path, createBody, headers, options.hasKeys)
}

/** Resolves with whether the call was acknowledged. All agents repeat it, because it has the same effect each time. */
const put = async (options: AgentOptions, path: string, body: unknown): Promise<boolean> =>
  (await call(options, 'PUT', path, () => json(body), {}, true)) !== null

const call = async (
  { url, token, ledger }: AgentOptions,
  method: string,
  path: string,
  createBody: () => string | FormData,
  headers: Record<string, string>,
  isRepeated: boolean,
): Promise<unknown> => {
  for (let attempt = 0; ; attempt += 1) {
    const answer = await fetch(`${url}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...headers },
      body: createBody(),
      signal: AbortSignal.timeout(ATTEMPT_MS),
    })
      .then(async (response) => ({ status: response.status, text: await response.text() }))
      .catch(() => null)
    if (answer !== null && answer.status < 300) return answer.text === '' ? {} : JSON.parse(answer.text)
    if (answer !== null && ![502, 503, 504].includes(answer.status)) {
      ledger.complain(`${method} ${path} was answered with ${answer.status}: ${answer.text.slice(0, 300)}`)
      return null
    }
    if (!isRepeated) return null
    await setTimeout(Math.min(FIRST_WAIT_MS * 2 ** attempt, LONGEST_WAIT_MS))
  }
}
