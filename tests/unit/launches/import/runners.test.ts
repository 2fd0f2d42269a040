import { expect, test } from 'vitest'
import { fileNamed, fileOf, lines, named, read } from './read-reports.ts'

test.each([
  [
    'jest.json',
    'jest',
    [
      'FAILED broken.test.js · broken.test.js',
      'PASSED Cart · adds an article',
      'PASSED Cart · is cheaper at the second attempt',
      'FAILED Cart · refuses none',
      'SKIPPED Cart · is paid',
      'SKIPPED Cart · is shown',
    ],
  ],
  [
    'vitest.json',
    'jest',
    [
      'FAILED broken.test.ts · broken.test.ts',
      'PASSED Cart · adds an article',
      'PASSED Cart · is cheaper at the second attempt',
      'FAILED Cart · refuses none',
      'SKIPPED Cart · is paid',
      'SKIPPED Cart · is shown',
    ],
  ],
  [
    'mocha.json',
    'mocha',
    [
      'PASSED Cart · adds an article',
      'PASSED Cart · is cheaper at the second attempt',
      'FAILED Cart · refuses none',
      'SKIPPED Cart · is paid',
      'SKIPPED Cart · is shown',
      'FAILED Cart with a voucher · "before all" hook for "is free"',
    ],
  ],
  [
    'mochawesome.json',
    'mochawesome',
    [
      'PASSED Cart · adds an article',
      'PASSED Cart · is cheaper at the second attempt',
      'FAILED Cart · refuses none',
      'SKIPPED Cart · is paid',
      'SKIPPED Cart · is shown',
      'FAILED Cart with a voucher · "before all" hook for "is free"',
      'SKIPPED Cart with a voucher · is free',
    ],
  ],
  [
    'go-test.jsonl',
    'go',
    [
      'PASSED shop/cart · TestAdds',
      'FAILED shop/cart · TestPanics',
      'PASSED shop/cart · TestPays/by_card',
      'FAILED shop/cart · TestPays/by_voucher',
      'FAILED shop/cart · TestRefuses',
      'SKIPPED shop/cart · TestShown',
      'FAILED shop/broken · shop/broken',
    ],
  ],
  [
    'node.tap',
    'tap',
    [
      'PASSED - · is empty # at first',
      'PASSED Cart · adds an article',
      'FAILED Cart · refuses none',
      'SKIPPED Cart · is paid',
      'SKIPPED Cart · is shown',
      'PASSED Cart › with a voucher · is free',
    ],
  ],
  [
    'perl.tap',
    'tap',
    ['SKIPPED - · Test 3', 'PASSED - · adds an article', 'FAILED - · refuses none', 'FAILED with a voucher · is free'],
  ],
  [
    'vitest.tap',
    'tap',
    [
      'FAILED - · broken.test.ts',
      'PASSED cart.test.ts › Cart · adds an article',
      'PASSED cart.test.ts › Cart · is cheaper at the second attempt',
      'FAILED cart.test.ts › Cart · refuses none',
      'SKIPPED cart.test.ts › Cart · is paid',
      'SKIPPED cart.test.ts › Cart · is shown',
    ],
  ],
  [
    'rspec.json',
    'rspec',
    [
      'PASSED cart_spec · Cart adds an article',
      'FAILED cart_spec · Cart refuses none',
      'SKIPPED cart_spec · Cart is shown',
      'SKIPPED cart_spec · Cart with a voucher is free',
    ],
  ],
  [
    'googletest.json',
    'googletest',
    [
      'PASSED All/Sizes · Fits/0',
      'PASSED All/Sizes · Fits/1',
      'PASSED Cart · AddsAnArticle',
      'FAILED Cart · RefusesNone',
      'SKIPPED Cart · DISABLED_IsPaid',
      'SKIPPED Cart · IsShown',
    ],
  ],
  [
    'robot-output.xml',
    'robot',
    [
      'FAILED Robot.Broken.Setup · Pays',
      'PASSED Robot.Cart · Adds An Article',
      'PASSED Robot.Cart · Is Captured',
      'FAILED Robot.Cart · Refuses None',
      'SKIPPED Robot.Cart · Is Shown',
    ],
  ],
  [
    'behave.json',
    'behave',
    [
      'PASSED cart.Cart · adds an article',
      'FAILED cart.Cart · is undefined',
      'FAILED cart.Cart · refuses none',
      'PASSED cart.Cart · sizes -- @1.1 few',
      'PASSED cart.Cart · sizes -- @1.2 few',
      'SKIPPED cart.Cart · is shown',
    ],
  ],
])('reads the report %s of its runner', async (file, format, expected) => {
  const { tests, files, problems } = await read(fileNamed(file))
  const byName = (line: string) => line.replace(/^\w+ /, '')
  const sorted = (all: readonly string[]) => all.toSorted((a, b) => (byName(a) < byName(b) ? -1 : 1))
  expect(sorted(lines(tests))).toEqual(sorted(expected))
  expect(files).toEqual([{ name: file, format, tests: expected.length }])
  // The picture of the Robot Framework is not beside its report.
  expect(problems.filter(({ message }) => !message.includes('attachment'))).toEqual([])
})

