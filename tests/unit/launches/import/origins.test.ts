import { expect, test } from 'vitest'
import { fileOf, read } from './read-reports.ts'

const originOf = async (...files: Parameters<typeof read>) => (await read(...files)).launch.origin
const json = (name: string, content: unknown) => fileOf(name, JSON.stringify(content))

const metadata = {
  actualWorkers: 1,
  ci: {
    commitHref: 'https://github.com/shop/cart/commit/0123456789abcdef0123456789abcdef01234567',
    commitHash: '0123456789abcdef0123456789abcdef01234567',
    prHref: 'https://github.com/shop/cart/pull/12',
    buildHref: 'https://github.com/shop/cart/actions/runs/9001',
  },
  gitCommit: { hash: '1111111', branch: 'HEAD', author: { name: 'Nora' } },
}
const expected = {
  commit: '0123456789abcdef0123456789abcdef01234567',
  pullRequest: '12',
  buildUrl: 'https://github.com/shop/cart/actions/runs/9001',
  repositoryUrl: 'https://github.com/shop/cart',
}

test('Playwright’s JSON has the origin in its metadata; a checked out commit is no branch', async () => {
  expect(await originOf(json('report.json', { config: { metadata }, suites: [] }))).toEqual(expected)
  const local = { config: { metadata: { gitCommit: { hash: '1111111', branch: 'fix' } } }, suites: [] }
  expect(await originOf(json('report.json', local))).toEqual({ commit: '1111111', branch: 'fix' })
  const gitlab = { commitHref: 'https://gitlab.com/shop/cart/-/commit/1111111', branch: 'main' }
  expect(await originOf(json('report.json', { config: { metadata: { ci: gitlab } }, suites: [] }))).toEqual({
    branch: 'main',
    repositoryUrl: 'https://gitlab.com/shop/cart',
  })
})

test('a blob of Playwright has the same metadata', async () => {
  const lines = [
    { method: 'onConfigure', params: { config: { metadata } } },
    { method: 'onEnd', params: {} },
  ]
  expect(await originOf(fileOf('report.jsonl', lines.map((line) => JSON.stringify(line)).join('\n')))).toEqual(expected)
})

test('CTRF has the origin in its environment', async () => {
  const environment = {
    branchName: 'main',
    commit: 'ABCDEF1',
    buildName: 'cart',
    buildNumber: 12,
    buildUrl: 'https://ci.test/12',
    repositoryUrl: 'https://git.test/shop/cart',
  }
  expect(await originOf(json('ctrf.json', { results: { environment, tests: [] } }))).toEqual({
    branch: 'main',
    commit: 'abcdef1',
    job: 'cart',
    buildNumber: '12',
    buildUrl: 'https://ci.test/12',
    repositoryUrl: 'https://git.test/shop/cart',
  })
})

test('a folder of Allure has the build in executor.json, which is no report of tests', async () => {
  const executor = {
    name: 'Jenkins',
    type: 'jenkins',
    buildOrder: 12,
    buildName: 'cart #12',
    buildUrl: 'https://ci.test/12',
  }
  const result = { uuid: 'a', name: 'adds', status: 'passed', labels: [] }
  const found = await read(json('executor.json', executor), json('a-result.json', result))
  expect(found.launch.origin).toEqual({
    ciServer: 'Jenkins',
    job: 'cart',
    buildNumber: '12',
    buildUrl: 'https://ci.test/12',
  })
  expect([found.tests.length, found.problems]).toEqual([1, []])
})

test('JUnit XML has the origin in properties of a suite, not in those of a test', async () => {
  const report = `<testsuites><testsuite name="cart">
    <properties><property name="ci.build.url" value="https://ci.test/12"/><property name="user.name" value="nora"/></properties>
    <testcase name="adds"><properties><property name="branch" value="of a test"/></properties></testcase>
  </testsuite></testsuites>`
  const found = await read(fileOf('cart.xml', report))
  expect([found.launch.origin, found.tests.length]).toEqual([{ buildUrl: 'https://ci.test/12' }, 1])
})

test('the first report with a field decides, and another one adds what it lacks', async () => {
  const suite = (name: string, ...properties: [string, string][]) =>
    fileOf(
      `${name}.xml`,
      `<testsuite name="${name}"><properties>${properties.map(([key, value]) => `<property name="${key}" value="${value}"/>`).join('')}</properties><testcase name="${name}"/></testsuite>`,
    )
  const origin = await originOf(suite('a', ['branch', 'main']), suite('b', ['branch', 'fix'], ['commit', '1234567']))
  expect(origin).toEqual({ branch: 'main', commit: '1234567' })
})
