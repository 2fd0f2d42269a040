import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { openDatabase, type OpenOptions } from '../../../server/db/open.ts'
import { allOf } from '../../../server/db/matching.ts'
import { conditionsOf } from '../../../server/launches/queries/tests-filter.ts'
import { openTestDatabase, testEngine, type TestDatabase } from '../support/database.ts'
import { withAdmin } from '../support/postgres-server.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.remove())

const search = (q: string) =>
  allOf([
    sql<boolean>`t.launch_id = 1`,
    ...conditionsOf({
      q,
      testsState: [],
      label: [],
      testCase: undefined,
      failureKey: undefined,
      testId: [],
      failureTag: [],
    }),
  ])

test('[TESTS-01] searches compare the indexed texts of names, classes, methods, failures and test cases', async () => {
  const plan = await database.db.transaction().execute(async (tx) => {
    await sql`set local enable_seqscan = off`.execute(tx)
    // So that no other index is as good.
    await sql`set local enable_indexscan = off`.execute(tx)
    await sql`insert into project (key, name) values ('SRC', 'Search')`.execute(tx)
    await sql`
      insert into launch (id, project_id, number, uuid, name, status, started_at) overriding system value
      select 1, id, 1, 'search', 'Search', 'PASSED', now() from project where key = 'SRC'`.execute(tx)
    await sql`
      insert into test (launch_id, project_id, name, class_name, status, started_at)
      select l.id, l.project_id, 'adds item ' || n, 'file-' || n, 'PASSED', now() from launch l cross join generate_series(1, 3000) n
       where l.id = 1`.execute(tx)
    await sql`analyze test`.execute(tx)
    const { rows } = await sql<{
      'QUERY PLAN': string
    }>`explain select id from test t where ${search('Item 21_3')}`.execute(tx)
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  })
  expect(plan.match(/Bitmap Index Scan on test_search/g)).toHaveLength(1)
})

test.runIf(testEngine() === 'postgres')(
  'starts without the right to create extensions, logs it, and searches',
  async () => {
    const engine = inject('database')
    if (engine.engine !== 'postgres') throw new Error('this test is one of PostgreSQL')
    const name = `limited_${randomUUID().replaceAll('-', '')}`
    await withAdmin(engine.serverUrl, async (admin) => {
      await admin.query(`create role ${name} login`)
      await admin.query(`create database ${name}`)
    })
    const url = new URL(`${engine.serverUrl}/${name}`)
    const said: unknown[] = []
    const nothing = () => undefined
    const logger = { info: nothing, error: nothing, fatal: nothing, warn: (text: unknown) => void said.push(text) }
    try {
      const owner = new Client({ connectionString: url.href })
      await owner.connect()
      await owner.query(`grant all on schema public to ${name}`)
      await owner.end()
      url.username = name
      const opened = await openDatabase({
        dataDir: '/nowhere',
        databaseUrl: url.href,
        logger: logger as OpenOptions['logger'],
      })
      try {
        expect(said).toEqual([expect.stringContaining('pg_trgm')])
        const { rows } = await sql`select id from test t where ${search('anything')}`.execute(opened.db)
        expect(rows).toEqual([])
      } finally {
        await opened.close()
      }
    } finally {
      await withAdmin(engine.serverUrl, async (admin) => {
        await admin.query(`drop database ${name} with (force)`)
        await admin.query(`drop role ${name}`)
      })
    }
  },
)
