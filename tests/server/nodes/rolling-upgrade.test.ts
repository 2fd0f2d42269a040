import { sql, type Kysely } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { topics } from '../../../contract/live.ts'
import { TENANT } from '../../../server/config.ts'
import {
  migrate,
  MIGRATIONS,
  migrateWithin,
  NewerDatabase,
  OlderServers,
  readMigrations,
} from '../../../server/db/migrate.ts'
import { openDatabase, openEngine } from '../../../server/db/open.ts'
import { runAgent } from '../../chaos/agent.ts'
import { createLedger } from '../../chaos/ledger.ts'
import { tallyUp } from '../../chaos/tally.ts'
import { listen } from '../live/support/client.ts'
import { startNode } from '../live/support/node.ts'
import type { TestApp } from '../support/app.ts'
import { openTestDatabase, testEngine } from '../support/database.ts'
import { aProject, aWorkspace } from '../support/people.ts'

/** Migrations of the next version, which only add: columns of the busiest tables, an index and a table. */
const next = {
  '9998-columns': {
    up: async (db: Kysely<unknown>) => {
      await sql`
        alter table test add column note text not null default '', add column weight int;
        alter table launch add column note text not null default '';
        alter table event add column note text;
        create index test_weight on test (weight)`.execute(db)
    },
  },
  '9999-table': {
    up: async (db: Kysely<unknown>) => {
      await sql`
        alter table artifact add column note text;
        alter table workspace_user add column note text;
        create table note (id bigint generated always as identity primary key, launch_id bigint not null)`.execute(db)
    },
  },
}

// The embedded database belongs to one server.
describe.skipIf(testEngine() === 'pglite')('a server of an older version', () => {
  let older: TestApp
  let token: string
  beforeEach(async () => {
    older = await startNode()
    const owner = await aWorkspace(older)
    await aProject(older, owner)
    token = owner.token
  })
  afterEach(() => older.close())

  test('answers all calls while a newer one adds to the tables, and is not started again', async () => {
    const ledger = createLedger()
    const ending = new AbortController()
    const agents = ['a', 'b', 'c', 'd'].map((name) =>
      runAgent({
        url: older.url,
        token,
        name,
        ledger,
        ending: ending.signal,
        pauseMs: 0,
        // Without keys, they give up a call that is not answered.
        hasKeys: false,
        onStart: () => undefined,
        onEnd: () => undefined,
      }),
    )
    const viewer = await listen(older, { token })
    await viewer.subscribe(topics.testRuns(TENANT))
    const more = async () => {
      const before = ledger.acknowledged('result').size
      await expect.poll(() => ledger.acknowledged('result').size).toBeGreaterThan(before + 30)
    }
    await more()
    for (const [name, migration] of Object.entries(next)) {
      const earlier = Object.fromEntries(Object.entries(next).filter(([other]) => other < name))
      await migrate(older.db, { ...earlier, [name]: migration })
      await more()
    }
    ending.abort()
    await Promise.all(agents)
    const isOver = ({ event }: { event: string }) => event === 'launch/finished'
    await viewer.until(() => viewer.messages.filter(isOver).length === ledger.acknowledged('launch').size)
    await viewer.close()

    expect(ledger.complaints).toEqual([])
    // No call was given up.
    const launches = ledger.acknowledged('launch').size
    expect(ledger.acknowledged('result').size).toBe(launches * 12)
    expect(ledger.acknowledged('log line').size).toBe(launches * 36)
    for (const { lost, duplicated, stored, acknowledged } of await tallyUp({ url: older.url, token }, ledger))
      expect({ lost, duplicated, stored }).toEqual({ lost: [], duplicated: [], stored: acknowledged })

    await expect(openDatabase(older.database.location)).rejects.toThrow(NewerDatabase)
  })
})

// The embedded database belongs to one server.
test.skipIf(testEngine() === 'pglite')(
  'a version that changes what older servers use starts after they were stopped',
  async () => {
    const database = await openTestDatabase()
    const { db } = database
    const older = await openEngine(database.location)
    try {
      await older.claimStorage('a storage')
      await sql.raw('drop schema public cascade; create schema public').execute(db)
      await db.transaction().execute((tx) => migrateWithin(tx, '0011-service-accounts'))
      await expect(migrate(db)).rejects.toThrow(OlderServers)
      await older.close()
      await migrate(db)
      expect(await readMigrations(db)).toEqual(MIGRATIONS)
    } finally {
      await older.close().catch(() => undefined)
      await database.remove()
    }
  },
)
