import { DatabaseError } from 'pg'

const preparable = /^\s*(?:select|insert|update|delete|with)\b/i
const maxNames = 400
const maxCandidates = 2000

/**
 * Decides which statements are prepared: a text gets a name when it is used a second time. A named statement is parsed and planned once per
 * connection, which is most of the cost of a statement with several CTEs. Beyond a limit statements stay unnamed, since texts that vary
 * (value lists of every length) would fill the server's memory.
 */
export class StatementNames {
  #names = new Map<string, string>()
  #seenOnce = new Set<string>()
  #generation = 0

  /** Returns the name to prepare `text` under, or undefined to run it unprepared. */
  nameOf(text: string): string | undefined {
    const known = this.#names.get(text)
    if (known !== undefined) return known
    if (this.#names.size >= maxNames || !preparable.test(text)) return undefined
    if (!this.#seenOnce.delete(text)) {
      if (this.#seenOnce.size >= maxCandidates) this.#seenOnce.clear()
      this.#seenOnce.add(text)
      return undefined
    }
    const name = `s${this.#generation}_${this.#names.size}`
    this.#names.set(text, name)
    return name
  }

  /** Switches to new names. After a migration by another process changed what a statement returns, its prepared form fails permanently. */
  forgetAll(): void {
    this.#generation += 1
    this.#names.clear()
  }
}

/**
 * Returns whether an error is a prepared statement whose result has other columns since a migration. The statement was not executed, and
 * succeeds after `forgetAll`.
 */
export const isPlanChanged = (error: unknown): boolean =>
  error instanceof DatabaseError && error.code === '0A000' && error.message.startsWith('cached plan')
