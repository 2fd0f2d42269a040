import { sql } from 'kysely'
import type { Db } from '../../db/open.ts'
import type { Needs, NewIds } from './batch.ts'

const BLOCK = 200

/** Allocates ids in blocks, so that rows have ids before they are written. Unused ones are lost at a restart. */
export const createIds = (db: Db) => {
  const fetched: Record<'launch' | 'test' | 'test_session', number[]> = { launch: [], test: [], test_session: [] }
  const fill = async (table: keyof typeof fetched, needed: number, block: number) => {
    const missing = needed - fetched[table].length
    if (missing <= 0) return
    const { rows } = await sql<{ id: number }>`
      select nextval(pg_get_serial_sequence(${table}, 'id'))::bigint as id
        from generate_series(1, ${Math.max(block, missing)}::int)`.execute(db)
    fetched[table].push(...rows.map(({ id }) => id))
  }
  const take = (table: keyof typeof fetched) => () => {
    const id = fetched[table].shift()
    if (id === undefined) throw new Error(`no ${table} id was fetched ahead`)
    return id
  }
  return {
    /** Allocates an id for each row to create. */
    ahead: async (needs: readonly Pick<Needs, 'creates' | 'createsTests'>[]): Promise<NewIds> => {
      const count = (what: Needs['creates']) => needs.filter(({ creates }) => creates === what).length
      const tests = needs.reduce((sum, { createsTests = 0 }) => sum + createsTests, count('test'))
      await fill('launch', count('launch'), 1)
      await fill('test', tests, BLOCK)
      await fill('test_session', count('session'), BLOCK)
      return { launch: take('launch'), test: take('test'), session: take('test_session') }
    },
  }
}
