/**
 * Errors of clients that are not ours: of containers, clusters, mail, object storage, trackers. Such a client can throw out of a callback of its
 * own, where nobody catches it, and Node would end the process.
 */
import { AsyncLocalStorage } from 'node:async_hooks'

interface Log {
  error: (details: object, words: string) => void
  fatal: (details: object, words: string) => void
}

/** Rejects the contained call that runs this code. */
const calls = new AsyncLocalStorage<(error: unknown) => void>()

/** Runs calls of a foreign client. What the client throws out of its callbacks rejects the promise, too, instead of ending the process. */
export const contained = <T>(act: () => Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    calls.run(reject, () => void act().then(resolve, reject))
  })

/** Makes `contained` effective in this process. An error outside of contained calls still ends it, to be restarted. */
export const containErrors = (log: Log): void => {
  process.on('uncaughtException', (err) => {
    const reject = calls.getStore()
    if (reject !== undefined) {
      log.error({ err }, 'a client of an outside service has failed')
      reject(err)
      return
    }
    log.fatal({ err }, 'an error that nobody caught ends the process')
    process.stderr.write(`Assay ends: ${err instanceof Error ? (err.stack ?? err.message) : String(err)}\n`)
    process.exit(1)
  })
}
