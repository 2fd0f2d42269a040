import { expect, test } from 'vitest'
import { fileNamed, fileOf, lines, read } from './read-reports.ts'

const messages = (...all: object[]) => fileOf('run.ndjson', all.map((one) => JSON.stringify(one)).join('\n'))
const at = (seconds: number, nanos = 0) => ({ seconds: 1_795_962_153 + seconds, nanos })
const step = (id: string, text: string) => ({ id, text, astNodeIds: [`ast-${id}`] })
const META = { meta: { protocolVersion: '34.2.1', implementation: { name: 'cucumber-jvm', version: '7' } } }
const END = { testRunFinished: { success: false, timestamp: at(9) } }
const DOCUMENT = {
  gherkinDocument: {
    uri: 'cart.feature',
    feature: {
      name: 'Cart',
      children: [
        {
          rule: {
            children: [
              {
                scenario: {
                  id: 'pays',
                  location: { line: 4 },
                  steps: [{ id: 'ast-s1', keyword: 'When ', location: { line: 5 } }],
                  examples: [{ name: 'By Card, or', tableBody: [{ id: 'row-1' }, { id: 'row-2' }] }],
                },
              },
            ],
          },
        },
      ],
    },
  },
}
const pickle = (id: string, row: string) => ({
  pickle: { id, uri: 'cart.feature', name: 'pays', astNodeIds: ['pays', row], steps: [step('s1', 'paid')] },
})
const testCase = (id: string, pickleId: string, testSteps: object[] = [{ id: 't1', pickleStepId: 's1' }]) => ({
  testCase: { id, pickleId, testSteps },
})
const started = (id: string, testCaseId: string, attempt = 0) => ({
  testCaseStarted: { id, testCaseId, attempt, timestamp: at(1) },
})
const stepEnded = (testCaseStartedId: string, testStepId: string, status: string, message?: string) => ({
  testStepFinished: {
    testCaseStartedId,
    testStepId,
    testStepResult: { status, message, duration: { seconds: 0, nanos: 2_000_000 } },
  },
})
const ended = (testCaseStartedId: string, willBeRetried = false) => ({
  testCaseFinished: { testCaseStartedId, willBeRetried, timestamp: at(3, 500_000_000) },
})

test('reads a run with the same tests as the JSON formatter of Cucumber, and in addition their attempts', async () => {
  const run = await read(fileNamed('cucumber-messages.ndjson'))
  const json = await read(fileNamed('cucumber-of-messages.json'))
  const identities = ({ tests }: typeof run) =>
    tests.map(({ name, className, methodName, variant, status, groups, reason }) => ({
      name,
      className,
      methodName,
      variant,
      status,
      groups,
      reason: reason?.split('\n')[0],
    }))
  expect(identities(run)).toEqual(identities(json))
  expect(lines(run.tests)).toEqual([
    'PASSED Cart · adds an article',
    'FAILED Cart · refuses none',
    'PASSED Cart · settles at the second attempt',
    'FAILED Cart · is paid by cheque',
    'FAILED Cart · is shown',
    'FAILED Cart · is gift-wrapped',
    'PASSED Cart · is paid by card',
    'PASSED Cart · is paid by cash',
    'FAILED Cart · is paid by pebbles',
    'PASSED Cart · is free with a voucher',
  ])
  expect(run.tests[2]?.earlier).toMatchObject([
    { status: 'FAILED', reason: expect.stringContaining('the till is slow') },
  ])
  expect([run.launch.framework, run.problems]).toEqual(['cucumber', []])
})

test('reads steps with their times, tables, texts and files, and what they log', async () => {
  const { tests, contentsOf } = await read(fileNamed('cucumber-messages.ndjson'))
  const [adds, , , cheque, , , card] = tests
  expect(adds?.steps.steps.map(({ title, location }) => `${title} ${location}`)).toEqual([
    'Before features/steps/steps.js:4',
    'Before features/steps/steps.js:5',
    'Given an empty cart features/steps/steps.js:6',
    'When an article is added: features/steps/steps.js:7',
    'Then the cart has 1 article features/steps/steps.js:8',
    'After features/steps/steps.js:15',
  ])
  expect(adds?.steps.steps[3]).toMatchObject({
    details: '| name  | price |\n| apple | 1.20  |',
    startMs: 6,
    durationMs: 1,
  })
  expect(adds?.attachments.map(({ step: of }) => of)).toEqual([3, 3])
  expect(contentsOf(adds?.attachments ?? [])[0]).toEqual(['attachment.json', '{"a":1}'])
  expect(adds?.output).toEqual([{ level: 'INFO', message: 'opens the till' }])
  expect([adds?.startedAt, adds?.durationMs]).toEqual([1_795_962_154_039, 9])
  expect(card?.steps.steps[2]?.details).toBe('a note')
  expect(cheque?.steps.steps[2]).toMatchObject({
    location: 'features/cart.feature:22',
    error: 'The step is undefined',
  })
})

