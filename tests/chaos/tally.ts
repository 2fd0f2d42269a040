import pLimit from 'p-limit'
import { listLaunches } from '../../contract/launches/launches.ts'
import { listTests } from '../../contract/launches/launch-tests.ts'
import { getTest, listTestLogs } from '../../contract/launches/test-details.ts'
import { ask } from '../server/support/app.ts'
import { contentOf } from './agent.ts'
import { KINDS, type Kind, type Ledger } from './ledger.ts'

/** Compares what the servers acknowledged of one kind with what they store. */
export interface Tally {
  kind: Kind
  acknowledged: number
  stored: number
  lost: string[]
  duplicated: string[]
}

interface Reader {
  url: string
  token: string
}

const PAGE = 100
const CONCURRENCY = 8
const params = { projectKey: 'DEF' }

/** Reads everything that is stored, by the calls that pages make, and compares it with what was acknowledged. */
export const tallyUp = async (reader: Reader, ledger: Ledger): Promise<Tally[]> => {
  const stored = await readAll(reader)
  return KINDS.map((kind) => {
    const counts = new Map<string, number>()
    for (const name of stored.get(kind) ?? []) counts.set(name, (counts.get(name) ?? 0) + 1)
    const acknowledged = ledger.acknowledged(kind)
    return {
      kind,
      acknowledged: acknowledged.size,
      stored: counts.size,
      lost: [...acknowledged].filter((name) => !counts.has(name)),
      duplicated: [...counts].flatMap(([name, count]) => (count > 1 ? [name] : [])),
    }
  })
}

/** Resolves with the names of all that is stored, by kind, as often as it is stored. */
const readAll = async (reader: Reader): Promise<Map<Kind, string[]>> => {
  const { token } = reader
  const names = new Map<Kind, string[]>(KINDS.map((kind) => [kind, []]))
  const limit = pLimit(CONCURRENCY)
  for (let page = 1; ; page += 1) {
    const { items } = await ask(reader, listLaunches, { token, params, query: { page, pageSize: PAGE } })
    await limit.map(items, async ({ id, name, statistics }) => {
      names.get('launch')?.push(name)
      const tests = await readTests(reader, id)
      const counted = Object.values(statistics).reduce((sum, count) => sum + count, 0)
      // A counter that differs from the rows is a lost or repeated result, too.
      if (counted !== tests.length) names.get('result')?.push(`counters of ${name}`, `counters of ${name}`)
      for (const test of tests) await readTest(reader, id, test, names)
    })
    if (items.length < PAGE) return names
  }
}

const readTests = async (reader: Reader, launchId: number) => {
  const { token } = reader
  const found: { id: number; name: string; status: string }[] = []
  for (let page = 1; ; page += 1) {
    const query = { page, pageSize: PAGE }
    const { items } = await ask(reader, listTests, { token, params: { ...params, launchId }, query })
    found.push(...items)
    if (items.length < PAGE) return found
  }
}

const readTest = async (
  reader: Reader,
  launchId: number,
  test: { id: number; name: string; status: string },
  names: Map<Kind, string[]>,
): Promise<void> => {
  const { token, url } = reader
  names.get('test')?.push(test.name)
  if (['PASSED', 'FAILED'].includes(test.status)) names.get('result')?.push(test.name)
  const asked = { token, params: { ...params, launchId, testId: test.id } }
  const logs = await ask(reader, listTestLogs, { ...asked, query: {} })
  names.get('log line')?.push(...logs.items.flatMap(({ message }) => message ?? []))
  const { artifacts } = await ask(reader, getTest, asked)
  for (const { name, url: address } of artifacts) {
    const file = await fetch(new URL(address, url), { headers: { authorization: `Bearer ${token}` } })
    // A file without its bytes is lost.
    if (file.ok && (await file.text()) === contentOf(test.name)) names.get('attachment')?.push(name)
  }
}
