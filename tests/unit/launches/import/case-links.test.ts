import { expect, test } from 'vitest'
import { prepareTests } from '../../../../server/launches/import/add-tests.ts'
import { aTest } from '../../../../server/launches/import/formats/reported.ts'

const linksOf = (key: string, value: string) => {
  const at = new Date('2026-11-28T10:00:00Z')
  const [prepared] = prepareTests([
    { ...aTest({ name: 'closes', status: 'PASSED', labels: [{ key, value }] }), start: at, end: at },
  ])
  return prepared?.row.test_cases.map(({ tcmType, testCaseId }) => [tcmType, testCaseId])
}

test.each([
  ['case_key', 'SHOP-7', [['ZEBRUNNER', 'SHOP-7']]],
  ['test_key', 'CALC-12', [['XRAY', 'CALC-12']]],
  ['test_id', 'C1207', [['TEST_RAIL', 'C1207']]],
  ['test_id', '1207', []],
])('links the case that the property %s names as %s', (key, value, links) => {
  expect(linksOf(key, value)).toEqual(links)
})
