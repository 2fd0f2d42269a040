import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { changeQuarantine } from '../../../contract/launches/quarantine.ts'
import { aFaultyProxy } from '../cli/support/faulty-proxy.ts'
import { buildCli, runProgram, type Cli } from '../cli/support/cli.ts'
import { ask, startTestApp, type TestApp } from '../support/app.ts'
import { aWorkspace, type TestUser } from '../support/people.ts'
import { aPytestProject, hasPytest, hasRerunfailures, hasXdist, type PytestProject } from './support/pytest.ts'
import { aTarget } from './support/reporter.ts'

describe.skipIf(!hasPytest)('the reporter of pytest', () => {
  let app: TestApp
  let owner: TestUser
  let cli: Cli
  let project: PytestProject
  beforeAll(async () => {
    ;[app, cli, project] = await Promise.all([startTestApp(), buildCli(), aPytestProject()])
    owner = await aWorkspace(app)
    await project.write(
      'test_cart.py',
      `import pytest, sys, time

class TestCart:
    @pytest.mark.smoke
    def test_adds(self, record_property, monkeypatch):
        print('from the test')
        print('a warning', file=sys.stderr)
        record_property('issue', 'A-1')
        record_property('attachment', 'receipt.txt')
        monkeypatch.setattr(time, 'time', lambda: 0)

    @pytest.mark.parametrize('text', ['two words', 'one'])
    def test_text(self, text): pass

    def test_refunds(self): raise RuntimeError('no refund')

    @pytest.mark.skip(reason='no port')
    def test_ships(self): pass

    @pytest.mark.xfail(reason='not yet')
    def test_bills(self): assert False

@pytest.fixture
def broken(): raise RuntimeError('no cart')

@pytest.fixture
def untidy():
    yield
    raise RuntimeError('cannot clean up')

def test_needs_a_cart(broken): pass
def test_leaves_a_mess(untidy): pass
`,
    )
    await project.write('test_broken.py', `raise RuntimeError('cannot load')\n`)
    await project.write('receipt.txt', 'total 3')
  })
  afterAll(async () => {
    await app.close()
    await cli.remove()
    await project.remove()
  })
  const run: PytestProject['run'] = (env, args) => project.run(env, args)

  const RESULTS = {
    test_adds: 'PASSED',
    'test_text[two words]': 'PASSED',
    'test_text[one]': 'PASSED',
    test_refunds: 'FAILED',
    test_ships: 'SKIPPED',
    test_bills: 'SKIPPED',
    test_needs_a_cart: 'FAILED',
    test_leaves_a_mess: 'FAILED',
    test_broken: 'FAILED',
  }
  const ALL = ['--continue-on-collection-errors']

  test('a run is one launch with the results, phases, output, labels and files of its tests, where an upload of its report has the same histories', async () => {
    const target = await aTarget(app, owner)
    const env = { ...target.env, GITHUB_ACTIONS: 'true', GITHUB_RUN_NUMBER: '7', GITHUB_REF_NAME: 'main' }
    const ran = await run(env, [...ALL, '--junitxml=report.xml'])
    expect(ran.code).toBe(1)
    const [launch, ...others] = await target.launches()
    expect(others).toEqual([])
    expect(launch).toMatchObject({ name: 'pytest', status: 'FAILED', build: '7', origin: { branch: 'main' } })
    const id = launch?.id ?? 0
    expect(ran.stdout).toContain(`assay: ${app.url}/projects/${target.projectKey}/automation-launches/${id}`)
    expect(ran.stdout + ran.stderr).not.toContain(target.token)
    expect(await target.results(id)).toEqual(RESULTS)

    const adds = await target.testNamed(id, 'test_adds')
    expect(adds.test).toMatchObject({
      className: 'test_cart.TestCart',
      labels: expect.arrayContaining([
        { key: 'marker', value: 'smoke' },
        { key: 'issue', value: 'A-1' },
      ]),
    })
    expect(adds.artifacts).toMatchObject([{ name: 'receipt.txt' }])
    expect(await target.log(id, adds.test.id, 1)).toMatchObject([
      { level: 'INFO', message: 'from the test' },
      { level: 'WARN', message: 'a warning' },
    ])
    const { items } = await target.steps(id, (await target.testNamed(id, 'test_leaves_a_mess')).test.id, 1)
    expect(items.map(({ title, status }) => `${title}: ${status}`)).toEqual([
      'setup: PASSED',
      'call: PASSED',
      'teardown: FAILED',
    ])
    expect((await target.testNamed(id, 'test_refunds')).stackTrace).toContain('E   RuntimeError: no refund')
    expect((await target.testNamed(id, 'test_needs_a_cart')).stackTrace).toMatch(
      /^failed on setup with "RuntimeError: no cart"/,
    )
    expect((await target.testNamed(id, 'test_ships')).test.message).toBe('no port')
    expect((await target.testNamed(id, 'test_broken')).stackTrace).toContain('cannot load')

    const live = await target.identities(id)
    await cli.write('report.xml', await readFile(path.join(project.folder, 'report.xml')))
    const { stdout } = await cli.run(['upload', 'report.xml', '--json'], target.env)
    const uploaded = JSON.parse(stdout) as { launch: { launchId: number } }
    expect(await target.identities(uploaded.launch.launchId)).toEqual(live)
  })

  test('lost answers and an overloaded server change nothing in what is reported', async () => {
    const target = await aTarget(app, owner)
    const faulty = await aFaultyProxy(app.url, ['lost', 'lost', { status: 503 }, 'lost', { status: 503 }, 'lost'])
    await run({ ...target.env, ASSAY_URL: faulty.url }, ALL)
    const [launch, ...others] = await target.launches()
    expect(others).toEqual([])
    expect(await target.results(launch?.id ?? 0)).toEqual(RESULTS)
    const adds = await target.testNamed(launch?.id ?? 0, 'test_adds')
    expect([adds.attempts.length, adds.artifacts.length]).toEqual([1, 1])
    await faulty.close()
  })

  test('a run ends as it would without a server and fails only if it is strict; the next run sends its results', async () => {
    const target = await aTarget(app, owner)
    const down = await aFaultyProxy(app.url, [])
    await down.close()
    const env = { ...target.env, ASSAY_URL: down.url, ASSAY_RETRY_FOR: '0' }
    const lenient = await run(env, ['-k', 'adds', 'test_cart.py'])
    expect([lenient.code, lenient.stdout]).toEqual([0, expect.stringContaining('.assay/unsent')])
    expect(await run(env, ['-k', 'adds', 'test_cart.py', '--assay-strict'])).toMatchObject({ code: 1 })
    expect(await target.launches()).toEqual([])
    const up = await aFaultyProxy(app.url, [], Number(new URL(down.url).port))
    // The command line reads what the plugin has stored, and the plugin does so itself.
    const next = await run({ ...env, ASSAY_RETRY_FOR: '60' }, ['-k', 'adds', 'test_cart.py'])
    expect(next.stdout.match(/a launch of an earlier run was sent/g)).toHaveLength(2)
    const launches = await target.launches()
    const whole = await Promise.all(launches.map(({ id }) => target.results(id)))
    expect(whole).toEqual(Array.from({ length: 3 }, () => ({ test_adds: 'PASSED' })))
    const files = await Promise.all(launches.map(async ({ id }) => (await target.testNamed(id, 'test_adds')).artifacts))
    expect(files.map(({ length }) => length)).toEqual([1, 1, 1])
    await up.close()
  })

  test('the command line sends the results that a run has stored', async () => {
    const target = await aTarget(app, owner)
    const down = await aFaultyProxy(app.url, [])
    await down.close()
    const env = { ...target.env, ASSAY_URL: down.url, ASSAY_RETRY_FOR: '0' }
    await run(env, ['-k', 'adds', 'test_cart.py'])
    const up = await aFaultyProxy(app.url, [], Number(new URL(down.url).port))
    const sent = await runProgram(process.execPath, [cli.file, 'upload'], {
      cwd: project.folder,
      env: { ...env, ASSAY_RETRY_FOR: '60' },
    })
    expect([sent.code, sent.stdout]).toEqual([0, expect.stringContaining('A launch of an earlier run was sent: ')])
    const [launch] = await target.launches()
    expect(await target.results(launch?.id ?? 0)).toEqual({ test_adds: 'PASSED' })
    await up.close()
  })

  test('a failure of a test in quarantine is marked', async () => {
    const target = await aTarget(app, owner)
    await run(target.env, ['-k', 'refunds', 'test_cart.py'])
    const [first] = await target.launches()
    const { test: refunds } = await target.testNamed(first?.id ?? 0, 'test_refunds')
    await ask(app, changeQuarantine, {
      token: target.token,
      params: { projectKey: target.projectKey },
      body: { items: [{ testId: refunds.id, version: null, entry: { reason: 'Waits for the bank', until: null } }] },
    })
    const { stdout } = await run(target.env, ['-k', 'refunds', 'test_cart.py'])
    expect(stdout).toContain('test_refunds failed, and is in quarantine: Waits for the bank')
  })

  test('shards of a build are one launch', async () => {
    const target = await aTarget(app, owner)
    const env = { ...target.env, GITHUB_ACTIONS: 'true', GITHUB_RUN_ID: '9', GITHUB_REPOSITORY: 'shop/cart' }
    await run(env, ['--assay-shard=1/2', '-k', 'adds', 'test_cart.py'])
    expect(await target.launches()).toMatchObject([{ status: 'IN_PROGRESS' }])
    await run(env, ['--assay-shard=2/2', '-k', 'ships', 'test_cart.py'])
    expect(await target.launches()).toMatchObject([{ status: 'PASSED', shards: { total: 2, done: 2 } }])
  })

  test('long output, long names, many labels and files of another working directory do not lose a result', async () => {
    const target = await aTarget(app, owner)
    await project.write(
      'large.py',
      `import pytest

@pytest.mark.parametrize('text', ['x' * 5_000_000, '😀' * 999_000], ids=['ascii', 'pairs'])
def test_prints(text): print(text)

@pytest.mark.parametrize('number', range(9))
def test_prints_much(number): print('😀' * 499_000)

@pytest.mark.parametrize('name', ['😀' * 3000], ids=['long'])
def test_names(name): pass

def test_labels(record_property):
    record_property('', 'no key')
    for index in range(100): record_property(f'key {index}', 'x' * 4000)

def test_moves(record_property, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / 'own.txt').write_text('written elsewhere')
    record_property('attachment', 'own.txt')
`,
    )
    const ran = await run(target.env, ['--assay-strict', 'large.py'])
    const [launch] = await target.launches()
    const id = launch?.id ?? 0
    expect(await target.results(id)).toEqual({
      'test_prints[ascii]': 'PASSED',
      'test_prints[pairs]': 'PASSED',
      'test_names[long]': 'PASSED',
      ...Object.fromEntries(Array.from({ length: 9 }, (_, number) => [`test_prints_much[${number}]`, 'PASSED'])),
      test_labels: 'PASSED',
      test_moves: 'PASSED',
    })
    expect(ran.code).toBe(0)
    const log = await target.log(id, (await target.testNamed(id, 'test_prints[ascii]')).test.id, 1)
    expect(log.map(({ message }) => message)).toEqual([`${'x'.repeat(999_000)}\n… further output was not reported`])
    expect((await target.testNamed(id, 'test_labels')).test.labels.map(({ key }) => key)).toEqual([
      'key 0',
      'key 1',
      'key 2',
      'key 3',
    ])
    expect((await target.testNamed(id, 'test_moves')).artifacts).toMatchObject([{ name: 'own.txt' }])
  })

  test('a file above the limit of the server is left out, and the files after it are sent', async () => {
    const small = await startTestApp({ MAX_UPLOAD_MB: '1' })
    const target = await aTarget(small, await aWorkspace(small))
    await project.write('film.webm', Buffer.alloc(60 * 1024 * 1024))
    const record = (name: string) => `    record_property('attachment', '${name}')\n`
    await project.write('film.py', `def test_adds(record_property):\n${record('film.webm')}${record('receipt.txt')}`)
    const { stdout } = await run(target.env, ['film.py'])
    expect(stdout).toContain('1 results or files were left out: ')
    const [launch] = await target.launches()
    expect((await target.testNamed(launch?.id ?? 0, 'test_adds')).artifacts).toMatchObject([{ name: 'receipt.txt' }])
    await small.close()
  })

  test('a file that cannot be loaded is reported without the plugin of pytest for JUnit XML', async () => {
    const target = await aTarget(app, owner)
    const { stdout } = await run(target.env, ['-p', 'no:junitxml', 'test_broken.py'])
    expect(stdout).not.toContain('INTERNALERROR')
    const [launch] = await target.launches()
    expect(await target.results(launch?.id ?? 0)).toEqual({ test_broken: 'FAILED' })
  })

  test('a run that is interrupted twice stores its results', async () => {
    const target = await aTarget(app, owner)
    const down = await aFaultyProxy(app.url, [])
    await down.close()
    await project.write(
      'interrupted.py',
      `import signal

def test_adds():
    pass
def test_pays():
    # The second interrupt, in the time that the end of the run waits for the server.
    signal.signal(signal.SIGALRM, signal.default_int_handler)
    signal.setitimer(signal.ITIMER_REAL, 2)
    raise KeyboardInterrupt
`,
    )
    const env = { ...target.env, ASSAY_URL: down.url }
    const ran = await run(env, ['interrupted.py'])
    expect([ran.code, ran.stdout]).toEqual([2, expect.stringContaining('The run was interrupted. The results are in')])
    const up = await aFaultyProxy(app.url, [], Number(new URL(down.url).port))
    await run(env, ['-k', 'adds', 'test_cart.py'])
    const launches = await target.launches()
    const whole = await Promise.all(launches.map(({ id }) => target.results(id)))
    expect(whole).toContainEqual({ test_adds: 'PASSED', test_pays: 'ABORTED' })
    await up.close()
  })

  test.skipIf(!hasXdist)('a test that ends its worker of pytest-xdist has failed', async () => {
    const target = await aTarget(app, owner)
    await project.write('crash.py', 'import os\ndef test_pays(): os._exit(3)\n')
    await run(target.env, ['-n', '1', 'crash.py'])
    const [launch] = await target.launches()
    expect(await target.results(launch?.id ?? 0)).toEqual({ test_pays: 'FAILED' })
    expect((await target.testNamed(launch?.id ?? 0, 'test_pays')).stackTrace).toContain('crashed while running')
  })

  test.skipIf(!hasXdist)('workers of pytest-xdist report through their controller', async () => {
    const target = await aTarget(app, owner)
    await run(target.env, [...ALL, '-n', '2', '--deselect', 'test_broken.py'])
    const [launch, ...others] = await target.launches()
    expect(others).toEqual([])
    const { test_broken: _, ...results } = RESULTS
    expect(await target.results(launch?.id ?? 0)).toMatchObject(results)
    const adds = await target.testNamed(launch?.id ?? 0, 'test_adds')
    expect(adds.test.labels).toContainEqual({ key: 'marker', value: 'smoke' })
  })

  test.skipIf(!hasRerunfailures)('a repetition by pytest-rerunfailures is another attempt', async () => {
    const target = await aTarget(app, owner)
    await project.write(
      'again.py',
      'attempts = []\ndef test_pays():\n    attempts.append(1)\n    print(len(attempts))\n    assert len(attempts) == 2\n',
    )
    await run(target.env, ['--reruns', '2', 'again.py'])
    const [launch] = await target.launches()
    const pays = await target.testNamed(launch?.id ?? 0, 'test_pays')
    expect(pays.attempts).toMatchObject([{ status: 'FAILED' }, { status: 'PASSED' }])
    expect(await target.log(launch?.id ?? 0, pays.test.id, 2)).toMatchObject([{ message: '2' }])
  })
})
