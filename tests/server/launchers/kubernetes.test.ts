import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getEngine } from '../../../contract/launchers/engine.ts'
import { abortLaunch } from '../../../contract/launches/launches.ts'
import { ask, startTestApp, type TestApp } from '../support/app.ts'
import { IMAGES, startKubernetes, type TestCluster } from '../support/kubernetes.ts'
import { launchRuns } from '../support/launch-runs.ts'
import { aProject, aWorkspace, type TestUser } from '../support/people.ts'

let cluster: TestCluster
let app: TestApp
let owner: TestUser
beforeAll(async () => {
  cluster = await startKubernetes()
  app = await startTestApp({
    LAUNCHER_KUBERNETES_NAMESPACE: cluster.namespace,
    LAUNCHER_KUBERNETES_CONFIG: cluster.configFile,
  })
  owner = await aWorkspace(app)
  await aProject(app, owner, 'SHOP')
})
afterAll(async () => {
  await app.close()
  await cluster.close()
})

const { asked, started, launchOf, attemptOf, linesOf, until, printed, ended } = launchRuns(
  () => app,
  () => owner,
  'SHOP',
)
const nothingIsLeft = () => until(() => cluster.jobs().length === 0 && cluster.pods().length === 0)

test('the demo repository runs as a Job with the limits of its instance, and nothing is left of it', async () => {
  expect(await ask(app, getEngine, asked())).toEqual({ drivers: ['kubernetes'] })
  const odd = `a"b'c $(touch /tmp/never) \\ \`id\``
  const launchId = await started({
    instanceTypeId: 'large',
    launchCommand: `node -e 'console.log(JSON.stringify(process.env.ODD))'; node run-tests.mjs`,
    envVars: [
      { name: 'PACE_MS', type: 'INTEGER', value: '1' },
      { name: 'ODD', type: 'STRING', value: odd },
      { name: 'KEY', type: 'SECRET', value: 'h1dden-value' },
    ],
  })
  await until(() => cluster.jobs().length === 1)
  const [job] = cluster.jobs()
  expect(job?.spec).toMatchObject({ backoffLimit: 0, completions: 1, activeDeadlineSeconds: 120 * 60 + 30 * 60 })
  expect(job?.spec?.template.spec).toMatchObject({
    restartPolicy: 'Never',
    automountServiceAccountToken: false,
    containers: [
      { name: 'files', securityContext: { allowPrivilegeEscalation: false } },
      {
        name: 'run',
        image: 'node:22-slim',
        resources: { limits: { cpu: '4', memory: '8192Mi' } },
        securityContext: { allowPrivilegeEscalation: false },
      },
    ],
  })
  // A reader of Jobs cannot read variables or tokens.
  expect(JSON.stringify(job)).not.toMatch(/h1dden-value|REPORTING|run-tests/)
  await ended(launchId)
  const lines = await linesOf(launchId)
  expect(lines).toContain(JSON.stringify(odd))
  expect(lines.join('\n')).toContain('an express parcel of a Friday arrives on Monday')
  expect(await launchOf(launchId)).toMatchObject({
    status: 'FAILED',
    framework: 'node:test',
    statistics: { passed: 11, failed: 1, skipped: 1 },
  })
  expect(await attemptOf(launchId)).toMatchObject({ driver: 'kubernetes', exitCode: 1 })
  await nothingIsLeft()
})

test('aborting a launch ends its command, keeps its artifacts, and deletes the Job with its pod', async () => {
  const launchId = await started({
    artifactsFolder: 'out',
    launchCommand: 'mkdir out; echo a > out/a.txt; echo begun; sleep 600',
  })
  await printed(launchId, 'begun')
  await ask(app, abortLaunch, { ...asked({ launchId }), body: { comment: 'Enough' } })
  await ended(launchId)
  expect(await launchOf(launchId)).toMatchObject({ status: 'ABORTED', comments: 'Enough' })
  expect((await launchOf(launchId)).artifacts.map(({ name }) => name)).toEqual(['a.txt'])
  await nothingIsLeft()
})

