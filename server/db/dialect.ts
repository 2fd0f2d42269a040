import {
  CompiledQuery,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  type TransactionSettings,
} from 'kysely'
import { DatabaseError, type Pool, type PoolClient } from 'pg'
import { callTransaction, type CallTransaction } from './call-transaction.ts'
import { appendsEvents } from './events.ts'
import { isPlanChanged, StatementNames } from './statement-names.ts'

/** SQLSTATE of a write in a session that may only read. */
const readOnly = '25006'

/**
 * Kysely dialect over a pool of pipelined `pg` clients, for both engines. In addition to Kysely's own dialect it prepares statements, and
 * sends BEGIN together with the first statement instead of awaiting it. Kysely itself awaits each statement of a connection before it sends
 * the next one; `one-trip.ts` does not. Calls `onAppended` after the commit of each transaction that may have appended events.
 */
export const poolDialect = (pool: Pool, onAppended: () => void): Dialect => ({
  createDriver: () => new PoolDriver(pool, onAppended),
  createQueryCompiler: () => new PostgresQueryCompiler(),
  createAdapter: () => new PostgresAdapter(),
  createIntrospector: (db) => new PostgresIntrospector(db),
})

class PoolConnection implements DatabaseConnection {
  readonly client: PoolClient
  readonly #names: StatementNames
  readonly #onAppended: () => void
  /** The call that uses the connection for all its statements. */
  call: CallTransaction | null = null
  #begun: Promise<unknown> | null = null
  #isInTransaction = false
  /** Whether the open transaction has appended events. */
  #hasAppended = false
  /** A session that began while the database could only be read stays so: it is not used again. */
  #isReadOnly = false

  constructor(client: PoolClient, names: StatementNames, onAppended: () => void) {
    this.client = client
    this.#names = names
    this.#onAppended = onAppended
  }

  begin(statement: string): void {
    this.#isInTransaction = true
    this.#begun = this.client.query(statement)
    this.#begun.catch(() => undefined) // rejects the next statement
  }

  release(): void {
    this.client.release(this.#isReadOnly)
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const begun = this.#begun
    this.#begun = null
    const commitsEvents = this.#commitsEvents(query.sql)
    // Now: when the answer comes, a commit may have been sent.
    const isInTransaction = this.#isInTransaction
    const name = this.#names.nameOf(query.sql)
    const running = this.client.query({
      text: query.sql,
      values: [...query.parameters],
      ...(name === undefined ? {} : { name }),
    })
    try {
      const [result] = await Promise.all([running, begun])
      if (commitsEvents) this.#onAppended()
      const changes = result.command === 'INSERT' || result.command === 'UPDATE' || result.command === 'DELETE'
      return { rows: result.rows as R[], ...(changes ? { numAffectedRows: BigInt(result.rowCount ?? 0) } : {}) }
    } catch (error) {
      if (error instanceof DatabaseError && error.code === readOnly) this.#isReadOnly = true
      if (!isPlanChanged(error)) throw error
      this.#names.forgetAll()
      // The database has not executed the statement. Its transaction has failed with it: the caller repeats that as a whole.
      if (isInTransaction) throw error
      return this.executeQuery(query)
    }
  }

  /** Follows the transaction as statements are sent, and returns whether this one commits appended events. */
  #commitsEvents(statement: string): boolean {
    if (statement === 'begin') this.#isInTransaction = true
    if (statement === 'commit' || statement === 'rollback') {
      const commits = this.#hasAppended && statement === 'commit'
      this.#isInTransaction = false
      this.#hasAppended = false
      return commits
    }
    if (!appendsEvents(statement)) return false
    if (this.#isInTransaction) this.#hasAppended = true
    return !this.#isInTransaction
  }

  // oxlint-disable-next-line require-yield -- required by Kysely's interface
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('queries are read in pages, not streamed: a stream would hold the one connection there may be')
  }
}

class PoolDriver implements Driver {
  readonly #pool: Pool
  readonly #names = new StatementNames()
  readonly #onAppended: () => void
  readonly #connections = new WeakMap<PoolClient, PoolConnection>()

  constructor(pool: Pool, onAppended: () => void) {
    this.#pool = pool
    this.#onAppended = onAppended
  }

  async init(): Promise<void> {
    // Connections are opened on demand.
  }

  async acquireConnection(): Promise<PoolConnection> {
    const call = callTransaction()
    if (call === null) return this.#connect()
    return call.acquire(() => this.#connect())
  }

  async #connect(): Promise<PoolConnection> {
    const client = await this.#pool.connect()
    const known = this.#connections.get(client)
    if (known !== undefined) return known
    const connection = new PoolConnection(client, this.#names, this.#onAppended)
    this.#connections.set(client, connection)
    return connection
  }

  async beginTransaction(connection: PoolConnection, settings: TransactionSettings): Promise<void> {
    const isolation = settings.isolationLevel === undefined ? '' : ` isolation level ${settings.isolationLevel}`
    const access = settings.accessMode === undefined ? '' : ` ${settings.accessMode}`
    const begin = `begin${isolation}${access}`
    if (connection.call === null) connection.begin(begin)
    else await connection.call.beginPart(connection, begin)
  }

  async commitTransaction(connection: PoolConnection): Promise<void> {
    if (connection.call === null) await connection.executeQuery(CompiledQuery.raw('commit'))
    else await connection.call.commitPart(connection)
  }

  async rollbackTransaction(connection: PoolConnection): Promise<void> {
    if (connection.call === null) await connection.executeQuery(CompiledQuery.raw('rollback'))
    else await connection.call.rollbackPart(connection)
  }

  async releaseConnection(connection: PoolConnection): Promise<void> {
    if (connection.call === null) connection.release()
    else connection.call.release(connection)
  }

  async destroy(): Promise<void> {
    // The pool is shared; its opener closes it.
  }
}
