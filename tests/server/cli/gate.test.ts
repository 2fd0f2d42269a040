import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { TestAgent } from '../support/agent.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { aProject, aWorkspace, anAccessToken, type TestUser } from '../support/people.ts'
import { buildCli, junit, type Cli } from './support/cli.ts'
import { aFaultyProxy } from './support/faulty-proxy.ts'

let app: TestApp
let owner: TestUser
let cli: Cli
let env: Record<string, string>
let agent: TestAgent
beforeAll(async () => {
  ;[app, cli] = await Promise.all([startTestApp(), buildCli()])
  owner = await aWorkspace(app)
  await aProject(app, owner)
  agent = await TestAgent.of(app, owner)
  env = { ASSAY_URL: app.url, ASSAY_TOKEN: await anAccessToken(app, owner), ASSAY_PROJECT: 'DEF' }
})
afterAll(async () => {
  await app.close()
  await cli.remove()
})

const run = (args: readonly string[], more: Record<string, string> = {}) => cli.run(args, { ...env, ...more })
const aLaunch = async (results: Record<string, 'PASSED' | 'FAILED'>, given: Record<string, unknown> = {}) => {
  const launch = await agent.startLaunch(given)
  for (const [name, result] of Object.entries(results)) await launch.test(name, result)
  await launch.finish()
  return launch
}

describe('the gate', () => {
  test('answers for a launch by its id, with the reasons and new failures in the text and the whole verdict in the JSON', async () => {
    const good = await aLaunch({ adds: 'PASSED' })
    const passed = await run(['gate', '--launch', String(good.id)])
    expect([passed.code, passed.stdout]).toEqual([
      0,
      expect.stringMatching(/^Launch #\d+ Nightly passes the quality gate\n$/),
    ])

    const bad = await aLaunch({ adds: 'FAILED' })
    const failed = await run(['gate', '--launch', String(bad.id), '--max-new-failures', '0', '--min-pass-rate', '95'])
    expect(failed.code).toBe(1)
    expect(failed.stdout).toContain('does not pass the quality gate')
    expect(failed.stdout).toContain('- pass rate 0% (at least 95%)')
    expect(failed.stdout).toContain('- 1 new failure (at most 0)')
    expect(failed.stdout).toContain('new failure: adds')
    const json = await run(['gate', '--launch', String(bad.id), '--max-failures', '1', '--json'])
    expect([json.code, JSON.parse(json.stdout)]).toMatchObject([0, { verdict: 'passed', launch: { id: bad.id } }])
  })

  test('answers for the running build unless the flags name a launch', async () => {
    await aLaunch({ adds: 'PASSED' }, { config: { build: '77' } })
    const ofBuild = { GITHUB_ACTIONS: 'true', GITHUB_RUN_NUMBER: '77' }
    expect((await run(['gate'], ofBuild)).code).toBe(0)
    const none = await run(['gate', '--build', '78'], ofBuild)
    expect([none.code, none.stderr]).toEqual([2, expect.stringMatching(/^assay: .+\n$/)])
    expect(await run(['gate'])).toMatchObject({ code: 2, stderr: expect.stringContaining('Name the launch') })
  })

  test('is not passed by a launch that is in progress', async () => {
    const launch = await agent.startLaunch()
    const { code, stdout } = await run(['gate', '--launch', String(launch.id)])
    expect([code, stdout]).toEqual([1, expect.stringContaining('is still in progress')])
  })

  test('fails the command if Assay cannot be reached, because no answer is no approval', async () => {
    const { code, stderr } = await run(['gate', '--build', '1', '--retry-for', '0'], {
      ASSAY_URL: 'http://assay.invalid',
    })
    expect([code, stderr]).toEqual([2, expect.stringContaining('cannot be reached')])
  })

  test('names the thresholds that are no numbers', async () => {
    const { code, stderr } = await run(['gate', '--build', '77', '--max-failures', 'few'])
    expect([code, stderr]).toEqual([2, expect.stringContaining('maxFailures')])
  })

  test('answers for what was just uploaded', async () => {
    await cli.write('report.xml', junit({ adds: 'passed', pays: 'failed' }))
    const without = await run(['upload', 'report.xml'])
    expect(without.code).toBe(0)
    const failed = await run(['upload', 'report.xml', '--gate', '--json'])
    expect([failed.code, JSON.parse(failed.stdout)]).toMatchObject([
      1,
      { launch: { tests: 2 }, gate: { verdict: 'failed' } },
    ])
    expect((await run(['upload', 'report.xml', '--gate', '--max-failures', '1'])).code).toBe(0)
  })
})

describe('waiting', () => {
  const waiting = (args: readonly string[], url = app.url) => run(['wait', ...args], { ASSAY_URL: url })

  test('ends with the launch, which may begin later', async () => {
    const proxy = await aFaultyProxy(app.url, [])
    const ended = waiting(['--build', '90', '--timeout', '120'], proxy.url)
    await expect.poll(proxy.requests).toBe(1)
    const launch = await agent.startLaunch({ config: { build: '90' } })
    await launch.test('adds', 'FAILED')
    await expect.poll(proxy.requests).toBeGreaterThan(2)
    await launch.finish()
    expect(await ended).toMatchObject({ code: 0, stdout: expect.stringContaining('has ended: failed') })
    await proxy.close()
  })

  test('ends without the launch after the time limit', async () => {
    const launch = await agent.startLaunch()
    const inProgress = await waiting(['--launch', String(launch.id), '--timeout', '0'])
    expect([inProgress.code, inProgress.stdout]).toEqual([1, expect.stringContaining('has not ended within 0 s')])
    const unknown = await waiting(['--build', 'none', '--timeout', '0', '--json'])
    expect([unknown.code, JSON.parse(unknown.stdout)]).toEqual([1, { ended: false, launch: null }])
  })
})