test('Jest counts the runs of a test, and Vitest lists the failures of the earlier ones', async () => {
  const turned = 'is cheaper at the second attempt'
  expect(named((await read(fileNamed('jest.json'))).tests, turned).earlier).toMatchObject([{ status: 'FAILED' }])
  expect(named((await read(fileNamed('vitest.json'))).tests, turned).earlier).toMatchObject([
    { status: 'FAILED', reason: expect.stringContaining('expected 1 to be 2') as string },
  ])
  expect(named((await read(fileNamed('mocha.json'))).tests, turned).earlier).toHaveLength(1)
})

test('the launch has the framework and the start of the run', async () => {
  expect((await read(fileNamed('jest.json'))).launch).toMatchObject({ framework: 'jest', startedAt: 1795949871255 })
  expect((await read(fileNamed('vitest.json'))).launch).toMatchObject({ framework: 'vitest' })
  expect((await read(fileNamed('robot-output.xml'))).launch).toMatchObject({ framework: 'robot', name: 'Robot' })
  expect((await read(fileNamed('go-test.jsonl'))).launch).toMatchObject({
    framework: 'go test',
    startedAt: Date.parse('2026-11-29T10:58:35.993Z'),
  })
})

test('go test: a failure has its output, and a package that does not compile is a failed entry', async () => {
  const { tests } = await read(fileNamed('go-test.jsonl'))
  expect(named(tests, 'TestRefuses').reason).toBe('cart_test.go:6: got 1, want 2')
  expect(named(tests, 'TestPanics').reason).toContain('assignment to entry in nil map')
  expect(named(tests, 'TestAdds').output).toEqual([{ level: 'INFO', message: '    cart_test.go:5: one article' }])

  const build = [
    { ImportPath: 'shop/broken [shop/broken.test]', Action: 'build-output', Output: 'undefined: missing\n' },
    { ImportPath: 'shop/broken [shop/broken.test]', Action: 'build-fail' },
    { Time: '2026-11-29T10:58:36Z', Action: 'start', Package: 'shop/broken' },
    {
      Time: '2026-11-29T10:58:36Z',
      Action: 'output',
      Package: 'shop/broken',
      Output: 'FAIL\tshop/broken [build failed]\n',
    },
    { Time: '2026-11-29T10:58:36Z', Action: 'fail', Package: 'shop/broken', Elapsed: 0 },
  ]
  const broken = await read(fileOf('go.json', build.map((event) => JSON.stringify(event)).join('\n')))
  expect(broken.tests).toMatchObject([{ name: 'shop/broken', status: 'FAILED', reason: 'undefined: missing' }])
})

test('go test: a broken event is left out, a test without an end is aborted, and a repeated one is an attempt', async () => {
  const event = (Action: string, Test: string) => JSON.stringify({ Action, Package: 'shop', Test })
  const { tests, problems } = await read(
    fileOf(
      'go.json',
      [
        event('run', 'TestA'),
        event('fail', 'TestA'),
        '# shop',
        '{"Action":',
        event('run', 'TestA'),
        event('pass', 'TestA'),
        event('run', 'TestB'),
      ].join('\n'),
    ),
  )
  expect(lines(tests)).toEqual(['PASSED shop · TestA', 'ABORTED shop · TestB'])
  expect(named(tests, 'TestA').earlier).toMatchObject([{ status: 'FAILED' }])
  expect(problems).toMatchObject([
    { line: 4, message: 'An event is broken and was left out' },
    { message: 'The report ends before its packages do: tests may be missing' },
  ])
})

test('TAP: a failure has the block of its test point, and its duration', async () => {
  const { tests } = await read(fileNamed('node.tap'))
  const failed = named(tests, 'refuses none')
  expect(failed.reason).toContain("error: '1 == 2'")
  expect(failed.reason).toContain('cart.test.mjs:5:37')
  expect(failed.durationMs).toBe(1)
  expect(named(tests, 'is shown').reason).toBe('not yet')
  expect(named((await read(fileNamed('vitest.tap'))).tests, 'adds an article').durationMs).toBe(3)
})

