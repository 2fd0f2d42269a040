import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { RESULT_FORMATS } from '../../../../contract/launches/result-import.ts'
import { understoodPage } from '../../../../scripts/understood.ts'
import { FORMATS } from '../../../../server/launches/import/formats/formats.ts'

test('the page about imported reports is generated from the tables of the formats', () => {
  const page = readFileSync(path.resolve(import.meta.dirname, '../../../../docs/reports.md'), 'utf8')
  expect(page).toBe(understoodPage())
})

test('every format of the contract has a row in the table of formats', () => {
  expect(new Set(FORMATS.map(({ id }) => id))).toEqual(new Set(RESULT_FORMATS))
})
