import { sql, type QueryExecutorProvider } from 'kysely'
import type { Needs, NewIds } from './batch.ts'

type Table = 'launch' | 'test' | 'test_session'

const BLOCK = 200

/** Allocates ids in blocks, so that rows have ids before they are written. Unused ones are lost. */
export const createIds = (db: QueryExecutorProvider) => {
  const spare: Record<Table, number[]> = { launch: [], test: [], test_session: [] }
  const fetchMore = async (source: QueryExecutorProvider, table: Table, count: number): Promise<number[]> => {
    // The name of the sequence is looked up once, not for each id.
    const { rows } = await sql<{ id: number }>`
      select nextval(s.name::regclass)::bigint as id
        from (select pg_get_serial_sequence(${table}, 'id') as name offset 0) s, generate_series(1, ${count}::int)`.execute(
      source,
    )
    return rows.map(({ id }) => id)
  }
  const reserve = async (
    source: QueryExecutorProvider,
    table: Table,
    count: number,
    block: number,
  ): Promise<() => number> => {
    const mine = spare[table].splice(0, count)
    const missing = count - mine.length
    if (missing > 0) {
      const fetched = await fetchMore(source, table, Math.max(block, missing))
      mine.push(...fetched.slice(0, missing))
      spare[table].push(...fetched.slice(missing))
    }
    let next = 0
    return () => {
      const id = mine[next]
      if (id === undefined) throw new Error(`no ${table} id was reserved`)
      next += 1
      return id
    }
  }
  return {
    /** Reserves an id for each row to create. */
    reserve: async (
      needs: readonly Pick<Needs, 'creates' | 'createsTests'>[],
      source: QueryExecutorProvider = db,
    ): Promise<NewIds> => {
      const count = (what: Needs['creates']) => needs.filter(({ creates }) => creates === what).length
      const tests = needs.reduce((sum, { createsTests = 0 }) => sum + createsTests, count('test'))
      const [launch, test, session] = await Promise.all([
        reserve(source, 'launch', count('launch'), 1),
        reserve(source, 'test', tests, BLOCK),
        reserve(source, 'test_session', count('session'), BLOCK),
      ])
      return { launch, test, session }
    },
  }
}
