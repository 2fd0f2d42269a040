import { zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { RESULT_IMPORT_LIMITS as LIMITS } from '../../../../contract/launches/result-import-limits.ts'
import type { TestStep } from '../../../../contract/launches/test-details.ts'
import { fileNamed, fileOf, named, read } from './read-reports.ts'

/** Returns one line for each step, indented by its depth. */
const outline = (steps: readonly TestStep[] = []): string[] =>
  steps.map(
    ({ depth, status, category, title, location }) =>
      `${'  '.repeat(depth)}${status} ${[category, title, location].filter(Boolean).join(' · ')}`,
  )
const withoutAnsi = (text = ''): string => text.replaceAll(/\u001b\[\d+m/g, '')

test('reads the steps of a blob report of Playwright, with hooks, fixtures, places and times, by attempt', async () => {
  const { tests, problems } = await read(fileNamed('steps/playwright-blob.zip'))
  expect(problems).toEqual([])
  const { steps, earlier, attachments } = named(tests, 'opens the lock')
  const lines = [
    'PASSED hook · Before Hooks',
    '  PASSED hook · beforeEach hook · lock.spec.ts:3',
    '    PASSED fixture · Fixture "browser"',
    '      PASSED pw:api · Launch browser',
    '    PASSED fixture · Fixture "context"',
    '      PASSED pw:api · Create context',
    '    PASSED fixture · Fixture "page"',
    '      PASSED pw:api · Create page',
    '    PASSED pw:api · Set content · lock.spec.ts:4',
    'PASSED test.step · fill the basin · lock.spec.ts:8',
    '  PASSED pw:api · Fill "3" getByLabel(\'Level\') · lock.spec.ts:9',
    '  PASSED test.step · read the gauge · lock.spec.ts:10',
    '    PASSED test.attach · Attach "gauge.json" · lock.spec.ts:11',
    'FAILED test.step · open the gate · lock.spec.ts:14',
    '  FAILED expect · Expect "toHaveText" getByRole(\'heading\') · lock.spec.ts:15',
    'PASSED hook · After Hooks',
  ]
  expect(outline(steps.steps).slice(0, lines.length)).toEqual(lines)
  const [outer, inner] = steps.steps.filter(({ status }) => status === 'FAILED')
  // The failure is shown once, with the lines of code around it.
  expect(outer?.error).toBeUndefined()
  const error = withoutAnsi(inner?.error)
  expect(error).toMatch(/^Error: expect\(locator\)\.toHaveText\(expected\) failed/)
  expect(withoutAnsi(inner?.snippet)).toContain("> 15 |     await expect(page.getByRole('heading')).toHaveText(")
  expect(outer?.snippet).toBeUndefined()
  expect(error).toMatch(/\n {4}at .*lock\.spec\.ts:15:45/)
  expect(inner?.startMs).toBeGreaterThanOrEqual(outer?.startMs ?? Infinity)
  expect(inner?.durationMs).toBeLessThanOrEqual(outer?.durationMs ?? 0)
  expect(attachments.map(({ name, step }) => [name, steps.steps[step ?? -1]?.title])).toEqual([
    ['gauge.json', 'Attach "gauge.json"'],
    ['error-context.md', undefined],
  ])
  expect(withoutAnsi(earlier[0]?.steps?.steps.find(({ error: own }) => own !== undefined)?.error)).toContain(
    'Expected: "Berth 8"',
  )
})

test('reads the steps that the JSON report of Playwright has: those of tests', async () => {
  const { tests } = await read(fileNamed('steps/playwright.json'))
  const { steps, earlier } = named(tests, 'opens the lock')
  const lines = [
    'PASSED test.step · fill the basin',
    '  PASSED test.step · read the gauge',
    'FAILED test.step · open the gate',
  ]
  expect([outline(steps.steps), outline(earlier[0]?.steps?.steps)]).toEqual([lines, lines])
  expect(withoutAnsi(steps.steps[2]?.error)).toContain('Expected: "Berth 9"')
})

test('reads the steps of Allure without the values of masked and hidden parameters, wherever they are', async () => {
  const { tests } = await read(fileNamed('steps/allure-playwright.zip'))
  const [{ steps, earlier, attachments } = named([], 'signs in')] = tests
  expect(outline(steps.steps)).toEqual([
    'PASSED Before Hooks',
    'FAILED sign in with ******',
    '  null ledger',
    '  FAILED send ****** and ******',
    'null error-context',
    'PASSED After Hooks',
  ])
  expect(steps.steps[1]?.details).toBe('user: skipper\ntoken: ******')
  expect(steps.steps[3]?.error).toMatch(/^Error: \*{6} of \*{6} was rejected\n/)
  expect(attachments.map(({ name, step }) => [name, step])).toEqual([
    ['ledger.txt', 2],
    ['error-context.md', 4],
  ])
  expect(earlier[0]?.steps?.steps).toHaveLength(6)
  expect(JSON.stringify(tests)).not.toMatch(/kraken|anchor|ballast/)
})

test('conceals a secret that contains another one, and leaves out excluded parameters', async () => {
  const parameters = ['mast', 'mast-and-sail'].map((value) => ({ name: 'p', value, mode: 'masked' }))
  const steps = [{ name: 'hoists mast-and-sail', parameters: [{ name: 'run', value: '17', excluded: true }] }]
  const { tests } = await read(fileOf('u-result.json', JSON.stringify({ uuid: 'u', name: 'n', parameters, steps })))
  expect(tests[0]?.steps.steps).toEqual([{ title: 'hoists ******', depth: 0, status: null }])
})

test('reads set-ups and tear-downs of Allure as steps around those of their tests, with their files', async () => {
  const { tests } = await read(fileNamed('attachments/allure-mocha.zip'))
  const { steps, attachments } = named(tests, 'leaves')
  expect(outline(steps.steps)).toEqual([
    'PASSED hook · "before all" hook',
    '  null tide table',
    'null page',
    'PASSED hook · "after each" hook',
    '  null berth after',
  ])
  expect(attachments.map(({ name, step }) => [name, steps.steps[step ?? -1]?.title])).toEqual([
    ['page.html', 'page'],
    ['tide table.txt', 'tide table'],
    ['berth after.png', 'berth after'],
  ])
})

test('reads steps and hooks of Cucumber in their order, with data tables, texts and undefined steps', async () => {
  const { tests } = await read(fileNamed('steps/cucumber-js.json'))
  const given = 'PASSED Given a full basin · features/steps/steps.js:3'
  const opens = named(tests, 'opens')
  expect(outline(opens.steps.steps)).toEqual([
    'PASSED hook · Before',
    given,
    'PASSED When the keeper hands out · features/steps/steps.js:4',
    'PASSED And the keeper writes · features/steps/steps.js:5',
    'PASSED Then the gate is open · features/steps/steps.js:7',
    'PASSED hook · After',
  ])
  expect(opens.steps.steps.flatMap(({ details }) => details ?? [])).toEqual([
    '| boat | berth |\n| Gull | 7     |',
    'Tide at noon',
  ])
  expect(opens.attachments).toMatchObject([{ name: 'attachment.json', step: 1 }])
  const closes = named(tests, 'closes').steps.steps
  expect(closes.flatMap(({ title, error }) => (error === undefined ? [] : [[title, error.split('\n')[0]]]))).toEqual([
    ['Then the gate is open', 'Error: stuck'],
    ['After', 'Error: the canal is empty'],
  ])
  expect(named(tests, 'is painted').steps.steps[2]).toMatchObject({
    title: 'When nobody knows how',
    status: 'FAILED',
    location: 'features/lock.feature:21',
    error: 'The step is undefined',
  })
  const before = [{ result: { status: 'passed' }, match: { location: 'shop.Hooks.open()' } }]
  const java = {
    name: 'n',
    before,
    steps: [{ keyword: 'Given ', name: 'x', after: before, doc_string: { value: 'y' } }],
  }
  const { tests: ofJava } = await read(fileOf('j.json', JSON.stringify([{ uri: 'f', elements: [java] }])))
  expect(outline(ofJava[0]?.steps.steps)).toEqual([
    'PASSED hook · Before · shop.Hooks.open()',
    'null Given x',
    '  PASSED hook · After the step · shop.Hooks.open()',
  ])
})

const playwright = (steps: readonly object[], results: readonly object[] = [{ status: 'failed', steps }]) =>
  fileOf(
    'p.json',
    JSON.stringify({ config: {}, suites: [{ title: 'f', specs: [{ title: 'n', tests: [{ results }] }] }] }),
  )

test('keeps a late failure of too many steps with the steps around it, and says how many are left out', async () => {
  const steps = Array.from({ length: LIMITS.steps }, (_, i) => ({ title: `step ${i}`, duration: 1 }))
  const late = { title: 'last', duration: 2, error: { message: 'sank' }, steps: [{ title: 'fine' }] }
  const { tests, problems } = await read(playwright([...steps, { title: 'around', duration: 3, steps: [late] }]))
  const { steps: kept, omitted } = tests[0]?.steps ?? { steps: [], omitted: 0 }
  expect([kept.length, omitted]).toEqual([LIMITS.steps, 3])
  expect(kept.slice(-3).map(({ title }) => title)).toEqual([`step ${LIMITS.steps - 3}`, 'around', 'last'])
  expect(problems).toMatchObject([
    {
      message: expect.stringMatching(
        /^3 steps of 1 attempt were not imported: an attempt has at most 10,000/,
      ) as string,
    },
  ])
})

test('shortens long titles and errors of steps, and bounds their characters in all', async () => {
  const long = 'x'.repeat(20_000)
  const { tests } = await read(playwright([{ title: long, error: { message: long } }]))
  const [step] = tests[0]?.steps.steps ?? []
  expect(step?.title).toBe(`${'x'.repeat(LIMITS.stepTitle - 1)}…`)
  expect(step?.error).toBe(`${'x'.repeat(LIMITS.stepError)}\n… 10000 more characters were not imported`)
  const many = Array.from({ length: 500 }, (_, i) => ({ title: `${i}`, error: { message: `${i}${long}` } }))
  const all = (await read(playwright(many))).tests[0]?.steps ?? { steps: [], omitted: 0 }
  expect(all.steps.length + all.omitted).toBe(500)
  expect(JSON.stringify(all.steps).length).toBeLessThan(LIMITS.stepCharacters * 1.1)
})

const blob = (...events: readonly (readonly [string, object])[]) => {
  const entries = [{ testId: 't', title: 'n', tags: [] }]
  const lines = [
    ['onProject', { project: { name: '', suites: [{ title: 'f', entries }] } }] as const,
    ['onTestBegin', { testId: 't', result: { id: 'r', startTime: 1_795_937_292_000 } }] as const,
    ...events.map(([method, step]) => [method, { testId: 't', resultId: 'r', step }] as const),
    ['onTestEnd', { test: { testId: 't' }, result: { id: 'r', status: 'failed', duration: 5 } }] as const,
    ['onEnd', {}] as const,
  ].map(([method, params]) => JSON.stringify({ method, params }))
  return fileOf('b.zip', Buffer.from(zipSync({ 'report.jsonl': Buffer.from(lines.join('\n')) })))
}

test('reads steps of a blob report that did not end, were skipped, or are within an unknown one', async () => {
  const { tests } = await read(
    blob(
      ['onStepBegin', { id: 'a', title: 'hangs', startTime: 1_795_937_292_010 }],
      ['onStepBegin', { id: 'b', title: 'rests', parentStepId: 'a', startTime: 'soon' }],
      ['onStepEnd', { id: 'b', duration: 1, annotations: [{ type: 'skip' }] }],
      ['onStepBegin', { id: 'c', title: 'drifts', parentStepId: 'z', location: { file: 'a.ts' } }],
      ['onStepEnd', { id: 'x', duration: 1 }],
      ['onStepEnd', { id: 'c', duration: 2 }],
    ),
  )
  expect(tests[0]?.steps.steps).toEqual([
    { title: 'hangs', depth: 0, status: 'ABORTED', startMs: 10 },
    { title: 'rests', depth: 1, status: 'SKIPPED', durationMs: 1 },
    { title: 'drifts', depth: 0, status: 'PASSED', durationMs: 2 },
  ])
})

test('reads steps that are nested without end', async () => {
  const deep = Array.from(
    { length: 2000 },
    (_, i) => ['onStepBegin', { id: `${i}`, title: `${i}`, parentStepId: `${i - 1}` }] as const,
  )
  const steps = (await read(blob(...deep))).tests[0]?.steps.steps ?? []
  expect(steps).toHaveLength(2000)
  expect(Math.max(...steps.map(({ depth }) => depth))).toBe(LIMITS.stepDepth - 1)
})
