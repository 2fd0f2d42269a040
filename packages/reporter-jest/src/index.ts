import path from 'node:path'
import type { Config, Reporter, Test, TestCaseResult, TestResult } from '@jest/reporters'
import { errorNames } from '../../../contract/launches/test-names.ts'
import { errorsText } from '../../client/src/live/error-text.ts'
import { beginReport, isStrict, type Report, type ReporterOptions } from '../../client/src/live/report.ts'
import { createFileTests, type CaseStart, type FileTests } from './file-tests.ts'

/** Reports tests to Assay while they run; not in watch mode. Prints to stderr only. */
export default class AssayReporter implements Reporter {
  readonly #config: Config.GlobalConfig
  readonly #options: ReporterOptions
  #report: Report | null = null
  #isUnreported = false
  /** Files that run, by their path: one for each project that runs the file. */
  readonly #running = new Map<string, { projectId: string; tests: FileTests }[]>()
  #files = 0

  constructor(config: Config.GlobalConfig, options: ReporterOptions = {}) {
    this.#config = config
    this.#options = options
  }

  onRunStart(): void {
    const { shard } = this.#config
    if (this.#isWatching()) return
    this.#report = beginReport(this.#options, {
      framework: 'jest',
      name: 'Jest',
      startedAt: Date.now(),
      shard: shard ? `${shard.shardIndex}/${shard.shardCount}` : undefined,
    })
  }

  onTestFileStart(test: Test): void {
    this.#begin(test)
  }

  onTestCaseStart({ path: file }: Test, start: CaseStart): void {
    this.#onlyRunning(file)?.start(start)
  }

  onTestCaseResult({ path: file }: Test, result: TestCaseResult): void {
    this.#onlyRunning(file)?.end(result)
  }

  onTestFileResult(test: Test, result: TestResult): void {
    const running = this.#running.get(test.path) ?? []
    const file = running.find(({ projectId }) => projectId === test.context.config.id)
    const tests = file?.tests ?? this.#begin(test)
    this.#running.set(
      test.path,
      running.filter((one) => one !== file),
    )
    tests?.complete(result)
    // Of a file that could not be loaded, or whose hook failed.
    if (result.testExecError) {
      const name = path.basename(test.path)
      const hasFailedTests = result.testResults.some(({ status }) => status === 'failed')
      // The text of the file has those of its failed tests, too.
      const { stack, message } = result.testExecError
      const reason = hasFailedTests ? stack || message : (result.failureMessage ?? message)
      this.#addError(`file ${(this.#files += 1)}`, { name, className: name }, reason)
    }
  }

  async onRunComplete(
    _contexts: unknown,
    { runExecError }: Parameters<NonNullable<Reporter['onRunComplete']>>[1],
  ): Promise<void> {
    if (runExecError) this.#addError('run', errorNames(undefined), runExecError.stack || runExecError.message)
    const isReported = (await this.#report?.end()) ?? false
    this.#isUnreported = !isReported && !this.#isWatching()
  }

  /** Jest fails a run whose reporter has an error. */
  getLastError(): Error | undefined {
    if (this.#isUnreported && isStrict(this.#options)) return new Error('The results are not reported to Assay')
    return undefined
  }

  #isWatching(): boolean {
    return this.#config.watch || this.#config.watchAll
  }

  #begin(test: Test): FileTests | null {
    if (!this.#report) return null
    const { id: projectId, displayName } = test.context.config
    const tests = createFileTests(this.#report, {
      id: (this.#files += 1),
      fileName: path.basename(test.path),
      project: displayName?.name ?? null,
    })
    this.#running.set(test.path, [...(this.#running.get(test.path) ?? []), { projectId, tests }])
    return tests
  }

  /** Jest does not tell the project of a test that runs. While several projects run its file, its tests are reported with the file. */
  #onlyRunning(file: string): FileTests | null {
    const [first, ...others] = this.#running.get(file) ?? []
    return first && others.length === 0 ? first.tests : null
  }

  #addError(key: string, names: ReturnType<typeof errorNames>, text: string): void {
    const now = Date.now()
    const reason = errorsText([text])
    this.#report?.addTest(
      { key, ...names, methodName: names.name, startedAt: now },
      { endedAt: now, result: 'FAILED', reason },
    )
  }
}