test('TAP: what the console writes around it is no test, and what the plan lacks is a failed entry', async () => {
  const { tests, isPartial } = await read(
    fileOf('a.tap', '> shop@1.0.0 test\n\nTAP version 13\n1..3\nok 1 - adds\nlog { line\n'),
  )
  expect(lines(tests)).toEqual(['PASSED - · adds', 'FAILED - · Tests that did not run'])
  expect(named(tests, 'Tests that did not run').reason).toContain('announces 3 test points, and the report has 1')
  expect(isPartial).toBe(true)
  const bailed = await read(fileOf('b.tap', '1..3\nok 1 - adds\nBail out! no database\n'))
  expect(lines(bailed.tests)).toEqual(['PASSED - · adds', 'FAILED - · Bail out!'])
})

test('TAP: a subtest that failed by itself is an entry', async () => {
  const text =
    'TAP version 14\n# Subtest: Cart\n    ok 1 - adds\n    1..1\nnot ok 1 - Cart\n  ---\n  error: no end\n  ...\n1..1\n'
  const { tests } = await read(fileOf('a.tap', text))
  expect(lines(tests)).toEqual(['PASSED Cart · adds', 'FAILED - · Cart'])
  const braces = await read(fileOf('b.tap', 'TAP version 13\n1..1\nnot ok 1 - Cart {\n    1..1\n    ok 1 - adds\n}\n'))
  expect(lines(braces.tests)).toEqual(['PASSED Cart · adds', 'FAILED - · Cart'])
})

test('RSpec: an error outside of the examples is a failed entry', async () => {
  const { tests } = await read(fileNamed('rspec-broken.json'))
  expect(tests).toMatchObject([{ name: 'Error outside of examples', status: 'FAILED' }])
  expect(tests[0]?.reason).toContain('RuntimeError:\n  no cart')
  const failed = named((await read(fileNamed('rspec.json'))).tests, 'Cart refuses none')
  expect(failed.reason).toContain('RSpec::Expectations::ExpectationNotMetError: expected: 2')
  expect(failed.reason).toContain('cart_spec.rb:3')
})

test('Google Test: properties are labels, and link test cases', async () => {
  const { tests } = await read(fileNamed('googletest.json'))
  expect(named(tests, 'AddsAnArticle').labels).toContainEqual({ key: 'case_key', value: 'SHOP-7' })
  expect(named(tests, 'RefusesNone').reason).toContain('no cart')
  expect(named(tests, 'DISABLED_IsPaid').startedAt).toBeNull()
})

test('Robot Framework: keywords are steps, tags groups, warnings and images those of the test', async () => {
  const { tests, contentsOf } = await read(fileNamed('robot-output.xml'))
  const failed = named(tests, 'Refuses None')
  expect(failed.reason).toBe('nothing to put')
  expect(failed.steps.steps.map(({ depth, title, status }) => `${'  '.repeat(depth)}${title} (${status})`)).toEqual([
    'Put In Cart    0 (FAILED)',
    '  Log    putting ${count} (PASSED)',
    '  Run Keyword If    ${count} == 0    Fail    nothing to put (FAILED)',
    '    Fail    nothing to put (FAILED)',
    'Should Be Equal    ${1}    ${2}    msg=no article (SKIPPED)',
  ])
  expect(failed.steps.steps[3]).toMatchObject({ error: 'nothing to put', durationMs: 7, startMs: 3 })
  expect(named(tests, 'Adds An Article')).toMatchObject({ groups: ['shop', 'SHOP-7'], owner: 'nora', durationMs: 11 })
  const captured = named(tests, 'Is Captured')
  expect(captured.output).toContainEqual({ level: 'WARN', message: 'odd' })
  expect(contentsOf(captured.attachments)).toEqual([['selenium-screenshot-1.png', null]])
  expect(named(tests, 'Pays').reason).toContain('no shop')
})

test('Robot Framework before version 7 writes times without separators', async () => {
  const status = '<status status="PASS" starttime="20240513 12:00:00.500" endtime="20240513 12:00:02.000"/>'
  const { tests } = await read(
    fileOf('output.xml', `<robot><suite name="Shop"><test name="Adds">${status}</test></suite></robot>`),
  )
  expect(tests).toMatchObject([{ startedAt: Date.parse('2024-05-13T12:00:00.500Z'), durationMs: 1500 }])
})

test('behave: an undefined step fails its scenario, and a failed one has its message', async () => {
  const { tests } = await read(fileNamed('behave.json'))
  expect(named(tests, 'is undefined').reason).toBe('When something else happens: undefined')
  expect(named(tests, 'refuses none').reason).toContain('Assertion Failed: 0 is not 1')
  expect(named(tests, 'adds an article').groups).toEqual(['shop', 'SHOP-7'])
  expect(named(tests, 'refuses none').steps.steps.at(-1)).toMatchObject({
    title: 'Then it holds 1',
    status: 'FAILED',
    location: 'behave/steps/s.py:6',
    error: expect.stringContaining('Captured stdout') as string,
  })
})
