import { expect, test } from 'vitest'
import type { ReportedTest } from '../../../../server/launches/import/formats/reported.ts'
import { testIdentity } from '../../../../contract/launches/test-identity.ts'
import { fileNamed, fileOf, named, read } from './read-reports.ts'

const historyOf = ({ className, methodName, name, variant }: ReportedTest): string =>
  testIdentity(className, methodName ?? name, variant)
/** History of a test that an agent reports with its class and method, and the index of its arguments. */
const agentHistory = (className: string, methodName: string, argumentsIndex: number | null = null): string =>
  testIdentity(className, methodName, argumentsIndex)
const histories = async (name: string, content: string) => (await read(fileOf(name, content))).tests.map(historyOf)

test('JUnit: a method with the parentheses of JUnit 5 has the history of the same method by an agent', async () => {
  const { tests } = await read(fileNamed('junit5.xml'))
  expect(historyOf(named(tests, 'refuses()'))).toBe(agentHistory('shop.CartTest', 'refuses'))
})

test('JUnit: an invocation of JUnit 5 with parameters has the history of the same invocation by an agent', async () => {
  const of = (...names: string[]) => {
    const cases = names.map((name) => `<testcase classname="T" name="${name}"/>`).join('')
    return histories('a.xml', `<testsuite>${cases}</testsuite>`)
  }
  expect(await of('adds(int, String)[1]', 'adds(int, String)[2]', 'adds{long[]}[1]')).toEqual([
    agentHistory('T', 'adds', 1),
    agentHistory('T', 'adds', 2),
    agentHistory('T', 'adds', 1),
  ])
  // An agent does not number repetitions without parameters, and these titles are not of JUnit.
  const others = await of('repeats()[1]', 'repeats()[2]', 'f()()', 'parses(body)[1]', 'parses(head)[1]')
  expect(new Set([...others, agentHistory('T', 'parses', 1)]).size).toBe(6)
})

test('Playwright: a test has the history of the same test by an agent, which sends the project and the titles', async () => {
  const spec = (title: string, projectName: string) => ({
    title,
    tests: [{ projectName, results: [{ status: 'passed' }] }],
  })
  const report = (suite: object) => histories('a.json', JSON.stringify({ config: {}, suites: [suite] }))
  const file = { title: 'a.spec.js' }
  expect(await report({ ...file, specs: [spec('opens', 'chromium'), spec('opens', '')] })).toEqual([
    agentHistory('chromium > a.spec.js', 'chromium > chromium > a.spec.js > opens'),
    agentHistory('a.spec.js', 'a.spec.js > opens'),
  ])
  const cart = { title: 'Cart', specs: [spec('fails', 'chromium'), spec('fails', 'firefox')] }
  const ofCart = await report({ ...file, specs: [], suites: [cart] })
  expect(ofCart).toEqual([
    agentHistory('a.spec.js > Cart', 'chromium > a.spec.js > Cart > fails'),
    agentHistory('a.spec.js > Cart', 'firefox > a.spec.js > Cart > fails'),
  ])
  // An agent leaves out the file of such a test: tests of several files would have one history.
  const nested = (title: string) => report({ title, specs: [], suites: [{ title: 'Shop', specs: [], suites: [cart] }] })
  expect(new Set([...ofCart, ...(await nested('a.spec.js')), ...(await nested('b.spec.js'))]).size).toBe(6)
})

