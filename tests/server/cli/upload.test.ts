import { cp, truncate } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { listLaunches } from '../../../contract/launches/launches.ts'
import { ask, startTestApp, type TestApp } from '../support/app.ts'
import { aProject, aUser, aWorkspace, anAccessToken, type TestUser } from '../support/people.ts'
import { buildCli, junit, root, type Cli } from './support/cli.ts'
import { aFaultyProxy, type Fault } from './support/faulty-proxy.ts'

let app: TestApp
let owner: TestUser
let token: string
let cli: Cli
let env: Record<string, string>
let projects = 0
let projectKey: string
beforeAll(async () => {
  ;[app, cli] = await Promise.all([startTestApp(), buildCli()])
  owner = await aWorkspace(app)
  token = await anAccessToken(app, owner)
})
afterAll(async () => {
  await app.close()
  await cli.remove()
})
beforeEach(async () => {
  projectKey = `P${(projects += 1)}`
  await aProject(app, owner, projectKey)
  env = { ASSAY_URL: app.url, ASSAY_TOKEN: token, ASSAY_PROJECT: projectKey }
})

const launches = async () => (await ask(app, listLaunches, { token, params: { projectKey } })).items
const upload = (args: readonly string[], more: Record<string, string> = {}) =>
  cli.run(['upload', ...args], { ...env, ...more })
const FILES = path.join(root, 'tests/server/launches/import/files')

