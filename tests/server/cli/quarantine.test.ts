import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listTests } from '../../../contract/launches/launch-tests.ts'
import { changeQuarantine } from '../../../contract/launches/quarantine.ts'
import { ask, startTestApp, type TestApp } from '../support/app.ts'
import { aProject, aWorkspace, anAccessToken, type TestUser } from '../support/people.ts'
import { buildCli, root, runProgram, type Cli } from './support/cli.ts'

let app: TestApp
let owner: TestUser
let token: string
let cli: Cli
beforeAll(async () => {
  ;[app, cli] = await Promise.all([startTestApp(), buildCli()])
  owner = await aWorkspace(app)
  token = await anAccessToken(app, owner)
})
afterAll(async () => {
  await app.close()
  await cli.remove()
})

/** Uploads a report to a new project and quarantines some of its tests. Resolves with a function that runs the tool in that project. */
const quarantined = async (projectKey: string, report: string, names: readonly string[]) => {
  await aProject(app, owner, projectKey)
  const env = { ASSAY_URL: app.url, ASSAY_TOKEN: token, ASSAY_PROJECT: projectKey }
  const uploaded = await cli.run(['upload', report, '--json'], env)
  const { launch } = JSON.parse(uploaded.stdout) as { launch: { launchId: number } }
  const { items } = await ask(app, listTests, { token, params: { projectKey, launchId: launch.launchId } })
  const entry = { reason: 'Flaky', until: null }
  const chosen = items
    .filter(({ name }) => names.includes(name))
    .map(({ id }) => ({ testId: id, version: null, entry }))
  expect(chosen).toHaveLength(names.length)
  await ask(app, changeQuarantine, { token, params: { projectKey }, body: { items: chosen } })
  return (...args: string[]) => cli.run(['quarantine', ...args], env)
}

const inFolder = (program: string, args: readonly string[], env: Record<string, string> = {}) =>
  runProgram(program, args, { cwd: cli.folder, env: { HOME: cli.folder, ...env } })

const hasPytest = spawnSync('python3', ['-m', 'pytest', '--version']).status === 0

test.skipIf(!hasPytest)('pytest skips exactly the quarantined tests, with parameters that have spaces', async () => {
  const tests = `
import pytest
def test_adds(): pass
def test_adds_tax(): pass
class TestCart:
    def test_adds(self): pass
    @pytest.mark.parametrize('text', ['two words', 'one'])
    def test_text(self, text): pass
`
  await cli.write('checks/test_cart.py', tests)
  const pytest = (...args: string[]) => inFolder('python3', ['-m', 'pytest', '-p', 'no:cacheprovider', ...args])
  await pytest('--junitxml=pytest.xml')
  const run = await quarantined('PY', 'pytest.xml', ['test_text[two words]', 'test_adds_tax'])
  const { stdout } = await run('--for', 'pytest')
  await cli.write('skip.txt', stdout)
  const collected = await pytest('--collect-only', '-q', '@skip.txt')
  expect(collected.stdout.split('\n').filter((line) => line.includes('::'))).toEqual([
    'checks/test_cart.py::test_adds',
    'checks/test_cart.py::TestCart::test_adds',
    'checks/test_cart.py::TestCart::test_text[one]',
  ])
  const otherRunner = await run('--for', 'playwright')
  expect([otherRunner.code, otherRunner.stdout]).toEqual([0, ''])
  expect(otherRunner.stderr).toContain('2 quarantined tests not of playwright')
})

test('Playwright skips exactly the quarantined tests', async () => {
  await cli.write(
    'e2e/cart.spec.js',
    `const { test } = require(${JSON.stringify(path.join(root, 'node_modules/@playwright/test'))})
test('adds', () => {})
test.describe('cart', () => { test('adds', () => {}); test('adds tax @slow', () => {}) })`,
  )
  const playwright = (...args: string[]) =>
    inFolder(process.execPath, [path.join(root, 'node_modules/@playwright/test/cli.js'), 'test', ...args], {
      PLAYWRIGHT_JSON_OUTPUT_NAME: 'playwright.json',
    })
  await playwright('e2e', '--reporter=json')
  const run = await quarantined('PW', 'playwright.json', ['cart › adds'])
  const { stdout } = await run('--for', 'playwright')
  expect(stdout).toMatch(/cart\.spec\.js › cart › adds\n$/)
  await cli.write('skip.txt', stdout)
  const listed = await playwright('--list', '--test-list-invert', 'skip.txt')
  expect(listed.stdout.match(/› (?:cart › )?adds.*/g)).toEqual(['› adds', '› cart › adds tax @slow'])

  const json = await run('--json')
  expect(JSON.parse(json.stdout)).toMatchObject({ tests: [{ name: 'cart › adds', reason: 'Flaky', until: null }] })
  expect((await run()).stdout).toContain('cart › adds\n')
  expect(await run('--for', 'nose')).toMatchObject({
    code: 2,
    stderr: 'assay: --for must be one of playwright, pytest\n',
  })
})