test('xUnit and TRX: a display name is no part of the history, arguments are', async () => {
  const one = (name: string, method: string) => `<test name="${name}" type="Cart" method="${method}" result="Pass"/>`
  const xunit = (...tests: string[]) =>
    histories('a.xml', `<assemblies><assembly><collection>${tests.join('')}</collection></assembly></assemblies>`)
  expect(await xunit(one('A cart is shown', 'IsShown'))).toEqual([agentHistory('Cart', 'IsShown')])
  expect(new Set(await xunit(one('Cart.Adds(n: 1)', 'Adds'), one('Cart.Adds(n: 2)', 'Adds'))).size).toBe(2)

  const result = (id: string, name: string) => `<UnitTestResult testId="${id}" testName="${name}" outcome="Passed"/>`
  const definition = (id: string, method: string) =>
    `<UnitTest id="${id}"><TestMethod className="Cart" name="${method}"/></UnitTest>`
  const trx = (results: string, definitions: string) =>
    histories(
      'a.trx',
      `<TestRun><Results>${results}</Results><TestDefinitions>${definitions}</TestDefinitions></TestRun>`,
    )
  expect(await trx(result('1', 'A cart is shown'), definition('1', 'IsShown'))).toEqual([
    agentHistory('Cart', 'IsShown'),
  ])
  const rows = await trx(
    result('1', 'two zeros') + result('2', 'two ones') + result('3', 'Divides (1,2)') + result('3', 'Divides (1,3)'),
    definition('1', 'Adds') + definition('2', 'Adds') + definition('3', 'Divides'),
  )
  expect(new Set(rows).size).toBe(4)
})

test('Allure: class and method decide, and the parameters and the invocations of JUnit 5', async () => {
  const result = async (name: string, fields: object = {}, ...more: { name: string; value: string }[]) => {
    const labels = [{ name: 'testClass', value: 'Cart' }, { name: 'testMethod', value: 'adds' }, ...more]
    const [history] = await histories(
      'a-result.json',
      JSON.stringify({ uuid: 'u', name, fullName: 'Cart.adds', status: 'passed', labels, ...fields }),
    )
    return history
  }
  expect(await result('adds two articles')).toBe(agentHistory('Cart', 'adds'))
  expect(await result('adds()')).toBe(agentHistory('Cart', 'adds'))
  const parameters = (value: string) => ({ parameters: [{ name: 'n', value }] })
  const dynamic = { name: 'junit.platform.uniqueid', value: '[class:Cart]/[test-factory:adds()]/[dynamic-test:#1]' }
  const others = [await result('adds', parameters('1')), await result('adds', parameters('2'))]
  others.push(await result('one', {}, dynamic), await result('two', {}, dynamic))
  expect(new Set([agentHistory('Cart', 'adds'), ...others]).size).toBe(5)
  const template = '[class:Cart]/[test-template:adds(int)]/[test-template-invocation:#2]'
  const invocation = { name: 'junit.platform.uniqueid', value: template }
  expect(await result('[2] 7', parameters('7'), invocation)).toBe(agentHistory('Cart', 'adds', 2))
})

const element = (name: string, line: number, id = `cart;${name}`) => ({
  id,
  line,
  name,
  keyword: 'Scenario',
  type: 'scenario',
  steps: [{ name: 'x', result: { status: 'passed' } }],
})
const cucumber = (...elements: object[]) =>
  histories('cucumber.json', JSON.stringify([{ uri: 'cart.feature', name: 'Cart', elements }]))

test('Cucumber: a line that is added above a scenario does not change its history', async () => {
  expect(await cucumber(element('opens', 3), element('', 9))).toEqual(
    await cucumber(element('opens', 4), element('', 10)),
  )
  expect(await cucumber(element('opens', 3))).toEqual([agentHistory('Cart', 'opens')])
})

test('Cucumber: examples of one name have a history each, by their row or their order', async () => {
  const rows = await cucumber(element('opens', 7, 'cart;opens;at-sea;2'), element('opens', 8, 'cart;opens;at-sea;3'))
  expect(new Set(rows).size).toBe(2)
  // Only the second example is repeated.
  expect(await cucumber(element('opens', 18, 'cart;opens;at-sea;3'))).toEqual(rows.slice(1))
  const lines = [element('opens', 7), element('opens', 12), element('opens', 103)]
  const ordered = await cucumber(...lines)
  expect(new Set(ordered).size).toBe(3)
  expect(await cucumber(...lines.toReversed())).toEqual(ordered.toReversed())
})
