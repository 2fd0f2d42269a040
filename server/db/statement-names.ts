const preparable = /^\s*(?:select|insert|update|delete|with)\b/i
const mostNames = 400
const mostCandidates = 2000

/**
 * Decides which statements are worth preparing: a name is given to a text that comes a second time. With a name the server
 * parses and plans it once per connection, which for a statement of several CTEs is most of its cost. Texts that vary
 * (value lists of every length) must not fill the server's memory: past the limit they go without a name.
 */
export class StatementNames {
  #names = new Map<string, string>()
  #seenOnce = new Set<string>()
  #generation = 0

  /** The name to prepare `text` under, or undefined to run it as it is. */
  nameOf(text: string): string | undefined {
    const known = this.#names.get(text)
    if (known !== undefined) return known
    if (this.#names.size >= mostNames || !preparable.test(text)) return undefined
    if (!this.#seenOnce.delete(text)) {
      if (this.#seenOnce.size >= mostCandidates) this.#seenOnce.clear()
      this.#seenOnce.add(text)
      return undefined
    }
    const name = `s${this.#generation}_${this.#names.size}`
    this.#names.set(text, name)
    return name
  }

  /** After a migration elsewhere changed what a statement returns, its old preparation fails for good: begin with new names. */
  forgetAll(): void {
    this.#generation += 1
    this.#names.clear()
  }
}
