import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { maintain } from '../../../server/db/maintenance.ts'
import { openTestDatabase, testEngine, type TestDatabase } from '../support/database.ts'

describe.runIf(testEngine() === 'pglite')('the embedded database', () => {
  let opened: TestDatabase
  beforeAll(async () => {
    opened = await openTestDatabase()
    await sql`create table kept (id int primary key, n int)`.execute(opened.db)
  })
  afterAll(() => opened.remove())

  test('analyses changed tables again and vacuums those with dead rows, once', async () => {
    const { db } = opened
    const known = async () =>
      (await sql<{ n: number }>`select reltuples as n from pg_class where relname = 'kept'`.execute(db)).rows[0]?.n
    const dead = async () =>
      (await sql<{ n: number }>`select n_dead_tup as n from pg_stat_user_tables where relname = 'kept'`.execute(db))
        .rows[0]?.n
    await sql`insert into kept select g, 0 from generate_series(1, 2000) g`.execute(db)
    expect(await known()).toBe(-1)
    expect(await maintain(db)).toContain('kept')
    expect(await known()).toBe(2000)
    expect(await maintain(db)).not.toContain('kept')

    await sql`update kept set n = 1`.execute(db)
    await sql`select pg_stat_force_next_flush()`.execute(db)
    expect(await dead()).toBe(2000)
    expect(await maintain(db)).toContain('kept')
    expect(await dead()).toBe(0)
  })

  test('finds rows given as jsonb by their index', async () => {
    const { db } = opened
    await sql`insert into kept select g, 0 from generate_series(2001, 40000) g`.execute(db)
    await maintain(db)
    const { rows } = await sql<{ 'QUERY PLAN': string }>`
      explain update kept set n = 2 from jsonb_to_recordset('[{"id":5}]'::jsonb) as w(id int) where kept.id = w.id`.execute(
      db,
    )
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    expect(plan).toContain('Index Scan')
    expect(plan).not.toContain('Seq Scan on kept')
  })
})
