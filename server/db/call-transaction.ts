import { AsyncLocalStorage } from 'node:async_hooks'
import { CompiledQuery, type DatabaseConnection } from 'kysely'

/** A request that may be sent again: the client chooses the key, and `request` identifies the request that the key was first used for. */
export interface IdempotencyKey {
  userId: number
  key: string
  request: string
}

interface Connection extends DatabaseConnection {
  /** The call that uses the connection for all its statements. */
  call: CallTransaction | null
  begin(statement: string): void
  release(): void
}

/**
 * Combines all transactions of a call into one. The first of them begins it and stores the call's idempotency key, if it has one, with
 * `claim`; `end` commits all of them or none.
 *
 * Until then, the call uses connections one after another, and holds none while it waits for the outside. Afterwards it has one connection for
 * everything.
 */
export class CallTransaction {
  readonly key: IdempotencyKey | null
  readonly #claim: (connection: DatabaseConnection) => Promise<unknown>
  readonly #connections = new Turns()
  readonly #parts = new Turns()
  #connection: Connection | null = null
  #giveConnectionBack: () => void = () => undefined
  #endPart: () => void = () => undefined
  #isBegun = false
  #isOver = false
  /** Statements and parts in progress, which `end` awaits. */
  #users = 0
  #onIdle: () => void = () => undefined

  /** `claim` stores the key. */
  constructor(key: IdempotencyKey | null, claim: (connection: DatabaseConnection) => Promise<unknown>) {
    this.key = key
    this.#claim = claim
  }

  get isBegun(): boolean {
    return this.#isBegun
  }

  get isOver(): boolean {
    return this.#isOver
  }

  async acquire<C extends Connection>(connect: () => Promise<C>): Promise<C> {
    const giveBack = this.#isBegun ? () => undefined : await this.#connections.next()
    if (this.#isOver || this.#isBegun) giveBack()
    if (this.#isOver) return connect()
    this.#users += 1
    if (this.#isBegun) return this.#connection as C
    try {
      const connection = await connect()
      connection.call = this
      this.#connection = connection
      this.#giveConnectionBack = giveBack
      return connection
    } catch (error) {
      this.#endUse()
      giveBack()
      throw error
    }
  }

  release(connection: Connection): void {
    if (!this.#isBegun) {
      this.#connection = null
      connection.call = null
      connection.release()
      this.#giveConnectionBack()
    }
    this.#endUse()
  }

  #endUse(): void {
    this.#users -= 1
    if (this.#users === 0) this.#onIdle()
  }

  async beginPart(connection: Connection, statement: string): Promise<void> {
    this.#endPart = await this.#parts.next()
    try {
      if (!this.#isBegun) {
        this.#isBegun = true
        this.#giveConnectionBack()
        connection.begin(statement)
        await this.#claim(connection)
      }
      await connection.executeQuery(CompiledQuery.raw('savepoint part'))
    } catch (error) {
      this.#endPart()
      throw error
    }
  }

  async commitPart(connection: Connection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('release savepoint part'))
    this.#endPart()
  }

  async rollbackPart(connection: Connection): Promise<void> {
    try {
      await connection.executeQuery(CompiledQuery.raw('rollback to savepoint part'))
    } finally {
      this.#endPart()
    }
  }

  /** Does nothing after the first time. What the call does afterwards is not part of the transaction. */
  async end(how: 'commit' | 'rollback'): Promise<void> {
    if (this.#isOver) return
    this.#isOver = true
    if (this.#users > 0) await new Promise<void>((resolve) => (this.#onIdle = resolve))
    const connection = this.#isBegun ? this.#connection : null
    if (connection === null) return
    try {
      await connection.executeQuery(CompiledQuery.raw(how))
    } finally {
      connection.call = null
      connection.release()
    }
  }
}

/** One after another, in the order of asking. */
class Turns {
  #last: Promise<void> = Promise.resolve()

  /** Resolves with the function that ends the turn. */
  async next(): Promise<() => void> {
    const before = this.#last
    let end = (): void => undefined
    this.#last = new Promise((resolve) => (end = resolve))
    await before
    return end
  }
}

const calls = new AsyncLocalStorage<CallTransaction>()

export const inCallTransaction = <T>(call: CallTransaction, act: () => Promise<T>): Promise<T> => calls.run(call, act)

/** Returns the transaction of the call that runs this code; null if it has none, or has ended it. */
export const callTransaction = (): CallTransaction | null => {
  const call = calls.getStore()
  return call === undefined || call.isOver ? null : call
}

/** Runs `act` with all its transactions combined into one; with an idempotency key they are combined already. */
export const inOneTransaction = async <T>(act: () => Promise<T>): Promise<T> => {
  if (callTransaction() !== null) return act()
  const call = new CallTransaction(null, () => Promise.resolve())
  try {
    const answer = await inCallTransaction(call, act)
    await call.end('commit')
    return answer
  } catch (error) {
    await call.end('rollback')
    throw error
  }
}
