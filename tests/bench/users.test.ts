import { sql } from 'kysely'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, test } from 'vitest'
import { openDatabase } from '../../server/db/open.ts'
import type { AssayProcess } from '../e2e/support/server-process.ts'
import { signIn, startBenchServer } from './support/assay.ts'
import { limit, median } from './support/figures.ts'

const USERS = 20_000

let assay: AssayProcess
let token: string
beforeAll(async () => {
  assay = await startBenchServer()
  await assay.stop()
  const workerUrl = pathToFileURL(path.join(import.meta.dirname, '../../dist/server/database-worker.js'))
  const { db, close } = await openDatabase({ dataDir: assay.dataDir, workerUrl })
  await sql`
    with p as (
      insert into workspace_user (username, email, first_name, last_name, status, source, read_only, last_sign_in_at)
      select 'user.' || md5(n::text), 'user' || n || '@larkspur.test', 'Ada ' || n % 700, 'Byron' || n,
             (array['ACTIVE', 'ACTIVE', 'ACTIVE', 'INACTIVE', 'PENDING'])[1 + n % 5],
             (array['INTERNAL', 'SAML'])[1 + n % 2], n % 4 = 0, now() - n * interval '7 minutes'
        from generate_series(1, ${USERS}::int) n returning id, read_only)
    insert into user_group_member (group_id, user_id)
    select g.id, p.id from p join user_group g on g.built_in is null where not p.read_only`.execute(db)
  await sql`analyze workspace_user, user_group_member`.execute(db)
  await close()
  await assay.restart()
  token = await signIn(assay.url)
}, 600_000)
afterAll(() => assay.remove())

test('the list of users, filtered and sorted', async () => {
  const page = async (query: string): Promise<number> => {
    const times: number[] = []
    for (let round = 0; round < 9; round += 1) {
      const from = performance.now()
      const response = await fetch(`${assay.url}/api/iam/v1/${query}`, {
        headers: { authorization: `Bearer ${token}` },
      })
      const text = await response.text()
      if (!response.ok) throw new Error(`${query}: ${response.status} ${text}`)
      times.push(performance.now() - from)
    }
    return median(times)
  }
  const engineers = `groups=2&includeGroups=true`
  const cases: Record<string, string> = {
    'the first page': 'users?includeGroups=true',
    'the last page': 'users?includeGroups=true&page=2000',
    'by last sign-in': 'users?includeGroups=true&sortBy=-lastLogin',
    'by status and source': 'users?includeGroups=true&status=ACTIVE,PENDING&source=SAML&sortBy=-email',
    'by group': `users?${engineers}`,
    'searched, many found': 'users?includeGroups=true&query=larkspur',
    'searched, one found': 'users?includeGroups=true&query=user19999%40',
    'searched beyond ASCII': 'users?includeGroups=true&query=%C3%A4da',
    'searched in a group': `users?${engineers}&query=byron1&status=ACTIVE&sortBy=username`,
    'groups with their users': 'groups?includeUsers=true',
    seats: 'seats',
  }
  for (const [name, query] of Object.entries(cases))
    limit(`users: ${USERS}, ${name}`, await page(query), 'ms', 'at most', 100)
})
