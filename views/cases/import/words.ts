/** Texts of the import. */
import type {
  CaseImport,
  ImportCounts,
  ImportFormat,
  ImportMapping,
  ImportSource,
} from '../../../contract/cases/import.ts'
import { countWords } from '../../shared/cases/words.ts'

const FORMAT_WORDS: Record<ImportFormat, string> = {
  csv: 'CSV',
  xlsx: 'Excel workbook',
  markdown: 'Markdown tables',
  'testrail-xml': 'TestRail XML',
}

const SOURCE_WORDS: Record<Exclude<ImportSource, 'table'>, string> = {
  assay: 'exported from Assay',
  testrail: 'exported from TestRail',
  qase: 'exported from Qase',
  zephyr: 'exported from Zephyr',
  xray: 'exported from Xray',
  testmo: 'exported from Testmo',
}

export const fileWords = ({ format, source, rows }: CaseImport): string =>
  [
    FORMAT_WORDS[format],
    ...(source === 'table' || format === 'testrail-xml' ? [] : [SOURCE_WORDS[source]]),
    countWords(rows, 'row', 'rows'),
  ].join(', ')

export const SAME_TITLE_LABELS: Record<ImportMapping['sameTitle'], string> = {
  update: 'Update the existing test case',
  skip: 'Skip the row',
  add: 'Add a test case',
}

export const STEP_WORDS: Record<ImportMapping['steps'], string> = {
  numbered: 'A numbered list in one cell',
  lines: 'One on each line of a cell',
  rows: 'One in each row',
}

/** Planned or completed changes: `15 new, 2 updated`; zeros are omitted. */
export const countsWords = ({ created, updated, unchanged, leftOut, suites, sameTitle }: ImportCounts): string[] => [
  ...(created > 0 ? [countWords(created, 'new test case', 'new test cases')] : []),
  ...(updated > 0 ? [`${countWords(updated, 'test case', 'test cases')} updated`] : []),
  ...(suites > 0 ? [countWords(suites, 'new suite', 'new suites')] : []),
  ...(unchanged > 0 ? [`${countWords(unchanged, 'test case', 'test cases')} unchanged`] : []),
  ...(leftOut > 0 ? [`${countWords(leftOut, 'test case', 'test cases')} skipped`] : []),
  ...(sameTitle > 0
    ? [
        `${countWords(sameTitle, 'test case', 'test cases')} with this suite and title ${sameTitle === 1 ? 'exists' : 'exist'}`,
      ]
    : []),
]

export const importedWords = ({ created, updated }: ImportCounts): string =>
  countWords(created + updated, 'test case was imported', 'test cases were imported')
