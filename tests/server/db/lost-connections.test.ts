import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase } from '../../../server/db/open.ts'
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

  test('each lost connection is logged once, without the fields of the client', async () => {
    const lines: { msg: string; err: object }[] = []
    const write = (line: string) => void lines.push(JSON.parse(line))
    const { db, close } = await openDatabase({ ...opened.location, logger: pino({ level: 'warn' }, { write }) })
    await sql`select 1`.execute(db)
    await drop('assay')
    await expect.poll(() => lines).toHaveLength(1)
    await sql`select 2`.execute(db)
    await close()
    expect(lines).toMatchObject([{ msg: 'lost a database connection', err: { code: '57P01' } }])
    expect(lines[0]?.err).not.toHaveProperty('client')
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