test('reports the cluster’s own reason when it cannot run a launch', async () => {
  const missing = await started({ dockerImage: IMAGES.missing })
  const forbidden = await started({ dockerImage: IMAGES.forbidden })
  for (const launchId of [missing, forbidden]) await ended(launchId)
  expect((await launchOf(missing)).comments).toBe(`The image ${IMAGES.missing} could not be pulled: manifest unknown`)
  expect((await launchOf(forbidden)).comments).toBe(
    'The cluster does not take it: jobs.batch is forbidden: exceeded quota: compute',
  )
  const tooLarge = await started({ dockerImage: IMAGES.tooLarge })
  await printed(tooLarge, 'The cluster has no place for it: 0/3 nodes are available: 3 Insufficient memory')
  await ask(app, abortLaunch, { ...asked({ launchId: tooLarge }), body: { comment: 'Too large' } })
  await ended(tooLarge)
  await nothingIsLeft()
})

test('files that a Job leaves in its artifacts folder hang on the launch; links of it lead nowhere', async () => {
  const launchId = await started({
    artifactsFolder: 'out/report',
    launchCommand:
      'mkdir -p out/report/pictures; cd out/report; echo 1 > index.html; echo 2 > pictures/a.txt; ln -s /etc/passwd passwd',
  })
  await ended(launchId)
  expect((await launchOf(launchId)).artifacts.map(({ name }) => name).sort()).toEqual(['index.html', 'pictures/a.txt'])
  const without = await started({ artifactsFolder: 'nowhere', launchCommand: 'true' })
  await ended(without)
  expect(await linesOf(without)).toContain('There is no artifacts folder nowhere')
  await nothingIsLeft()
})

test('output arrives whole and once, although its connection is lost again and again', async () => {
  const before = cluster.logsAsked()
  const launchId = await started({
    launchCommand:
      'for i in $(seq 1 400); do echo "line $i"; if [ $((i % 20)) = 0 ]; then sleep 0.1; fi; done; printf unfinished',
  })
  await printed(launchId, 'line 1')
  const cutting = setInterval(() => cluster.cutLogs(), 300)
  await ended(launchId).finally(() => clearInterval(cutting))
  const lines = (await linesOf(launchId)).filter((line) => /^(line \d+|unfinished)$/.test(line))
  expect(lines).toEqual([...Array.from({ length: 400 }, (_, i) => `line ${i + 1}`), 'unfinished'])
  expect(cluster.logsAsked() - before).toBeGreaterThan(2)
})

test('removes a Job left by an earlier process, but not one of another installation', async () => {
  const launchId = await started({ launchCommand: 'echo begun; sleep 600' })
  await printed(launchId, 'begun')
  const [own] = cluster.jobs()
  const stray = (installation: string) => {
    const labels = { 'assay.attempt': randomUUID(), 'assay.installation': installation }
    const template = {
      metadata: { labels },
      spec: { containers: [{ name: 'run', image: 'x', command: ['sleep', '600'] }] },
    }
    return { metadata: { name: `assay-${labels['assay.attempt']}`, labels }, spec: { template } }
  }
  const foreign = stray('elsewhere')
  cluster.create(stray(own?.metadata?.labels?.['assay.installation'] ?? ''))
  cluster.create(foreign)
  await until(() => cluster.jobs().length === 2)
  expect(cluster.jobs().map(({ metadata }) => metadata?.name)).toEqual([own?.metadata?.name, foreign.metadata.name])
  expect(await attemptOf(launchId)).toMatchObject({ state: 'running' })
  await ask(app, abortLaunch, { ...asked({ launchId }), body: { comment: 'Enough' } })
  await ended(launchId)
})

test('a cluster that cannot be reached, and a configuration that is not there, run nothing', async () => {
  for (const configFile of ['/nowhere/kubeconfig', cluster.configFile]) {
    const other = await startTestApp({
      LAUNCHER_KUBERNETES_NAMESPACE: 'not-there',
      LAUNCHER_KUBERNETES_CONFIG: configFile,
    })
    const user = await aWorkspace(other)
    await aProject(other, user, 'SHOP')
    const { token } = user
    expect(await ask(other, getEngine, { token, params: { projectKey: 'SHOP' } })).toEqual({ drivers: [] })
    await other.close()
  }
})
