import type { KyselyPlugin } from 'kysely'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { topics } from '../../../contract/live.ts'
import { createApp } from '../../../server/app.ts'
import { TENANT } from '../../../server/config.ts'
import { openDatabase, type OpenedDatabase } from '../../../server/db/open.ts'
import { TestAgent } from '../support/agent.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { testEngine } from '../support/database.ts'
import { aProject, aWorkspace, type TestUser } from '../support/people.ts'
import { listen } from './support/client.ts'

/** The node that agents report to, and the one that is observed; the embedded database has one node, which is both. */
let reported: TestApp
let observed: { url: string; close: () => Promise<void> }
let owner: TestUser
let agent: TestAgent
/** Types of the events that the observed node has read, and of those it has read with their payloads. */
const read: string[] = []
const withPayload: string[] = []

const counting: KyselyPlugin = {
  transformQuery: ({ node }) => node,
  transformResult: ({ result }) => {
    for (const row of result.rows)
      if ('xid' in row && 'payload' in row) {
        read.push(String(row.type))
        if (row.payload !== null) withPayload.push(String(row.type))
      }
    return Promise.resolve(result)
  },
}

const startObserved = async (opened: OpenedDatabase) => {
  const app = await createApp({
    config: reported.config,
    opened: { ...opened, db: opened.db.withPlugin(counting) },
    logger: pino({ level: 'silent' }),
    version: '0.0.0-test',
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  return { app, url: `http://127.0.0.1:${port}` }
}

beforeAll(async () => {
  reported = await startTestApp()
  owner = await aWorkspace(reported)
  await aProject(reported, owner)
  agent = await TestAgent.of(reported, owner)
  const opened =
    testEngine() === 'postgres'
      ? await openDatabase(reported.database.location)
      : { ...reported.database, close: async () => {} }
  const { app, url } = await startObserved(opened)
  observed = {
    url,
    close: async () => {
      await app.close()
      await opened.close()
    },
  }
})
afterAll(async () => {
  await observed.close()
  await reported.close()
})

test('a node reads payloads of events only for its own viewers', async () => {
  const unseen = await agent.startLaunch()
  await unseen.test('adds up', 'PASSED')
  await unseen.finish()
  await expect.poll(() => read).toContain('launch/finished')
  expect(read).toEqual(expect.arrayContaining(['launch/started', 'test/started', 'test/finished', 'launch/statistics']))
  expect(withPayload.filter((type) => /^(?:test|launch)\//.test(type))).toEqual(['launch/finished'])

  const seen = await agent.startLaunch()
  const lists = await listen(observed, { token: owner.token })
  await lists.subscribe(topics.testRuns(TENANT))
  await lists.subscribe(topics.tests(TENANT, seen.id))
  withPayload.length = 0
  await unseen.test('is restarted', 'PASSED')
  await seen.test('adds up', 'PASSED')
  await seen.finish()
  await lists.until(() => lists.messages.some((m) => m.event === 'launch/finished' && m.testRun.id === seen.id))
  const tests = lists.messages.flatMap((message) => (message.type === 'TEST' ? [message.test.launchId] : []))
  expect(tests).toEqual([seen.id, seen.id])
  expect(withPayload.filter((type) => type.startsWith('test/'))).toEqual(['test/started', 'test/finished'])
  expect(withPayload).toContain('launch/changed')

  await lists.close()
})
