import type { Reporter, TestCase, TestModule, Vitest } from 'vitest/node'
import { errorNames } from '../../../contract/launches/test-names.ts'
import { errorsText } from '../../client/src/live/error-text.ts'
import { beginReport, isStrict, type Report, type ReporterOptions } from '../../client/src/live/report.ts'
import { attemptsOf, fileNamesOf, startOf } from './tests.ts'

/** Reports tests to Assay while they run; not in watch mode. Prints to stderr only. */
export default class AssayReporter implements Reporter {
  readonly #options: ReporterOptions
  #vitest: Vitest | null = null
  #report: Report | null = null
  /** Start of the attempts that have not ended, in milliseconds since 1970, and all tests that have started. */
  readonly #open = new Map<string, number>()
  readonly #started = new Set<string>()

  constructor(options: ReporterOptions = {}) {
    this.#options = options
  }

  onInit(vitest: Vitest): void {
    this.#vitest = vitest
  }

  onTestRunStart(): void {
    const { watch, shard } = this.#vitest?.config ?? {}
    if (watch) return
    this.#open.clear()
    this.#started.clear()
    this.#report = beginReport(this.#options, {
      framework: 'vitest',
      name: 'Vitest',
      startedAt: Date.now(),
      shard: shard ? `${shard.index}/${shard.count}` : undefined,
    })
  }

  onTestCaseReady(test: TestCase): void {
    if (!this.#started.has(test.id)) this.#start(test, Date.now())
  }

  onUserConsoleLog({ taskId, type, content }: Parameters<NonNullable<Reporter['onUserConsoleLog']>>[0]): void {
    if (taskId === undefined) return
    // Vitest sends output and events apart: the output may come first.
    const entity = this.#started.has(taskId) ? undefined : this.#vitest?.state.getReportedEntityById(taskId)
    if (entity?.type === 'test') this.#start(entity, Date.now())
    this.#report?.log(taskId, type === 'stderr' ? 'WARN' : 'INFO', content)
  }

  onTestCaseResult(test: TestCase): void {
    // Vitest knows the attempts when the last one has ended.
    for (const { startedAt, endedAt, ...end } of attemptsOf(test)) {
      if (!this.#open.has(test.id)) this.#start(test, startedAt)
      // The event of the start arrives later than the test has started. Its duration is that of the test.
      const reportedAt = this.#open.get(test.id) ?? startedAt
      this.#report?.endTest(test.id, { ...end, endedAt: reportedAt + endedAt - startedAt })
      this.#open.delete(test.id)
    }
  }

  /** A file that could not be loaded, or whose hook failed, is an entry, also beside failed tests. */
  onTestModuleEnd(module: TestModule): void {
    const errors = [module, ...module.children.allSuites()].flatMap((one) => one.errors())
    const hasFailedTest = !module.children.allTests('failed').next().done
    if (errors.length === 0 && (module.state() !== 'failed' || hasFailedTest)) return
    this.#reportError(module.id, fileNamesOf(module), errors)
  }

  async onTestRunEnd(_modules: unknown, errors: Parameters<NonNullable<Reporter['onTestRunEnd']>>[1]): Promise<void> {
    for (const [index, error] of errors.entries()) {
      const names = errorNames(undefined)
      this.#reportError(`error ${index}`, { ...names, methodName: names.name }, [error])
    }
    const isReported = (await this.#report?.end()) ?? false
    if (isStrict(this.#options) && !isReported && !this.#vitest?.config.watch) process.exitCode = 1
  }

  #start(test: TestCase, startedAt: number): void {
    this.#open.set(test.id, startedAt)
    this.#started.add(test.id)
    this.#report?.startTest(startOf(test, startedAt))
  }

  #reportError(key: string, names: ReturnType<typeof fileNamesOf>, errors: Parameters<typeof errorsText>[0]): void {
    const now = Date.now()
    const end = { endedAt: now, result: 'FAILED', reason: errorsText(errors) } as const
    this.#report?.addTest({ key, ...names, startedAt: now }, end)
  }
}
