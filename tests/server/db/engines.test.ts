import { sql } from 'kysely'
import { DatabaseError } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase } from '../../../server/db/open.ts'
import { isUnavailable } from '../../../server/http/unavailable.ts'
import { openTestDatabase, testEngine, type TestDatabase } from '../support/database.ts'

let opened: TestDatabase
beforeAll(async () => {
  opened = await openTestDatabase()
  await sql`create table thing (id int primary key, name text not null unique)`.execute(opened.db)
})
afterAll(() => opened.remove())

describe('values', () => {
  test('are the same on both engines', async () => {
    const { rows } = await sql`
      select 9007199254740991::bigint as big, 7::int as small, count(*) as counted, '2026-02-03T04:05:06.789Z'::timestamptz as at,
             '2026-02-03'::date as day, '{"a":[1,null]}'::jsonb as doc, 'null'::jsonb as nothing, '12345678901'::xid8 as xid,
             array[1,2]::bigint[] as bigs, array['a','b']::text[] as words, '\\x0102'::bytea as bytes, 1.5::float8 as real, true as yes, null as none,
             '00000000-0000-4000-8000-000000000001'::uuid as uid`.execute(opened.db)
    expect(rows).toEqual([
      {
        big: 9007199254740991,
        small: 7,
        counted: 1,
        at: new Date('2026-02-03T04:05:06.789Z'),
        day: '2026-02-03',
        doc: { a: [1, null] },
        nothing: null,
        xid: '12345678901',
        bigs: [1, 2],
        words: ['a', 'b'],
        bytes: Buffer.from([1, 2]),
        real: 1.5,
        yes: true,
        none: null,
        uid: '00000000-0000-4000-8000-000000000001',
      },
    ])
  })

  test('are read as written', async () => {
    const at = new Date('2026-10-25T01:30:00.123Z')
    const given = { at, text: 'ß – 😀 \\ \' "', bytes: Buffer.from([0, 255]), doc: { a: 'é' } }
    const { rows } = await sql`
      select ${given.at}::timestamptz as at, ${given.text}::text as text, ${given.bytes}::bytea as bytes, ${JSON.stringify(given.doc)}::jsonb as doc`.execute(
      opened.db,
    )
    expect(rows).toEqual([given])
  })

  test('of several megabytes are stored completely', async () => {
    const text = 'é'.repeat(2_000_000)
    const { rows } = await sql<{ back: string }>`select ${text}::text || 'x' as back`.execute(opened.db)
    expect(rows[0]?.back === `${text}x`).toBe(true)
  })
})

describe('errors', () => {
  test('carry the code and the constraint, and the connection stays usable', async () => {
    await opened.db.insertInto('event_stream').values({ stream: 'twice', sequence: 1 }).execute()
    const again = opened.db.insertInto('event_stream').values({ stream: 'twice', sequence: 1 })
    for (let time = 0; time < 3; time += 1) {
      const error: unknown = await again.execute().catch((reason: unknown) => reason) // the third one is prepared
      expect(error).toBeInstanceOf(DatabaseError)
      expect(error).toMatchObject({ code: '23505', constraint: 'event_stream_pkey', table: 'event_stream' })
    }
    expect((await sql`select 1 as one`.execute(opened.db)).rows).toEqual([{ one: 1 }])
  })

  test('in one of several statements sent together roll back all of them', async () => {
    const outcome = opened.db.transaction().execute(async (tx) => {
      const sent = [
        sql`insert into thing values (1, 'first')`.execute(tx),
        sql`insert into thing values (1, 'again')`.execute(tx),
        sql`insert into thing values (2, 'second')`.execute(tx),
      ]
      const settled = await Promise.allSettled(sent)
      expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected'])
      await Promise.all(sent)
    })
    await expect(outcome).rejects.toMatchObject({ code: '23505' })
    expect((await sql`select * from thing`.execute(opened.db)).rows).toEqual([])
  })

  test('of the caller roll the transaction back', async () => {
    const outcome = opened.db.transaction().execute(async (tx) => {
      await sql`insert into thing values (3, 'third')`.execute(tx)
      throw new Error('changed my mind')
    })
    await expect(outcome).rejects.toThrow('changed my mind')
    await opened.db.transaction().execute(() => Promise.resolve('nothing was said in it'))
    expect((await sql`select * from thing`.execute(opened.db)).rows).toEqual([])
  })
})

test('transactions that overlap in time do not see into each other', async () => {
  const write = (id: number) =>
    opened.db.transaction().execute(async (tx) => {
      const { rows: before } = await sql<{ n: number }>`select count(*) as n from thing where id >= 100`.execute(tx)
      await sql`insert into thing values (${id}, ${`t${id}`})`.execute(tx)
      const { rows: after } = await sql<{ n: number }>`select count(*) as n from thing where id >= 100`.execute(tx)
      return (after[0]?.n ?? 0) - (before[0]?.n ?? 0)
    })
  const outcomes = await Promise.all(Array.from({ length: 20 }, (_, i) => write(100 + i)))
  expect(outcomes.every((seen) => (testEngine() === 'pglite' ? seen === 1 : seen >= 1))).toBe(true)
  expect((await sql`select id from thing where id >= 100`.execute(opened.db)).rows).toHaveLength(20)
})

test('a prepared statement works after its table has changed', async () => {
  const read = () => sql`select * from thing where id = 100`.execute(opened.db)
  for (let time = 0; time < 3; time += 1) await read()
  await sql`alter table thing add column note text`.execute(opened.db)
  expect((await read()).rows).toEqual([{ id: 100, name: 't100', note: null }])
})

test('notifications reach every listener of their channel, after the commit', async () => {
  const heard: string[] = []
  let on = (): void => undefined
  const received = new Promise<void>((resolve) => (on = resolve))
  const stop = await opened.listen('try_channel', (payload) => {
    heard.push(payload)
    if (payload === 'last') on()
  })
  await opened.db
    .transaction()
    .execute(async (tx) => {
      await sql`select pg_notify('try_channel', 'never')`.execute(tx)
      throw new Error('rolled back')
    })
    .catch(() => undefined)
  await sql`select pg_notify('other_channel', 'not ours')`.execute(opened.db)
  await sql`select pg_notify('try_channel', 'first')`.execute(opened.db)
  await sql`select pg_notify('try_channel', 'last')`.execute(opened.db)
  await received
  await stop()
  expect(heard).toEqual(['first', 'last'])
})

test('data persists after closing and opening again', async () => {
  const first = await openTestDatabase()
  await first.db.insertInto('event_stream').values({ stream: 'kept', sequence: 3 }).execute()
  await first.close()
  const second = await openDatabase(first.location)
  expect(await second.db.selectFrom('event_stream').select('sequence').execute()).toEqual([{ sequence: 3 }])
  await second.close()
  await first.remove()
})

test.runIf(testEngine() === 'postgres')(
  'PostgreSQL ends a statement that takes longer than the limit, and the call counts as unavailable',
  async () => {
    const limited = await openDatabase({ ...opened.location, pool: { maxConnections: 2, timeoutMs: 50 } })
    try {
      expect(limited.pool.options.max).toBe(2)
      const ended: unknown = await sql`select pg_sleep(60)`.execute(limited.db).catch((error: unknown) => error)
      expect(isUnavailable(ended)).toBe(true)
    } finally {
      await limited.close()
    }
  },
)
