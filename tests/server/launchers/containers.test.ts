import { afterAll, beforeAll, expect, test } from 'vitest'
import { getEngine } from '../../../contract/launchers/engine.ts'
import { createWorkerToken } from '../../../contract/launchers/workers.ts'
import { abortLaunch } from '../../../contract/launches/launches.ts'
import { ask, startTestApp, type TestApp } from '../support/app.ts'
import { missingForContainers, startContainerService, type ContainerService } from '../support/container-service.ts'
import { startLaunchWorker } from '../support/launch-worker.ts'
import { launchRuns } from '../support/launch-runs.ts'
import { aProject, aWorkspace, type TestUser } from '../support/people.ts'

const missing = missingForContainers()
if (missing !== null) console.warn(`Launches in containers are not tested: ${missing}`)

let service: ContainerService
let app: TestApp
let owner: TestUser
beforeAll(async () => {
  if (missing !== null) return
  service = await startContainerService()
  app = await startTestApp({ DOCKER_HOST: service.dockerHost })
  owner = await aWorkspace(app)
  await aProject(app, owner, 'SHOP')
})
afterAll(async () => {
  if (missing !== null) return
  await app.close()
  await service.stop()
})

const { asked, started, launchOf, attemptOf, linesOf, until, ended } = launchRuns(
  () => app,
  () => owner,
  'SHOP',
  { values: () => ({ dockerImage: service.image }) },
)
const output = async (launchId: number) => (await linesOf(launchId)).join('\n')

test.skipIf(missing !== null)(
  'the demo repository runs in a container, with its limits, and nothing is left of it',
  async () => {
    expect(await ask(app, getEngine, asked())).toEqual({ drivers: ['container'] })
    const launchId = await started({
      launchCommand: 'cat /sys/fs/cgroup/pids/pids.max 2>/dev/null; cat /proc/self/status; node run-tests.mjs',
      envVars: [{ name: 'PACE_MS', type: 'INTEGER', value: '1' }],
    })
    await ended(launchId)
    expect(await output(launchId)).toContain('an express parcel of a Friday arrives on Monday')
    expect(await output(launchId)).toMatch(/NoNewPrivs:\s+1/)
    expect(await launchOf(launchId)).toMatchObject({
      status: 'FAILED',
      framework: 'node:test',
      statistics: { passed: 11, failed: 1, skipped: 1 },
    })
    expect(await attemptOf(launchId)).toMatchObject({ driver: 'container', exitCode: 1 })
    expect(service.containers()).toEqual([])
  },
)

test.skipIf(missing !== null)(
  'an abort removes the launch’s container; a missing image ends a launch with a reason',
  async () => {
    const launchId = await started({ launchCommand: 'echo begun; sleep 600' })
    await until(async () => (await output(launchId)).includes('begun'))
    expect(service.containers()).toHaveLength(1)
    await ask(app, abortLaunch, { ...asked({ launchId }), body: { comment: 'Enough' } })
    await ended(launchId)
    expect(service.containers()).toEqual([])
    expect(await launchOf(launchId)).toMatchObject({ status: 'ABORTED', comments: 'Enough' })

    const missingImage = await started({ dockerImage: 'localhost/no-such-image:1' })
    await ended(missingImage)
    expect((await launchOf(missingImage)).comments).toMatch(/^The image localhost\/no-such-image:1 could not be pulled/)
  },
)

test.skipIf(missing !== null)(
  'the next worker removes the container of a killed one, whose launch ends with a reason',
  async () => {
    const { value } = await ask(app, createWorkerToken, { token: owner.token, body: { name: 'Lab' } })
    const lab = {
      DOCKER_HOST: service.dockerHost,
      LAUNCHER_NETWORK: 'host',
      LAUNCHER_PROCESSES: 'false',
      ASSAY_WORKER_LABELS: 'lab',
    }
    const first = await startLaunchWorker(app.url, value, lab)
    const launchId = await started({ launchCommand: 'echo begun; sleep 600', workerLabels: ['lab'] })
    await until(async () => (await output(launchId)).includes('begun'))
    expect(await attemptOf(launchId)).toMatchObject({ driver: 'container', worker: 'lab' })
    await first.remove()
    expect(service.containers()).toHaveLength(1)
    await app.db
      .updateTable('launch_execution')
      .set({ lease_until: new Date(0) })
      .where('state', '=', 'running')
      .execute()
    await ended(launchId)
    expect((await launchOf(launchId)).comments).toBe('The worker lab that ran it went away')
    const second = await startLaunchWorker(app.url, value, lab)
    await until(() => Promise.resolve(service.containers().length === 0))
    await second.remove()
  },
)

test.skipIf(missing !== null)(
  'files that a container leaves in its artifacts folder hang on the launch; links of it lead nowhere',
  async () => {
    const launchId = await started({
      artifactsFolder: 'out/report',
      launchCommand:
        "node -e \"const fs = require('fs'); fs.mkdirSync('out/report/pictures', { recursive: true }); for (const name of ['index.html', 'pictures/a.txt']) fs.writeFileSync('out/report/' + name, name); fs.symlinkSync('/etc/passwd', 'out/report/passwd')\"",
    })
    await ended(launchId)
    expect((await launchOf(launchId)).artifacts.map(({ name }) => name).sort()).toEqual([
      'index.html',
      'pictures/a.txt',
    ])
    expect(await output(launchId)).toContain('Kept 2 files from out/report')
    expect(service.containers()).toEqual([])

    const without = await started({ artifactsFolder: 'nowhere', launchCommand: 'true' })
    await ended(without)
    expect(await output(without)).toContain('There is no artifacts folder nowhere')
  },
)

test.skipIf(missing !== null)(
  'a killed container ends its launch with a reason, and its artifacts are stored',
  async () => {
    const launchId = await started({
      artifactsFolder: 'out',
      launchCommand: `node -e "require('fs').mkdirSync('out'); require('fs').writeFileSync('out/a.txt', 'a')"; echo begun; sleep 600`,
    })
    await until(async () => (await output(launchId)).includes('begun'))
    for (const container of service.containers()) service.kill(container)
    await ended(launchId)
    expect(await attemptOf(launchId)).toMatchObject({ exitCode: 137, endReason: 'Ended with exit code 137' })
    expect((await launchOf(launchId)).artifacts.map(({ name }) => name)).toEqual(['a.txt'])
    expect(service.containers()).toEqual([])
  },
)
