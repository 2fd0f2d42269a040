import { expect, test } from 'vitest'
import { prepareTests } from '../../../../server/launches/import/add-tests.ts'
import { fileOf, named, read, readFirst } from './read-reports.ts'

const range = (count: number) => Array.from({ length: count }, (_, i) => i)
const property = (name: string, value: string) => `<property name="${name}" value="${value}"/>`
const suite = (...cases: string[]) => fileOf('a.xml', `<testsuite name="s">${cases.join('')}</testsuite>`)
const withProperties = (name: string, properties: string, rest = '') =>
  `<testcase classname="c" name="${name}"><properties>${properties}</properties>${rest}</testcase>`
const messages = (problems: readonly { message: string }[]) => problems.map(({ message }) => message)
const stored = (tests: Awaited<ReturnType<typeof read>>['tests']) =>
  prepareTests(tests.map((one) => ({ ...one, start: new Date(), end: new Date() })))

test('counts the labels beyond the limits of a test in one line, also those of a repeated test', async () => {
  const many = range(505).map((i) => property(`key${i}`, 'v'))
  const long = range(10).map((i) => property(`long${i}`, 'v'.repeat(4000)))
  const { tests, problems } = await read(
    suite(
      withProperties('many', many.join('')),
      withProperties('repeated', many.join(''), '<failure/>'),
      withProperties('repeated', many.join('')),
      withProperties('long', long.join('')),
    ),
  )
  expect(messages(problems)).toEqual([
    '12 labels of 3 tests were not imported: a test has at most 500 of them, with 32,768 characters in all',
  ])
  expect(stored(tests).map(({ row }) => row.labels.length)).toEqual([500, 500, 8])
  const one = await read(
    suite(
      withProperties(
        'a',
        range(501)
          .map((i) => property(`key${i}`, 'v'))
          .join(''),
      ),
    ),
  )
  expect(messages(one.problems)).toEqual([
    '1 label of 1 test was not imported: a test has at most 500 of them, with 32,768 characters in all',
  ])
})

test('counts the groups, the linked cases and the attempts beyond their limits in one line each', async () => {
  const tests = [
    { name: 'tags', status: 'passed', tags: range(503).map((i) => `tag${i}`) },
    { name: 'retries', status: 'passed', retries: 140 },
  ]
  const { problems, ...ctrf } = await read(fileOf('ctrf.json', JSON.stringify({ results: { tests } })))
  expect(messages(problems)).toEqual([
    '3 groups of 1 test were not imported: a test has at most 500 of them',
    '40 attempts of 1 test were not imported: a test has at most 100 that the report only counts',
  ])
  expect(named(ctrf.tests, 'retries').earlier).toHaveLength(100)
  expect(stored(ctrf.tests).map(({ row }) => row.test_groups.length)).toEqual([500, 0])

  const cases = await read(
    suite(
      withProperties(
        'a',
        range(502)
          .map((i) => property('test_key', `CALC-${i}`))
          .join(''),
      ),
    ),
  )
  expect(messages(cases.problems)).toEqual([
    '2 labels of 1 test were not imported: a test has at most 500 of them, with 32,768 characters in all',
    '2 linked cases of 1 test were not imported: a test has at most 500 of them, with 32,768 characters in all',
  ])
  expect(stored(cases.tests)[0]?.row.test_cases).toHaveLength(500)
})

test('counts the texts that are cut', async () => {
  const { problems } = await read(
    suite(withProperties('n'.repeat(4001), property('k'.repeat(256), 'v'.repeat(4001))), '<testcase name="short"/>'),
  )
  expect(messages(problems)).toEqual([
    '3 names or labels of 1 test were cut: a name or the value of a label has at most 4,000 characters, a class or method 2,000, and another text 255',
  ])
})

test('imports the first tests up to the limit of an import, and says how many were not read', async () => {
  const cases = range(5).map((i) => `<testcase name="t${i}"/>`)
  const { tests, problems, isPartial, counts } = await readFirst(
    3,
    suite(...cases),
    fileOf('b.xml', '<testsuite><testcase name="u"><failure/></testcase></testsuite>'),
  )
  expect(tests.map(({ name }) => name)).toEqual(['t0', 't1', 't2'])
  expect(counts).toMatchObject({ passed: 3, failed: 0 })
  expect(problems).toEqual([
    { file: 'a.xml', line: null, message: '2 tests were not read: an import has at most 3 tests' },
    { file: 'b.xml', line: null, message: '1 test was not read: an import has at most 3 tests' },
  ])
  expect(isPartial).toBe(true)
})
