import { expect, test } from 'vitest'
import { prepareTests } from '../../../../server/launches/import/add-tests.ts'
import { fileOf, read } from './read-reports.ts'

const at = new Date('2026-11-28T10:00:00Z')
/** Returns the linked cases of each test, and the problems of its report. */
const linksIn = async (name: string, content: string) => {
  const { tests, problems } = await read(fileOf(name, content))
  const prepared = prepareTests(tests.map((one) => ({ ...one, start: at, end: at })))
  return {
    links: prepared.map(({ row }) => row.test_cases.map(({ tcmType, testCaseId }) => `${tcmType} ${testCaseId}`)),
    labels: prepared.map(({ row }) => row.labels),
    problems: problems.map(({ message }) => message),
  }
}
const suite = (...cases: string[]) => `<testsuite name="gate">${cases.join('')}</testsuite>`
const withProperty = (key: string, value: string) =>
  `<testcase classname="gate" name="closes"><properties><property name="${key}" value="${value}"/></properties></testcase>`
const named = (name: string) => `<testcase classname="gate" name="${name}"/>`

test.each([
  ['case_key', 'SHOP-7', ['ZEBRUNNER SHOP-7']],
  ['case_key', '@SHOP-7', ['ZEBRUNNER SHOP-7']],
  ['case_key', 'HB-7', ['ZEBRUNNER HB-7']],
  ['test_key', 'CALC-12', ['XRAY CALC-12']],
  ['test_id', 'C1207', ['TEST_RAIL C1207']],
  ['test_id', '1207', []],
])('links the case that the property %s names as %s, which stays a label', async (key, value, links) => {
  const found = await linksIn('a.xml', suite(withProperty(key, value)))
  expect(found).toEqual({ links: [links], labels: [[{ key, value }]], problems: [] })
})

test.each([
  ['[SHOP-7] floods', ['ZEBRUNNER SHOP-7']],
  ['floods @SHOP-7', ['ZEBRUNNER SHOP-7']],
  ['floods [SHOP-7, SHOP-8][SHOP-7]', ['ZEBRUNNER SHOP-7', 'ZEBRUNNER SHOP-8']],
  ['[HB-7] floods', []],
  ['[SHOPS-7] floods', []],
  ['[SHOP-07] floods', []],
  ['SHOP-7 floods, as does captain@SHOP-7', []],
])('links the cases of this project that the name "%s" has in brackets or as tags', async (name, links) => {
  expect(await linksIn('a.xml', suite(named(name)))).toEqual({ links: [links], labels: [[]], problems: [] })
})

test('links the case of this project that a tag names', async () => {
  const tags = ['SHOP-7', '@SHOP-8', '@HB-7']
  const report = { results: { tests: [{ name: 'floods', status: 'passed', tags }] } }
  const { links } = await linksIn('ctrf.json', JSON.stringify(report))
  expect(links).toEqual([['ZEBRUNNER SHOP-7', 'ZEBRUNNER SHOP-8']])
})

test('links no case that does not exist, and names key and test in one line', async () => {
  const one = await linksIn('a.xml', suite(named('[SHOP-99] floods')))
  expect(one.links).toEqual([[]])
  expect(one.problems).toEqual([
    'The test "[SHOP-99] floods" names SHOP-99, which is no test case of this project: it is not linked',
  ])
  const attempt = '<testcase classname="gate" name="[SHOP-98] opens"><failure message="stuck"/></testcase>'
  const many = suite(withProperty('case_key', 'SHOP-99'), named('[SHOP-98] floods'), attempt, named('[SHOP-98] opens'))
  expect((await linksIn('a.xml', many)).problems).toEqual([
    'The test "closes" names SHOP-99, which is no test case of this project: it is not linked (and 2 more of this kind)',
  ])
})
