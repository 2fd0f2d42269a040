import path from 'node:path'
import type {
  FullConfig,
  FullResult,
  Reporter,
  Suite,
  TestCase,
  TestError,
  TestResult,
} from '@playwright/test/reporter'
import { NOT_RUN, PLAYWRIGHT_RESULTS, RUN_ERROR } from '../../../contract/launches/playwright-results.ts'
import { errorNames } from '../../../contract/launches/test-names.ts'
import { beginReport, isStrict, type Report, type ReporterOptions } from '../../client/src/live/report.ts'
import { errorText, namesOf, startOf } from './tests.ts'
import { endOf } from './test-end.ts'

interface Options extends ReporterOptions {
  /** `skip`: tests in quarantine do not run. Otherwise their failures are marked. Needs a Playwright that calls `preprocess`. */
  quarantine?: 'mark' | 'skip'
}

/** Reports tests to Assay while they run. Prints to stderr only. */
export default class AssayReporter implements Reporter {
  readonly #options: Options
  /** Null when nothing is reported; undefined before the run. */
  #report: Report | null | undefined
  #suite: Suite | null = null
  #rootDir = ''
  #errors = 0

  constructor(options: Options = {}) {
    this.#options = options
  }

  printsToStdio(): boolean {
    return false
  }

  /** Playwright calls it before `onBegin`. */
  async preprocess({ config, suite, testRun }: Parameters<NonNullable<Reporter['preprocess']>>[0]): Promise<void> {
    if (this.#options.quarantine !== 'skip') return
    const quarantine = await this.#begin(config)?.quarantine()
    for (const test of suite.allTests()) {
      const reason = quarantine?.reasonOf(namesOf(test)) ?? null
      if (reason !== null) testRun.skip(test, `In quarantine: ${reason}`)
    }
  }

  onBegin(config: FullConfig, suite: Suite): void {
    this.#suite = suite
    this.#rootDir = config.rootDir
    this.#begin(config)
  }

  onTestBegin(test: TestCase, result: TestResult): void {
    this.#report?.startTest(startOf(test, result.startTime.getTime()))
  }

  onStdOut(chunk: string | Buffer, test: TestCase | void): void {
    if (test) this.#report?.log(test.id, 'INFO', String(chunk))
  }

  onStdErr(chunk: string | Buffer, test: TestCase | void): void {
    if (test) this.#report?.log(test.id, 'WARN', String(chunk))
  }

  onTestEnd(test: TestCase, result: TestResult): void {
    this.#report?.endTest(test.id, endOf(test, result, this.#rootDir))
  }

  onError(error: TestError): void {
    const file = error.location?.file
    const names = errorNames(file === undefined ? undefined : path.basename(file))
    const key = `error ${(this.#errors += 1)}`
    const now = Date.now()
    const end = { endedAt: now, result: PLAYWRIGHT_RESULTS[RUN_ERROR], reason: errorText(error) }
    this.#report?.addTest({ key, ...names, methodName: names.name, startedAt: now }, end)
  }

  async onEnd(): Promise<{ status?: FullResult['status'] } | undefined> {
    if (this.#report) this.#reportTestsThatDidNotRun()
    const isReported = (await this.#report?.end()) ?? false
    return isStrict(this.#options) && !isReported ? { status: 'failed' } : undefined
  }

  #begin(config: FullConfig): Report | null {
    const { shard } = config
    this.#report ??= beginReport(this.#options, {
      framework: 'playwright',
      name: 'Playwright',
      startedAt: Date.now(),
      shard: shard ? `${shard.current}/${shard.total}` : undefined,
    })
    return this.#report
  }

  /** As after too many failures. */
  #reportTestsThatDidNotRun(): void {
    for (const test of this.#suite?.allTests() ?? []) {
      if (test.results.length > 0) continue
      const now = Date.now()
      this.#report?.addTest(startOf(test, now), { endedAt: now, result: PLAYWRIGHT_RESULTS[NOT_RUN] })
    }
  }
}
