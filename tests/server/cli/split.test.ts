import { afterAll, beforeAll, expect, test } from 'vitest'
import { TestAgent } from '../support/agent.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { aProject, aWorkspace, anAccessToken } from '../support/people.ts'
import { buildCli, type Cli } from './support/cli.ts'

let app: TestApp
let cli: Cli
let env: Record<string, string>
let agent: TestAgent
const FILES = ['a.spec.ts', 'b.spec.ts', 'c.spec.ts', 'd.spec.ts'].map((name) => `tests/${name}`)
beforeAll(async () => {
  ;[app, cli] = await Promise.all([startTestApp(), buildCli()])
  const owner = await aWorkspace(app)
  await aProject(app, owner)
  agent = await TestAgent.of(app, owner)
  env = { ASSAY_URL: app.url, ASSAY_TOKEN: await anAccessToken(app, owner), ASSAY_PROJECT: 'DEF' }
  for (const file of FILES) await cli.write(file, '')
  await cli.write('tests/node_modules/library/e.spec.ts', '')
})
afterAll(async () => {
  await app.close()
  await cli.remove()
})

const split = (args: readonly string[], more: Record<string, string> = {}) =>
  cli.run(['split', ...args], { ...env, ...more })
/** An ended launch in which each test file took this many seconds. */
const aLaunch = async (seconds: Record<string, number>) => {
  const at = (second: number) => new Date(Date.UTC(2026, 0, 1) + second * 1000).toISOString()
  const launch = await agent.startLaunch({ startedAt: at(0) })
  for (const [className, duration] of Object.entries(seconds))
    await launch.test(className, { result: 'PASSED', endedAt: at(duration) }, { className, startedAt: at(0) })
  await launch.finish(at(100))
}

test('the jobs of a build print parts of one split, also in a retry after other durations', async () => {
  await aLaunch({ 'tests/a.spec.ts': 30, 'tests/b.spec.ts': 10, 'tests/c.spec.ts': 10, 'tests/d.spec.ts': 10 })
  const job = { GITHUB_ACTIONS: 'true', GITHUB_RUN_ID: '5', GITHUB_RUN_ATTEMPT: '1' }
  const first = await split(['--shard', '1/2', 'tests/**/*.spec.ts'], job)
  expect(first).toMatchObject({ code: 0, stdout: 'tests/a.spec.ts\n', stderr: '' })
  for (let run = 0; run < 3; run += 1) await aLaunch({ 'tests/a.spec.ts': 1, 'tests/b.spec.ts': 90 })
  const second = await split(['--shard', '2/2', 'tests/**/*.spec.ts', '--json'], { ...job, GITHUB_RUN_ATTEMPT: '2' })
  expect(JSON.parse(second.stdout)).toEqual({
    files: FILES.slice(1),
    expectedMs: 30_000,
    shard: 2,
    shards: 2,
    known: 4,
  })
})

test('a job with other files than its siblings is rejected, because a file could then run nowhere', async () => {
  await split(['--shard', '1/2', 'tests/*.ts', '--key', 'build-9'])
  await cli.write('tests/new.spec.ts', '')
  const { code, stdout, stderr } = await split(['--shard', '2/2', 'tests/*.ts', '--key', 'build-9'])
  expect([code, stdout, stderr]).toEqual([2, '', 'assay: Another job of this build has other test files\n'])
})

test.each([
  ['no build is known', ['--shard', '1/2', 'tests/*.ts'], 'Name the build'],
  ['the shard does not exist', ['--shard', '3/2', 'tests/*.ts', '--key', '1'], 'Name the part'],
  ['no file matches', ['--shard', '1/2', 'none/*.ts', '--key', '1'], 'No file matches none/*.ts'],
  ['a shard would have no file', ['--shard', '1/99', 'tests/*.ts', '--key', '1'], '99 shards are too many'],
])('nothing is printed if %s', async (_, args, message) => {
  expect(await split(args)).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining(message) })
})
