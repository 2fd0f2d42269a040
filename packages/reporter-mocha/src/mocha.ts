/** What the reporter uses of Mocha 9 and newer. `@types/mocha` would declare `describe` and `it` for the whole repository. */

/** Test, or hook. In parallel mode, its copy from another process, which has its id under another name. */
export interface Runnable {
  id?: string
  __mocha_id__?: string
  type?: string
  title: string
  /** Milliseconds. */
  duration?: number
  fullTitle: () => string
  retriedTest?: () => Runnable | null | undefined
}

/** What a test has thrown: an error with these fields, or anything else. */
export interface MochaError {
  multiple?: readonly unknown[]
}

export interface Runner {
  on: ((event: 'start', listener: () => void) => void) &
    ((event: 'test' | 'pass' | 'pending', listener: (test: Runnable) => void) => void) &
    ((event: 'fail' | 'retry', listener: (test: Runnable, error: MochaError) => void) => void)
  isParallelMode?: () => boolean
}

export interface Options {
  reporterOptions?: unknown
  watch?: boolean
  dryRun?: boolean
}

export type Done = (failures: number, callback: (failures: number) => void) => void
type Reporter = new (runner: Runner, options: Options) => { done?: Done }

export interface Mocha {
  reporters: Readonly<Record<string, Reporter>>
}
