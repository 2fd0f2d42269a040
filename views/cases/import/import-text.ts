/** Texts of the import. */
import type {
  CaseImport,
  ImportCounts,
  ImportFormat,
  ImportMapping,
  ImportSource,
} from '../../../contract/cases/import.ts'
import { formatCount } from '../../ui/text/figures.ts'

const FORMAT_LABELS: Record<ImportFormat, string> = {
  csv: 'CSV',
  xlsx: 'Excel workbook',
  markdown: 'Markdown tables',
  'testrail-xml': 'TestRail XML',
}

const SOURCE_LABELS: Record<Exclude<ImportSource, 'table'>, string> = {
  assay: 'exported from Assay',
  testrail: 'exported from TestRail',
  qase: 'exported from Qase',
  zephyr: 'exported from Zephyr',
  xray: 'exported from Xray',
  testmo: 'exported from Testmo',
}

export const fileText = ({ format, source, rows }: CaseImport): string =>
  [
    FORMAT_LABELS[format],
    ...(source === 'table' || format === 'testrail-xml' ? [] : [SOURCE_LABELS[source]]),
    formatCount(rows, 'row', 'rows'),
  ].join(', ')

export const SAME_TITLE_LABELS: Record<ImportMapping['sameTitle'], string> = {
  update: 'Update the existing test case',
  skip: 'Skip the row',
  add: 'Add a test case',
}

export const STEP_LABELS: Record<ImportMapping['steps'], string> = {
  numbered: 'A numbered list in one cell',
  lines: 'One on each line of a cell',
  rows: 'One in each row',
}

/** Planned or completed changes: `15 new, 2 updated`; zeros are omitted. */
export const countTexts = ({ created, updated, unchanged, leftOut, suites, sameTitle }: ImportCounts): string[] => [
  ...(created > 0 ? [formatCount(created, 'new test case', 'new test cases')] : []),
  ...(updated > 0 ? [`${formatCount(updated, 'test case', 'test cases')} updated`] : []),
  ...(suites > 0 ? [formatCount(suites, 'new suite', 'new suites')] : []),
  ...(unchanged > 0 ? [`${formatCount(unchanged, 'test case', 'test cases')} unchanged`] : []),
  ...(leftOut > 0 ? [`${formatCount(leftOut, 'test case', 'test cases')} skipped`] : []),
  ...(sameTitle > 0
    ? [
        `${formatCount(sameTitle, 'test case', 'test cases')} with this suite and title ${sameTitle === 1 ? 'exists' : 'exist'}`,
      ]
    : []),
]

export const importedText = ({ created, updated }: ImportCounts): string =>
  formatCount(created + updated, 'test case was imported', 'test cases were imported')
