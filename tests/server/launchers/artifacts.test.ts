/** Files that runs leave in their artifacts folder, collected by the server's own worker and by a remote one. */
import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { unzipSync } from 'fflate'
import { afterEach, expect, test, vi } from 'vitest'
import { createLauncher } from '../../../contract/launchers/launchers.ts'
import { addDemoRepository } from '../../../contract/launchers/repositories.ts'
import { ARTIFACT_LIMITS, ARTIFACT_PATH } from '../../../contract/launchers/worker-protocol.ts'
import { createWorkerToken } from '../../../contract/launchers/workers.ts'
import { abortLaunch, getLaunch } from '../../../contract/launches/launches.ts'
import { createRemoteDispatch } from '../../../server/launchers/engine/remote-dispatch.ts'
import { LeaseLost } from '../../../server/launchers/workers/dispatch.ts'
import { ask, send, startTestApp, type TestApp } from '../support/app.ts'
import { LAUNCHER_VALUES } from '../support/launcher.ts'
import { launchRuns } from '../support/launch-runs.ts'
import { aProject, aWorkspace, type TestUser } from '../support/people.ts'

let app: TestApp
let owner: TestUser
const open = async (environment: Record<string, string>) => {
  app = await startTestApp(environment)
  owner = await aWorkspace(app)
  await aProject(app, owner, 'SHOP')
}
afterEach(() => app.close())

const { asked, started, attemptOf, linesOf, ended } = launchRuns(
  () => app,
  () => owner,
  'SHOP',
)
const artifactsOf = async (launchId: number) => {
  const { launch } = await ask(app, getLaunch, asked({ launchId }))
  return [...launch.artifacts].sort((a, b) => (a.name < b.name ? -1 : 1))
}
const bytesOf = async (url: string) => {
  const response = await fetch(`${app.url}${url}`, { headers: { authorization: `Bearer ${owner.token}` } })
  expect(response.status).toBe(200)
  return Buffer.from(await response.arrayBuffer())
}

const LEAVES = `mkdir -p out/deep
echo report > out/index.html
echo deeper > out/deep/a.txt
ln -s /etc/passwd out/passwd
ln -s / out/root
mkfifo out/pipe`

test("files of a run's artifacts folder hang on its launch, also where it fails or is aborted; links and pipes stay out", async () => {
  await open({ LAUNCHER_PROCESSES: 'true' })
  const failing = await started({ artifactsFolder: 'out/', launchCommand: `${LEAVES}\nexit 3` })
  await ended(failing)
  const [deep, index, ...others] = await artifactsOf(failing)
  expect(others).toEqual([])
  expect([deep?.name, index?.name, index?.sizeBytes]).toEqual(['deep/a.txt', 'index.html', 7])
  expect((await bytesOf(String(index?.url))).toString()).toBe('report\n')
  expect(await attemptOf(failing)).toMatchObject({ exitCode: 3 })
  expect(await linesOf(failing)).toContain('Kept 2 files from out')

  const aborted = await started({ artifactsFolder: 'out', launchCommand: `${LEAVES}\necho begun\nexec sleep 600` })
  await vi.waitUntil(async () => (await linesOf(aborted)).includes('begun'), { timeout: 60_000, interval: 50 })
  await ask(app, abortLaunch, { ...asked({ launchId: aborted }), body: { comment: 'Enough' } })
  await ended(aborted)
  expect(await attemptOf(aborted)).toMatchObject({ endReason: 'Aborted' })
  expect((await artifactsOf(aborted)).map(({ name }) => name)).toEqual(['deep/a.txt', 'index.html'])
})

test('packs many files into one archive, and reports a folder that is missing, outside the repository, or too large', async () => {
  await open({ LAUNCHER_PROCESSES: 'true' })
  const many = await started({
    artifactsFolder: 'build/report',
    launchCommand: `mkdir -p build/report/sub; for i in $(seq ${ARTIFACT_LIMITS.files + 1}); do echo "$i" > build/report/sub/$i.txt; done`,
  })
  await ended(many)
  const [archive, ...others] = await artifactsOf(many)
  expect([archive?.name, others]).toEqual(['report.zip', []])
  const unpacked = unzipSync(await bytesOf(String(archive?.url)))
  expect(Object.keys(unpacked)).toHaveLength(ARTIFACT_LIMITS.files + 1)
  expect(Buffer.from(unpacked['sub/7.txt'] ?? []).toString()).toBe('7\n')

  const said: [string, string][] = [
    ['true', 'There is no artifacts folder out'],
    ['ln -s /etc out', 'There is no artifacts folder out'],
    ['mkdir out', 'The artifacts folder out is empty'],
    ['mkdir out; truncate -s 600M out/video.mp4', 'The artifacts folder holds more than 512 MB or 20000 files'],
  ]
  for (const [launchCommand, words] of said) {
    const launchId = await started({ artifactsFolder: 'out', launchCommand })
    await ended(launchId)
    expect([launchCommand, await linesOf(launchId)]).toEqual([launchCommand, expect.arrayContaining([words])])
    expect(await artifactsOf(launchId)).toEqual([])
    expect(await attemptOf(launchId)).toMatchObject({ exitCode: 0 })
  }
})

test('rejects a folder outside the repository at its field', async () => {
  await open({})
  const { repository } = await ask(app, addDemoRepository, asked())
  for (const artifactsFolder of ['../out', '/etc', 'a/../../b', 'C:\\x', 'a//b']) {
    const { status, body } = await send(app, `/api/projects/SHOP/launcher-repositories/${repository.id}/launchers`, {
      method: createLauncher.method,
      token: owner.token,
      body: { ...LAUNCHER_VALUES, artifactsFolder },
    })
    expect([artifactsFolder, status, body]).toMatchObject([
      artifactsFolder,
      400,
      { errors: [{ field: 'artifactsFolder', message: 'Enter a folder of the repository, such as test-results' }] },
    ])
  }
})

test('a remote worker stores a repeated file once, and only for a launch that it leases', async () => {
  await open({ LAUNCHER_CONCURRENCY: '0' })
  const token = await ask(app, createWorkerToken, { token: owner.token, body: { name: 'Lab' } })
  const aDispatch = async () => {
    const parts = { url: app.url, token: token.value, worker: randomUUID(), onRefused: () => undefined }
    const dispatch = createRemoteDispatch(parts)
    await dispatch.renew({ name: 'by hand', labels: [], concurrency: 1, drivers: ['process'] }, [])
    return dispatch
  }
  const launchId = await started({ artifactsFolder: 'out' })
  const [first, second] = [await aDispatch(), await aDispatch()]
  const job = await first.claim('process')
  expect(job?.artifactsFolder).toBe('out')
  const lease = String(job?.lease)
  const content = () => Readable.from([Buffer.from('a report')])
  await expect(second.artifact(lease, 'index.html', content())).rejects.toThrow(LeaseLost)
  for (let repeated = 0; repeated < 2; repeated += 1) await first.artifact(lease, 'index.html', content())
  await first.artifact(lease, 'copy.html', content())
  expect((await artifactsOf(launchId)).map(({ name }) => name)).toEqual(['copy.html', 'index.html'])
  const unknown = await fetch(`${app.url}${ARTIFACT_PATH}?worker=${randomUUID()}&lease=${lease}&name=x`, {
    method: 'POST',
    headers: { authorization: `Bearer ${owner.token}`, 'content-type': 'application/octet-stream' },
    body: 'x',
  })
  expect(unknown.status).toBe(401)
})
