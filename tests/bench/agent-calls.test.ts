import { Client } from 'pg'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { findPostgres } from '../server/support/postgres-binaries.ts'
import { startPostgresServer, withAdmin } from '../server/support/postgres-server.ts'
import { ACCESS_TOKEN, startBenchServer } from './support/assay.ts'
import { atLeast, limit } from './support/figures.ts'
import { reportTests } from './support/load.ts'

const CONNECTIONS = 8
const TESTS = 4000

describe('agent calls acknowledged after a durable commit, 8 connections', () => {
  test('on the embedded database', async () => {
    const assay = await startBenchServer()
    try {
      await reportTests(assay.url, ACCESS_TOKEN, CONNECTIONS, 500)
      const { perSecond } = await reportTests(assay.url, ACCESS_TOKEN, CONNECTIONS, TESTS)
      limit('agent calls, embedded database', perSecond, 'calls/s', 'at least', 2000)
    } finally {
      await assay.remove()
    }
  })

  describe('on PostgreSQL', () => {
    let server: Awaited<ReturnType<typeof startPostgresServer>>
    beforeAll(async () => {
      const binaries = findPostgres()
      if (binaries === null) throw new Error('there is no PostgreSQL on this machine')
      server = await startPostgresServer(binaries, true)
      await withAdmin(server.url, (admin) => admin.query('create database assay'))
    })
    afterAll(() => server.stop())

    test('against raw single-row inserts', async () => {
      const assay = await startBenchServer({ DATABASE_URL: `${server.url}/assay` })
      try {
        await reportTests(assay.url, ACCESS_TOKEN, CONNECTIONS, 500)
        const { perSecond } = await reportTests(assay.url, ACCESS_TOKEN, CONNECTIONS, TESTS)
        const alone = await insertRows(`${server.url}/assay`, 1, 5000)
        const together = await insertRows(`${server.url}/assay`, CONNECTIONS, 20_000)
        atLeast('agent calls, PostgreSQL, against raw inserts of 1 connection', perSecond, alone, 0.5, 'per s')
        atLeast('agent calls, PostgreSQL, against raw inserts of 8 connections', perSecond, together, 0.5, 'per s')
      } finally {
        await assay.remove()
      }
    })
  })
})

/** Rows of the size of a test, one insert and commit each. Returns rows per second. */
const insertRows = async (url: string, connections: number, rows: number): Promise<number> => {
  const clients = Array.from({ length: connections }, () => new Client({ connectionString: url }))
  await Promise.all(clients.map((client) => client.connect()))
  await clients[0]?.query(
    'create table if not exists raw_insert (id bigint generated always as identity primary key, name text, labels jsonb, at timestamptz)',
  )
  let next = 0
  const text = 'insert into raw_insert (name, labels, at) values ($1, $2, now())'
  const begun = performance.now()
  await Promise.all(
    clients.map(async (client) => {
      while (next < rows) {
        next += 1
        await client.query({ name: 'raw', text, values: [`Test ${next}`, '[{"key":"feature","value":"cart"}]'] })
      }
    }),
  )
  const seconds = (performance.now() - begun) / 1000
  await Promise.all(clients.map((client) => client.end()))
  return rows / seconds
}