describe('uploading', () => {
  test('makes one launch of files, folders, globs and archives, and prints its address, results and problems', async () => {
    await cli.write('a.xml', junit({ adds: 'passed', removes: 'failed' }))
    await cli.write('reports/unit/b.xml', junit({ pays: 'passed' }))
    await cli.write('reports/node_modules/skipped/c.xml', junit({ 'of a library': 'passed' }))
    await cli.write('more/d.xml', junit({ ships: 'passed' }))
    await cp(path.join(FILES, 'allure-mocha.zip'), path.join(cli.folder, 'allure.zip'))
    const args = ['a.xml', 'reports', 'more/**/*.xml', 'allure.zip', 'none/*.xml']
    const { code, stdout, stderr } = await upload([
      ...args,
      '--name',
      'Nightly',
      '--environment',
      'STAGE',
      '--build',
      '7',
    ])
    const [launch, ...others] = await launches()
    expect([code, others]).toEqual([0, []])
    expect(launch).toMatchObject({ name: 'Nightly', environment: 'STAGE', build: '7' })
    expect(stdout).toContain(`${app.url}/projects/${projectKey}/automation-launches/${launch?.id}`)
    expect(stdout).toMatch(/^Launch #1: \d+ tests of 4 files, \d+ passed, \d+ failed/)
    expect(stderr).toContain('No file matches none/*.xml')
  })

  test('sends more files than one form may have', async () => {
    for (let i = 0; i < 101; i += 1) await cli.write(`many/r${i}.xml`, junit({ [`test ${i}`]: 'passed' }))
    const { code, stdout } = await upload(['many'])
    expect([code, stdout]).toEqual([0, expect.stringContaining('101 tests of 101 files, 101 passed')])
  })

  test('uploads the good reports beside a broken one, which it names', async () => {
    await cli.write('mixed/good.xml', junit({ adds: 'passed' }))
    await cli.write('mixed/broken.xml', '<testsuite name="cart"><testcase name="adds"')
    const { code, stdout, stderr } = await upload(['mixed'])
    expect([code, stdout]).toEqual([0, expect.stringContaining('1 test of 2 files, 1 passed')])
    expect(stderr).toContain('tests may be missing')
    expect(stderr).toMatch(/^assay: mixed\/broken\.xml/m)
    expect(await launches()).toMatchObject([{ labels: [{ key: 'import', value: 'incomplete' }] }])
  })

  test('prints one JSON object, also for an error', async () => {
    await cli.write('one.xml', junit({ adds: 'failed' }))
    const { code, stdout } = await upload(['one.xml', '--json', '--build', '8'])
    expect([code, JSON.parse(stdout)]).toEqual([
      0,
      {
        launch: expect.objectContaining({ tests: 1, counts: expect.objectContaining({ failed: 1 }), problemCount: 0 }),
        gate: null,
        ci: null,
      },
    ])
    const failed = await upload(['one.xml', '--json'], { ASSAY_TOKEN: 'unknown' })
    expect([failed.code, JSON.parse(failed.stdout)]).toMatchObject([2, { error: { status: 401, code: 'IAM-4010' } }])
  })

  test('does not print characters of a report that control the terminal or the CI server', async () => {
    await cli.write('hostile.xml', `${junit({ adds: 'passed' })}&#27;[2J\n::error::x`)
    const { stdout, stderr } = await upload(['hostile.xml', '--name', 'a\n::set-output'])
    expect(`${stdout}${stderr}`).not.toMatch(/\u001b|^::/m)
  })
})

describe('settings', () => {
  beforeEach(() => cli.write('one.xml', junit({ adds: 'passed' })))
  afterEach(() => cli.write('assay.json', '{}'))

  test('are read from the variables of the reporting agents', async () => {
    const { code } = await cli.run(['upload', 'one.xml'], {
      REPORTING_SERVER_HOSTNAME: `${app.url}/`,
      REPORTING_SERVER_ACCESS_TOKEN: token,
      REPORTING_PROJECT_KEY: projectKey,
      REPORTING_RUN_DISPLAY_NAME: 'Agent’s name',
      REPORTING_RUN_BUILD: '9',
      REPORTING_RUN_ENVIRONMENT: 'PROD',
    })
    expect(code).toBe(0)
    expect(await launches()).toMatchObject([{ name: 'Agent’s name', build: '9', environment: 'PROD' }])
  })

  test('are read from assay.json, which variables and flags override', async () => {
    const file = {
      url: 'http://127.0.0.1:1',
      project: projectKey,
      name: 'Of the file',
      environment: 'DEV',
      results: ['*.xml'],
    }
    await cli.write('assay.json', JSON.stringify(file))
    const { code } = await cli.run(['upload', '--name', 'Of the flag'], { ASSAY_URL: app.url, ASSAY_TOKEN: token })
    expect(code).toBe(0)
    expect(await launches()).toMatchObject([{ name: 'Of the flag', environment: 'DEV' }])
  })

  test.each([
    ['assay.json holds a token', '{"token":"assay_secret"}', [], 'assay.json: unknown: token'],
    ['assay.json is not JSON', '{', [], 'assay.json is not JSON'],
    ['the project is missing', '{}', ['--project', ''], 'The key of the project is missing'],
    ['the address is no web address', '{}', ['--url', 'assay.example'], 'must begin with http:// or https://'],
    ['the address holds a password', '{}', ['--url', 'https://ci:secret@assay.test'], 'must not hold a user name'],
    ['a flag is unknown', '{}', ['--nmae', 'x'], "Unknown option '--nmae'"],
    ['no file matches', '{}', ['missing/*.xml'], 'No file matches missing/*.xml'],
  ])('the command is rejected if %s', async (_, file, args, message) => {
    await cli.write('assay.json', file)
    const { code, stdout, stderr } = await upload(args.length === 1 ? args : ['one.xml', ...args])
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toContain(`assay: `)
    expect(stderr).toContain(message)
    expect(stderr).not.toContain('secret')
    expect(await launches()).toEqual([])
  })
})

describe('a server that does not carry the upload out', () => {
  beforeEach(() => cli.write('one.xml', junit({ adds: 'passed' })))

  test('does not break the build if it cannot be reached, except with --strict', async () => {
    const unknown = { ASSAY_URL: 'http://assay.invalid' }
    const lenient = await upload(['one.xml', '--retry-for', '0'], unknown)
    expect([lenient.code, lenient.stdout]).toEqual([0, ''])
    expect(lenient.stderr).toMatch(/^assay: The results were not uploaded.*assay\.invalid cannot be reached: .+\n$/)
    const strict = await upload(['one.xml', '--retry-for', '0', '--strict'], unknown)
    expect([strict.code, strict.stderr]).toEqual([2, expect.stringContaining('cannot be reached')])
  })

  test('fails the command if it rejects the token, the user or the project', async () => {
    const guest = await aUser(app, { roles: { 1: 'GUEST' } })
    const unknownToken = await upload(['one.xml'], { ASSAY_TOKEN: 'unknown' })
    expect([unknownToken.code, unknownToken.stderr]).toEqual([2, expect.stringContaining('unknown or expired')])
    const projectId = (
      await app.db.selectFrom('project').select('id').where('key', '=', projectKey).executeTakeFirstOrThrow()
    ).id
    await app.db
      .insertInto('project_member')
      .values({ project_id: projectId, user_id: guest.id, role: 'GUEST' })
      .execute()
    const forbidden = await upload(['one.xml'], { ASSAY_TOKEN: await anAccessToken(app, guest) })
    expect([forbidden.code, forbidden.stderr]).toEqual([2, expect.stringContaining('You have no right')])
    const missing = await upload(['one.xml'], { ASSAY_PROJECT: 'NONE' })
    expect([missing.code, missing.stderr]).toEqual([2, expect.stringContaining('Project NONE does not exist')])
  })

  test('gets no more bytes than one upload may have', async () => {
    await cli.write('large.xml', '')
    await truncate(path.join(cli.folder, 'large.xml'), 257 * 1024 * 1024)
    const { code, stderr } = await upload(['large.xml'])
    expect([code, stderr]).toEqual([2, 'assay: The result files have 257 MB, and one upload has at most 256 MB\n'])
  })

  test('fails the command for a file that is no report', async () => {
    await cli.write('notes.xml', '<notes/>')
    const { code, stderr } = await upload(['notes.xml'])
    expect([code, stderr]).toEqual([2, expect.stringContaining('No tests were found')])
  })

  const through = async (faults: readonly Fault[], args: readonly string[] = [], more: Record<string, string> = {}) => {
    const proxy = await aFaultyProxy(app.url, faults)
    try {
      return { ...(await upload(['one.xml', ...args], { ...more, ASSAY_URL: proxy.url })), requests: proxy.requests() }
    } finally {
      await proxy.close()
    }
  }
  const busy = { status: 429, headers: { 'retry-after': '0' } }

  test('gets the upload again when it was busy or down, without a warning', async () => {
    const { code, stderr, requests } = await through([
      busy,
      { status: 503 },
      { status: 502, headers: { 'retry-after': '0' } },
    ])
    expect([code, stderr, requests]).toEqual([0, '', 4])
    expect(await launches()).toHaveLength(1)
  })

  test('is retried no longer than --retry-for allows, even if Retry-After is longer', async () => {
    const { code, stderr, requests } = await through([{ status: 503, headers: { 'retry-after': '3600' } }])
    expect([code, requests]).toEqual([0, 1])
    expect(stderr).toContain('answered 503')
  })

  test('has one launch after an interrupted upload and a lost answer', async () => {
    const { code, stdout, requests } = await through(['cut', 'lost'])
    expect([code, requests]).toEqual([0, 3])
    const [launch, ...others] = await launches()
    expect(others).toEqual([])
    expect(stdout).toContain(`/automation-launches/${launch?.id}\n`)
  })

  test('gets neither the token nor the files at the address that it redirects to', async () => {
    const { code, stderr, requests } = await through([
      { status: 301, headers: { location: 'https://elsewhere.invalid/' } },
    ])
    expect([code, requests]).toEqual([2, 1])
    expect(stderr).toContain('redirects to https://elsewhere.invalid/')
  })

  test('is recognized as something else than Assay by its answer', async () => {
    const { code, stderr } = await through([{ status: 200 }])
    expect([code, stderr]).toEqual([2, expect.stringContaining('not as Assay does')])
  })
})

describe('builds of a CI server', () => {
  const job = {
    GITHUB_ACTIONS: 'true',
    GITHUB_RUN_ID: '99',
    GITHUB_RUN_NUMBER: '41',
    GITHUB_JOB: 'test',
    GITHUB_SHA: 'ABCDEF1',
    GITHUB_REPOSITORY: 'shop/cart',
    GITHUB_SERVER_URL: 'https://github.com',
  }
  const launchIn = async (more: Record<string, string>) => {
    const { stdout } = await upload(['one.xml', '--json'], { ...job, ...more })
    return (JSON.parse(stdout) as { launch: { launchId: number } }).launch.launchId
  }
  beforeEach(() => cli.write('one.xml', junit({ adds: 'passed' })))

  test('name the launch’s build, and are described in the JSON', async () => {
    const { stdout } = await upload(['one.xml', '--json'], { ...job, GITHUB_REF_NAME: 'main' })
    expect(JSON.parse(stdout)).toMatchObject({
      ci: { ciServer: 'GitHub Actions', buildNumber: '41', branch: 'main', commit: 'abcdef1' },
    })
    expect(await launches()).toMatchObject([
      { build: '41', origin: { branch: 'main', commit: 'abcdef1', repositoryUrl: 'https://github.com/shop/cart' } },
    ])
  })

  test('give way to the flags and to what the reports say', async () => {
    const properties = '<properties><property name="git.commit" value="1234567"/></properties>'
    await cli.write(
      'one.xml',
      junit({ adds: 'passed' }).replace(/<testsuite [^>]*>/, (suite) => `${suite}${properties}`),
    )
    await upload(['one.xml', '--branch', 'fix', '--pull-request', '12'], { ...job, GITHUB_REF_NAME: 'main' })
    expect(await launches()).toMatchObject([
      { origin: { branch: 'fix', pullRequest: '12', commit: '1234567', ciServer: 'GitHub Actions' } },
    ])
    expect(await upload(['one.xml', '--pull-request', 'twelve'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--pull-request: Must be the number of a pull request'),
    })
  })

  test('have one launch for the same files of a job, and another for its next attempt or other files', async () => {
    const first = await launchIn({})
    expect(await launchIn({})).toBe(first)
    const attempt = await launchIn({ GITHUB_RUN_ATTEMPT: '2' })
    await cli.write('one.xml', junit({ adds: 'failed' }))
    const changed = await launchIn({})
    expect(new Set([first, attempt, changed]).size).toBe(3)
  })

  test('upload their shards as one launch for each name, also when a job is repeated', async () => {
    const shard = (index: number, more: Record<string, string> = {}, name = 'E2E') =>
      upload(['one.xml', '--shard', `${index}/2`, '--name', name], { ...job, GITHUB_JOB: `e2e-${index}`, ...more })
    await shard(2)
    await shard(1, {}, 'Unit')
    expect((await launches()).map(({ name, status }) => [name, status])).toEqual([
      ['Unit', 'IN_PROGRESS'],
      ['E2E', 'IN_PROGRESS'],
    ])
    await cli.write('one.xml', junit({ pays: 'failed' }))
    await shard(1)
    await cli.write('one.xml', junit({ pays: 'passed' }))
    await shard(1, { GITHUB_RUN_ATTEMPT: '2' })
    const [, launch] = await launches()
    expect(launch).toMatchObject({ name: 'E2E', status: 'PASSED', statistics: { passed: 2 }, shards: { done: 2 } })
  })

  test('outside of one, a shard needs a build, which names the launch that the shards share', async () => {
    expect(await upload(['one.xml', '--shard', '1/2'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Name the build'),
    })
    expect(await upload(['one.xml', '--shard', '3/2', '--build', '7'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--shard: There are fewer shards than that'),
    })
    const first = await upload(['one.xml', '--shard', '1/2', '--build', '7', '--gate'])
    expect([first.code, first.stdout]).toEqual([0, expect.stringContaining('is still in progress')])
    await cli.write('one.xml', junit({ pays: 'failed' }))
    const last = await upload(['one.xml', '--shard', '2/2', '--build', '7', '--gate'])
    expect([last.code, last.stdout]).toEqual([1, expect.stringContaining('does not pass the quality gate')])
    expect(await launches()).toMatchObject([{ build: '7', shards: { total: 2, done: 2 } }])
  })

  test('outside of one, each upload is a launch', async () => {
    await upload(['one.xml'])
    await upload(['one.xml'])
    expect(await launches()).toHaveLength(2)
  })
})

test('the tool prints its usage, and rejects unknown commands', async () => {
  expect((await cli.run(['--help'])).stdout).toContain('assay upload')
  expect(await cli.run(['uplaod'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('There is no command uplaod'),
  })
})
