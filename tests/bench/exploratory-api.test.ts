import { sql } from 'kysely'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, test } from 'vitest'
import { openDatabase } from '../../server/db/open.ts'
import type { AssayProcess } from '../e2e/support/server-process.ts'
import { signIn, startBenchServer } from './support/assay.ts'
import { limit, median } from './support/figures.ts'

const SESSIONS = 5000

let assay: AssayProcess
let token: string
beforeAll(async () => {
  assay = await startBenchServer()
  await assay.stop()
  const workerUrl = pathToFileURL(path.join(import.meta.dirname, '../../dist/server/database-worker.js'))
  const { db, close } = await openDatabase({ dataDir: assay.dataDir, workerUrl })
  await sql`
    insert into exploratory_session (id, project_id, title, explore, created_by, created_at, closed_at)
    select gen_random_uuid(), p.id, 'Session ' || n, 'the area ' || n % 50, o.id, now() - n * interval '1 hour',
           case when n % 3 = 0 then now() end
      from generate_series(1, ${SESSIONS}::int) n, (select id from project limit 1) p, (select id from workspace_user limit 1) o`.execute(
    db,
  )
  await close()
  await assay.restart()
  token = await signIn(assay.url)
}, 600_000)
afterAll(() => assay.remove())

const call = async <Answer>(method: string, address: string, body?: unknown): Promise<Answer> => {
  const response = await fetch(`${assay.url}/api/projects/DEF${address}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${address}: ${response.status} ${text}`)
  return JSON.parse(text) as Answer
}

/** The commands of a device for one session: its start and its observations, with the recorded time between them. */
const commandsOf = (typeId: number, observations: number): object[] => {
  const sessionId = crypto.randomUUID()
  const stretchId = crypto.randomUUID()
  const commands: object[] = [{ type: 'session/create', sessionId, values: { title: 'On a train' } }]
  for (let n = 1; n <= observations; n += 1)
    commands.push(
      { type: 'clock/measured', sessionId, stretchId, elapsedMillis: n * 1000, isRunning: true },
      {
        type: 'observation/create',
        sessionId,
        observationId: crypto.randomUUID(),
        values: { typeId, description: `What happens when the voucher is used ${n} times`, elapsedTimeInMillis: 900 },
        clockMillis: n * 1000,
      },
    )
  return commands
}

test('what a device did offline is sent, and lists are read', async () => {
  const { items } = await call<{ items: { id: number }[] }>('GET', '/observation-types')
  const typeId = items[0]?.id ?? 0
  const sent = async (commands: readonly object[]): Promise<number> => {
    const at = new Date().toISOString()
    const body = { commands: commands.map((command) => ({ key: crypto.randomUUID(), at, command })) }
    const begun = performance.now()
    const { outcomes } = await call<{ outcomes: { outcome: string }[] }>('POST', '/exploratory-commands', body)
    if (outcomes.some(({ outcome }) => outcome !== 'done')) throw new Error('a command was refused')
    return performance.now() - begun
  }
  for (const command of commandsOf(typeId, 10)) await sent([command])
  let ms = 0
  let count = 0
  for (let session = 0; session < 20; session += 1) {
    const commands = commandsOf(typeId, 49)
    ms += await sent(commands)
    count += commands.length
  }
  limit('exploratory: commands of a device, 99 at once', (count / ms) * 1000, 'commands/s', 'at least', 1000)
  const single = commandsOf(typeId, 60)
  const begun = performance.now()
  for (const command of single) await sent([command])
  const each = (single.length / (performance.now() - begun)) * 1000
  limit('exploratory: commands of a device, one after the other', each, 'commands/s', 'at least', 30)

  const page = async (query: string): Promise<number> => {
    const times: number[] = []
    for (let round = 0; round < 9; round += 1) {
      const from = performance.now()
      await call('GET', `/exploratory-sessions?${query}`)
      times.push(performance.now() - from)
    }
    return median(times)
  }
  limit(`exploratory: a page of ${SESSIONS} sessions`, await page('state=open'), 'ms', 'at most', 40)
  limit(
    'exploratory: the same, searched',
    await page('state=all&q=area%2049&sort=title&order=asc'),
    'ms',
    'at most',
    60,
  )
})
