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
  /** Tests whose attempt has not ended, and all that have started. */
  readonly #open = new Set<string>()
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
    for (const { startedAt, ...end } of attemptsOf(test)) {
      if (!this.#open.has(test.id)) this.#start(test, startedAt)
      this.#report?.endTest(test.id, end)
      this.#open.delete(test.id)
    }
  }

  /** A file that could not be loaded, or whose hook failed, fails without a failed test. */
  onTestModuleEnd(module: TestModule): void {
    if (module.state() !== 'failed' || [...module.children.allTests('failed')].length > 0) return
    const errors = [module, ...module.children.allSuites()].flatMap((one) => one.errors())
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
    this.#open.add(test.id)
    this.#started.add(test.id)
    this.#report?.startTest(startOf(test, startedAt))
  }

  #reportError(key: string, names: ReturnType<typeof fileNamesOf>, errors: Parameters<typeof errorsText>[0]): void {
    const now = Date.now()
    const end = { endedAt: now, result: 'FAILED', reason: errorsText(errors) } as const
    this.#report?.addTest({ key, ...names, startedAt: now }, end)
  }
}
