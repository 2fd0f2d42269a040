import { sql } from 'kysely'
import type { Browser } from 'playwright'
import { afterAll, beforeAll, test } from 'vitest'
import { openDatabase } from '../../server/db/open.ts'
import { expectToAnswer } from '../e2e/support/prerendered.ts'
import type { AssayProcess } from '../e2e/support/server-process.ts'
import { OWNER, signIn, startBenchServer } from './support/assay.ts'
import { fillLaunches } from './support/big-launch.ts'
import { limit, median } from './support/figures.ts'
import { launchBrowser } from './support/page.ts'

const ROUNDS = 7
const CAUSES = 150

let assay: AssayProcess
let browser: Browser
let launchId = 0
beforeAll(async () => {
  assay = await startBenchServer()
  await assay.stop()
  const ids = await fillLaunches(assay.dataDir, [10_000, 10_000, 10_000])
  launchId = ids.at(-1) ?? 0
  await failAll(assay.dataDir)
  await assay.restart()
  browser = await launchBrowser()
}, 600_000)
afterAll(async () => {
  await browser.close()
  await assay.remove()
})

/** Makes three launches of one name in which every test failed, with this many causes. */
const failAll = async (dataDir: string): Promise<void> => {
  const { db, close } = await openDatabase({ dataDir })
  try {
    await sql`update launch set name = 'Regression', failed = 10000, passed = 0`.execute(db)
    await sql`update test t set status = 'FAILED', failure_key = md5((t.id % ${CAUSES}::int)::text),
                failure_label = 'Error: cause ' || (t.id % ${CAUSES}::int),
                failure_tag_id = (select f.id from failure_tag f where f.project_id = t.project_id order by f.position limit 1)`.execute(
      db,
    )
    await sql.raw('vacuum analyze test').execute(db)
  } finally {
    await close()
  }
}

test('10,000 failures of a launch by cause', async () => {
  const headers = { authorization: `Bearer ${await signIn(assay.url)}` }
  const answers: number[] = []
  for (let round = 0; round <= ROUNDS; round += 1) {
    const begun = performance.now()
    const answer = await fetch(`${assay.url}/api/projects/DEF/launches/${launchId}/causes`, { headers })
    const { causesTotal } = (await answer.json()) as { causesTotal: number }
    if (causesTotal !== CAUSES) throw new Error(`there are ${causesTotal} causes`)
    if (round > 0) answers.push(performance.now() - begun)
  }
  limit('causes of 10,000 failures, answer of the server', median(answers), 'ms', 'at most', 300)
}, 600_000)

test('opening the causes of a launch of 10,000 failures', async () => {
  const context = await browser.newContext()
  const signedIn = await context.request.post(`${assay.url}/api/iam/v1/auth/login`, { data: OWNER })
  if (!signedIn.ok()) throw new Error(`signing in was answered with ${signedIn.status()}`)
  const page = await context.newPage()
  const opened: number[] = []
  for (let round = 0; round <= ROUNDS; round += 1) {
    await page.goto(`${assay.url}/projects/DEF/automation-launches/${launchId}`)
    const failures = page.getByText('Failures 10,000', { exact: true })
    await failures.waitFor()
    await expectToAnswer(page)
    const begun = performance.now()
    await failures.click()
    await page.getByRole('list', { name: 'Causes', exact: true }).getByRole('listitem').first().waitFor()
    if (round > 0) opened.push(performance.now() - begun)
  }
  limit('launch page: press on Failures to the first of 10,000 failures by cause', median(opened), 'ms', 'at most', 300)
}, 600_000)
