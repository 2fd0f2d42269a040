import { createRequire } from 'node:module'
import { mochaNames } from '../../../contract/launches/test-names.ts'
import { errorsText } from '../../client/src/live/error-text.ts'
import type { TestEnd, TestStart } from '../../client/src/live/pending-reports.ts'
import { beginReport, isStrict, type Report, type ReporterOptions } from '../../client/src/live/report.ts'
import { now } from '../../client/src/original-globals.ts'
import type { Done, Mocha, MochaError, Options, Runnable, Runner } from './mocha.ts'

interface OwnOptions extends ReporterOptions {
  /** Reporter of Mocha that prints the run: `spec` by default, `none` beside other reporters. */
  console?: string
}

/** Reports tests to Assay while they run; not in watch mode, and no dry run. A reporter of Mocha prints the run. */
export default class AssayReporter {
  readonly #options: OwnOptions
  readonly #printer: { done?: Done } | null
  readonly #isReported: boolean
  #report: Report | null = null
  /** Keys of tests by the ids of Mocha, which are those of the first attempts. */
  readonly #keys = new Map<string, string>()
  #open: Runnable | null = null
  /** Hook that failed while a test was open. */
  #failedHook: { title: string; at: number } | null = null
  #count = 0

  constructor(runner: Runner, options: Options = {}) {
    this.#options = { ...(options.reporterOptions as OwnOptions | undefined) }
    this.#printer = printerOf(this.#options.console ?? 'spec', runner, options)
    this.#isReported = options.watch !== true && options.dryRun !== true
    if (!this.#isReported) return
    // The tests of a file then arrive together, after its end.
    const isParallel = runner.isParallelMode?.() ?? false
    runner.on('start', () => {
      this.#report = beginReport(this.#options, { framework: 'mocha', name: 'Mocha', startedAt: now() })
    })
    runner.on('test', (test) => {
      if (!isParallel) this.#start(test)
    })
    runner.on('pass', (test) => this.#end(test, { result: 'PASSED' }))
    runner.on('pending', (test) => this.#end(test, { result: 'SKIPPED' }))
    runner.on('retry', (test, error) => this.#end(test, { result: 'FAILED', reason: reasonOf(error) }))
    runner.on('fail', (test, error) => this.#fail(test, error))
  }

  done(failures: number, callback: (failures: number) => void): void {
    const finish = (count: number): void => this.#printer?.done?.(count, callback) ?? callback(count)
    void this.#finish().then((isReported) =>
      finish(this.#isReported && isStrict(this.#options) && !isReported ? Math.max(failures, 1) : failures),
    )
  }

  async #finish(): Promise<boolean> {
    this.#skipOpen()
    return (await this.#report?.end()) ?? false
  }

  #start(test: Runnable): void {
    // With `failHookAffectedTests`, Mocha starts a test again that a hook has failed.
    if (this.#open === test) return
    this.#skipOpen()
    this.#open = test
    this.#report?.startTest(this.#startOf(test, now()))
  }

  #end(test: Runnable, end: Pick<TestEnd, 'result' | 'reason'>): void {
    const endedAt = now()
    if (this.#open === test) {
      this.#open = null
      this.#report?.endTest(this.#keyOf(test), { ...end, endedAt })
    } else this.#report?.addTest(this.#startOf(test, endedAt - (test.duration ?? 0)), { ...end, endedAt })
  }

  /** A hook that failed is a test, as in reports of Mocha. */
  #fail(test: Runnable, error: MochaError): void {
    if (test.type === 'hook' && this.#open) this.#failedHook = { title: test.title, at: now() }
    this.#end(test, { result: 'FAILED', reason: reasonOf(error) })
  }

  /** Mocha does not tell the end of a test that a hook prevents. */
  #skipOpen(): void {
    if (!this.#open) return
    const { title = null, at = now() } = this.#failedHook ?? {}
    const reason = title === null ? null : `${title} failed`
    this.#report?.endTest(this.#keyOf(this.#open), { result: 'SKIPPED', reason, endedAt: at })
    this.#open = null
    this.#failedHook = null
  }

  #startOf(test: Runnable, startedAt: number): TestStart {
    return { ...mochaNames(test.fullTitle(), test.title), key: this.#keyOf(test), startedAt: Math.round(startedAt) }
  }

  /** All attempts of a test have one key. */
  #keyOf(test: Runnable): string {
    const first = test.retriedTest?.() ?? test
    const id = first.id ?? first.__mocha_id__ ?? ''
    const known = this.#keys.get(id)
    if (known !== undefined) return known
    const key = String((this.#count += 1))
    this.#keys.set(id, key)
    return key
  }
}

const printerOf = (name: string, runner: Runner, options: Options): { done?: Done } | null => {
  if (name === 'none') return null
  const mocha = createRequire(__filename)('mocha') as Mocha & { default?: Mocha }
  const Printer = (mocha.default ?? mocha).reporters[name]
  if (!Printer)
    throw new Error(`assay-reporter-mocha: Mocha has no reporter ${name}: set console to another one, or to none`)
  return new Printer(runner, options)
}

const reasonOf = (error: MochaError): string | null => errorsText([error, ...(error.multiple ?? [])])
