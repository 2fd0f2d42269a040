import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../support/database.ts'

let opened: TestDatabase
beforeAll(async () => {
  opened = await openTestDatabase()
})
afterAll(() => opened.remove())

/** As the driver releases a connection that it can no longer trust. */
const replaceConnection = async (...before: string[]): Promise<void> => {
  const client = await opened.pool.connect()
  for (const statement of before) await client.query(statement).catch(() => undefined)
  client.release(true)
}
/** Often enough that it is prepared. */
const counted = async (): Promise<unknown[]> => {
  const rows: unknown[] = []
  for (let n = 0; n < 3; n += 1) rows.push(...(await sql`select ${n}::int + 1 as next`.execute(opened.db)).rows)
  return rows
}
const COUNTED = [{ next: 1 }, { next: 2 }, { next: 3 }]

test('a new connection runs statements that were prepared on the previous connection', async () => {
  expect(await counted()).toEqual(COUNTED)
  await replaceConnection()
  expect(await counted()).toEqual(COUNTED)
})

test('a transaction that was left open ends with its connection', async () => {
  await replaceConnection('begin', 'create table left_open (id int)', 'select 1 / 0')
  expect(await counted()).toEqual(COUNTED)
  await replaceConnection('begin', 'create table left_open (id int)')
  expect(await counted()).toEqual(COUNTED)
  const { rows } = await sql`select to_regclass('left_open') as found`.execute(opened.db)
  expect(rows).toEqual([{ found: null }])
})

test('ignores an answer to an earlier query', async () => {
  const client = await opened.pool.connect()
  const late = client.query('select 1 as late from generate_series(1, 200000)')
  client.release(new Error('given up'))
  expect(await counted()).toEqual(COUNTED)
  expect((await late).rows).toHaveLength(200_000)
})

test('listeners continue to receive', async () => {
  let on = (_payload: string): void => undefined
  const heard = new Promise<string>((resolve) => (on = resolve))
  const stop = await opened.listen('replaced', (payload) => on(payload))
  await replaceConnection()
  await sql`select pg_notify('replaced', 'after')`.execute(opened.db)
  expect(await heard).toBe('after')
  await stop()
})
