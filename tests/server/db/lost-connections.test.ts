import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabase, testEngine, type TestDatabase } from '../support/database.ts'
import { withAdmin } from '../support/postgres-server.ts'

describe.runIf(testEngine() === 'postgres')('when PostgreSQL drops connections', () => {
  let opened: TestDatabase
  beforeAll(async () => {
    opened = await openTestDatabase()
  })
  afterAll(() => opened.remove())

  const drop = async (application: string): Promise<void> => {
    const url = new URL(opened.location.databaseUrl ?? '')
    await withAdmin(url.origin === 'null' ? url.href.replace(url.pathname, '') : url.origin, (admin) =>
      admin.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and application_name = $2',
        [url.pathname.slice(1), application],
      ),
    )
  }

  test('an open transaction fails, and the next one gets a new connection', async () => {
    const failed = opened.db.transaction().execute(async (tx) => {
      await sql`select 1`.execute(tx)
      await drop('assay')
      await sql`select 2`.execute(tx)
    })
    await expect(failed).rejects.toThrow(/terminat|not queryable/i)
    expect((await sql`select 3 as three`.execute(opened.db)).rows).toEqual([{ three: 3 }])
  })

  test('a listener receives again, with a notice that it may have missed something', async () => {
    const heard: string[] = []
    let on = (): void => undefined
    const next = () => new Promise<void>((resolve) => (on = resolve))
    let received = next()
    await opened.listen('lost', (payload) => {
      heard.push(payload)
      on()
    })
    await drop('assay-listen')
    await received
    received = next()
    await sql`select pg_notify('lost', 'after')`.execute(opened.db)
    await received
    expect(heard).toEqual(['', 'after'])
  })
})
