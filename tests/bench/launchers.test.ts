import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createProject } from '../../contract/projects/projects.ts'
import { listRepositories } from '../../contract/launchers/repositories.ts'
import { createWorkerToken } from '../../contract/launchers/workers.ts'
import { openDatabase } from '../../server/db/open.ts'
import { missingForContainers, startContainerService } from '../server/support/container-service.ts'
import { installStopwatch } from './in-page/stopwatch.ts'
import { OWNER, signIn, startBenchServer } from './support/assay.ts'
import { limit, median, tell } from './support/figures.ts'
import { callsOf, startWorker, until } from './support/launchers.ts'
import { launchBrowser } from './support/page.ts'

const KEY = 'DEF'

test.skipIf(missingForContainers() !== null)(
  'from Launch to the first line of a warm image',
  async () => {
    const service = await startContainerService()
    const assay = await startBenchServer({ DOCKER_HOST: service.dockerHost, LAUNCHER_NETWORK: 'host' })
    try {
      const calls = callsOf(assay.url, await signIn(assay.url))
      const launcher = await calls.launcher(KEY, { dockerImage: service.image, launchCommand: 'echo first line' })
      const took: number[] = []
      for (let round = 0; round < 6; round += 1) {
        const begun = performance.now()
        const launchId = await calls.start(KEY, launcher)
        await until(async () => (await calls.lines(KEY, launchId)).includes('first line'), 20)
        if (round > 0) took.push(performance.now() - begun)
        await until(async () => (await calls.attempt(KEY, launchId))?.state === 'ended', 50)
      }
      limit('launch to its first line in a container, warm image, median', median(took), 'ms', 'at most', 2000)
      limit('launch to its first line in a container, warm image, longest', Math.max(...took), 'ms', 'at most', 2000)
    } finally {
      await assay.remove()
      await service.stop()
    }
  },
  300_000,
)

test('50 queued launches of five projects on two workers', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'assay-bench-queue-'))
  const record = path.join(folder, 'ran')
  const assay = await startBenchServer({ LAUNCHER_CONCURRENCY: '0' })
  const workers: Awaited<ReturnType<typeof startWorker>>[] = []
  try {
    const calls = callsOf(assay.url, await signIn(assay.url))
    const keys = ['LARGE', 'SMALLA', 'SMALLB', 'SMALLC', 'SMALLD']
    const ids: { key: string; launchId: number }[] = []
    for (const key of keys) {
      await calls.call(createProject, {}, { body: { name: key, key, publiclyAccessible: false } })
      const launcher = await calls.launcher(key, {
        launchCommand: `echo ${key} $REPORTING_RUN_CONTEXT >> ${record}; sleep 0.2`,
      })
      for (let count = 0; count < (key === 'LARGE' ? 30 : 5); count += 1)
        ids.push({ key, launchId: await calls.start(key, launcher) })
    }
    const { value } = await calls.call(createWorkerToken, {}, { body: { name: 'Bench' } })
    const begun = performance.now()
    workers.push(await startWorker(assay.url, value, 2), await startWorker(assay.url, value, 2))
    for (const { key, launchId } of ids)
      await until(async () => (await calls.attempt(key, launchId))?.state === 'ended', 100)
    const seconds = (performance.now() - begun) / 1000
    const ran = readFileSync(record, 'utf8').trim().split('\n')
    expect(ran).toHaveLength(ids.length)
    limit('queue: launches that ran twice, of 50 on two workers', ran.length - new Set(ran).size, '', 'at most', 0)
    const lastOfSmall = ran.findLastIndex((line) => line.startsWith('SMALL'))
    const before = ran.slice(0, lastOfSmall).filter((line) => line.startsWith('LARGE')).length
    limit('queue: launches of the project with 30 before the last of four with 5 each', before, '', 'at most', 10)
    tell({
      what: 'queue: 50 launches of 0.2 s on two workers of two',
      figure: `${seconds.toFixed(1)} s`,
      wanted: '',
      met: '',
    })
  } finally {
    for (const worker of workers) await worker.remove()
    await assay.remove()
    rmSync(folder, { recursive: true })
  }
}, 300_000)

const LINES = 40_000
/** Four of them print 20,000 lines a second: more than required, so that the programs are not the bottleneck. */
const PRINT = `node -e "let i = 0; const t = setInterval(() => { let s = ''; for (let k = 0; k < 250; k += 1) s += 'line ' + (i += 1) + ' of a run that has much to say about what it does\\n'; process.stdout.write(s); if (i >= ${LINES}) clearInterval(t) }, 50)"`