test('tells examples apart as the JSON formatter for Java does, and reads its hooks of steps and the CI build', async () => {
  const hook = (id: string, type: string) => ({
    hook: { id, type, name: 'till', sourceReference: { javaMethod: { className: 'shop.Till', methodName: 'open' } } },
  })
  const ci = {
    name: 'GitHub Actions',
    url: 'https://github.com/shop/web/actions/runs/7',
    buildNumber: '7',
    git: { remote: 'https://github.com/shop/web.git', revision: 'abcdef1234', branch: 'cart' },
  }
  const testSteps = [
    { id: 'h1', hookId: 'h' },
    { id: 't1', pickleStepId: 's1' },
  ]
  const { tests, launch } = await read(
    messages(
      { meta: { ...META.meta, ci } },
      DOCUMENT,
      pickle('p1', 'row-1'),
      pickle('p2', 'row-2'),
      hook('h', 'BEFORE_TEST_STEP'),
      testCase('c1', 'p1', testSteps),
      testCase('c2', 'p2'),
      started('a1', 'c1'),
      stepEnded('a1', 'h1', 'PASSED'),
      stepEnded('a1', 't1', 'PASSED'),
      ended('a1'),
      started('a2', 'c2'),
      stepEnded('a2', 't1', 'FAILED', 'no card'),
      ended('a2'),
      END,
    ),
  )
  expect(tests.map(({ variant, status, reason, durationMs }) => [variant, status, reason, durationMs])).toEqual([
    ['by-card--or;2', 'PASSED', null, 2500],
    ['by-card--or;3', 'FAILED', 'no card', 2500],
  ])
  expect(tests[0]?.steps.steps).toMatchObject([
    { title: 'Before the step: till', depth: 0, category: 'hook', location: 'shop.Till.open', durationMs: 2 },
    { title: 'When paid', depth: 0, location: 'cart.feature:5' },
  ])
  expect(launch.origin).toEqual({
    ciServer: 'GitHub Actions',
    buildUrl: 'https://github.com/shop/web/actions/runs/7',
    buildNumber: '7',
    repositoryUrl: 'https://github.com/shop/web',
    commit: 'abcdef1234',
    branch: 'cart',
  })
})

test('makes failed entries of features that cannot be parsed, hooks of the run, and a run that could not begin', async () => {
  const parseError = { parseError: { source: { uri: 'odd.feature' }, message: '(3:1): expected a step' } }
  const hook = { hook: { id: 'h', type: 'BEFORE_TEST_RUN' } }
  const runHook = [
    { testRunHookStarted: { id: 'r', hookId: 'h' } },
    { testRunHookFinished: { testRunHookStartedId: 'r', result: { status: 'FAILED', message: 'no database' } } },
  ]
  const { tests } = await read(messages(META, parseError, hook, ...runHook, END))
  expect(tests.map(({ name, status, reason }) => [name, status, reason])).toEqual([
    ['odd.feature', 'FAILED', '(3:1): expected a step'],
    ['Before all', 'FAILED', 'no database'],
  ])
  const broken = await read(messages(META, { testRunFinished: { success: false, message: 'no glue' } }))
  expect(broken.tests.map(({ name, status, reason }) => [name, status, reason])).toEqual([
    ['Cucumber', 'FAILED', 'no glue'],
  ])
})

test('keeps the scenarios of a stream that is broken or ends early, and says what is missing', async () => {
  const good = [DOCUMENT, pickle('p1', 'row-1'), testCase('c1', 'p1'), started('a1', 'c1')]
  const cut = await read(messages(META, ...good, stepEnded('a1', 't1', 'PASSED')))
  expect(lines(cut.tests)).toEqual(['ABORTED Cart · pays'])
  expect(cut.isPartial).toBe(true)
  const text = [META, ...good, stepEnded('a1', 't1', 'PASSED'), ended('a1'), started('a9', 'gone'), END]
    .map((one) => JSON.stringify(one))
    .join('\n')
  const odd = await read(fileOf('run.ndjson', `${text}\n{"testStepFinished":{"half\n`))
  expect(lines(odd.tests)).toEqual(['PASSED Cart · pays'])
  expect(odd.problems.map(({ message }) => message)).toEqual([
    'A scenario that the report does not describe was left out',
    'A message is broken and was left out',
  ])
})