test('10,000 lines a second of four launches, with the logs of one of them on a page', async () => {
  const assay = await startBenchServer({ LAUNCHER_PROCESSES: 'true', LAUNCHER_CONCURRENCY: '4' })
  const browser = await launchBrowser()
  try {
    const calls = callsOf(assay.url, await signIn(assay.url))
    const launcher = await calls.launcher(KEY, { launchCommand: PRINT })
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
    await context.request.post(`${assay.url}/api/iam/v1/auth/login`, { data: OWNER })
    await context.addInitScript(installStopwatch, 'main')
    const page = await context.newPage()
    const begun = performance.now()
    const ids: number[] = []
    for (let count = 0; count < 4; count += 1) ids.push(await calls.start(KEY, launcher))
    await page.goto(`${assay.url}/projects/${KEY}/automation-launches/${ids[0]}?launchView=logs`)
    await page
      .getByRole('log')
      .getByText(/^line \d+ of/)
      .first()
      .waitFor({ timeout: 60_000 })
    const before = (await page.evaluate(() => window.stopwatch.longTasks())).length
    for (const launchId of ids) await until(async () => (await calls.attempt(KEY, launchId))?.state === 'ended', 200)
    const seconds = (performance.now() - begun) / 1000
    await page.getByText(`line ${LINES} of`, { exact: false }).first().waitFor({ timeout: 60_000 })
    const tasks = (await page.evaluate(() => window.stopwatch.longTasks())).slice(before)
    limit('console: lines kept a second, of four launches', (LINES * 4) / seconds, 'lines/s', 'at least', 10_000)
    limit('console: longest task of the page that follows one of them', Math.max(0, ...tasks), 'ms', 'at most', 50)
  } finally {
    await browser.close()
    await assay.remove()
  }
}, 300_000)

test('a tree of 200 repositories with 20 launchers of 5 presets each', async () => {
  const assay = await startBenchServer()
  const browser = await launchBrowser()
  try {
    await assay.stop()
    const opened = await openDatabase({ dataDir: assay.dataDir })
    await sql`
      with repo as (
        insert into git_repository (project_id, provider, name, url, verified)
        select p.id, 'GIT', 'team/repository-' || n, 'https://git.larkspur.test/' || n || '.git', true
          from project p cross join generate_series(1, 200) n where p.key = ${KEY}
        returning id, project_id
      ), l as (
        insert into launcher (project_id, repository_id, name, config)
        select repo.project_id, repo.id, 'Launcher ' || n, '{}'::jsonb from repo cross join generate_series(1, 20) n
        returning id, project_id
      )
      insert into launcher_preset (project_id, launcher_id, name, config)
      select l.project_id, l.id, 'Preset ' || n, '{}'::jsonb from l cross join generate_series(1, 5) n`.execute(
      opened.db,
    )
    for (const table of ['git_repository', 'launcher', 'launcher_preset'])
      await sql.raw(`vacuum analyze ${table}`).execute(opened.db)
    await opened.close()
    await assay.restart()
    const calls = callsOf(assay.url, await signIn(assay.url))
    const answered: number[] = []
    const seen: number[] = []
    for (let round = 0; round < 6; round += 1) {
      const begun = performance.now()
      const { items } = await calls.call(listRepositories, { projectKey: KEY })
      if (round > 0) answered.push(performance.now() - begun)
      expect(items).toHaveLength(200)
    }
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
    await context.request.post(`${assay.url}/api/iam/v1/auth/login`, { data: OWNER })
    await context.addInitScript(installStopwatch, '[role=treeitem]')
    const page = await context.newPage()
    for (let round = 0; round < 6; round += 1) {
      await page.goto(`${assay.url}/projects/${KEY}/automation-launchers`)
      const first = await page.evaluate(() => window.stopwatch.firstSeen())
      if (round > 0) seen.push(first)
    }
    limit(
      'launchers: answer with 200 repositories, 4,000 launchers, 20,000 presets',
      median(answered),
      'ms',
      'at most',
      200,
    )
    limit('launchers: page with this tree, to its first line', median(seen), 'ms', 'at most', 300)
  } finally {
    await browser.close()
    await assay.remove()
  }
}, 300_000)
