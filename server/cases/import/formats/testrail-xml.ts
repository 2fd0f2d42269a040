import { IMPORT_LIMITS } from '../../../../contract/cases/import-limits.ts'
import { withPlainLines, type SourceRow, type SourceTable } from './table.ts'
import { Unreadable, type SourceFile } from '../../../reading/source-file.ts'
import { encodingOf, textOf } from './text.ts'
import { parseXml } from '../../../reading/xml.ts'

/** Columns of every export; custom fields follow under their names. */
const COLUMNS: Record<string, string> = {
  id: 'ID',
  title: 'Title',
  section: 'Section Hierarchy',
  template: 'Template',
  type: 'Type',
  priority: 'Priority',
  estimate: 'Estimate',
  references: 'References',
  preconds: 'Preconditions',
  steps: 'Steps',
  expected: 'Expected Result',
}

/**
 * Opens a TestRail XML export: nested sections with cases. Yields the same rows as TestRail's CSV: the first row of a case has all its
 * fields, and each further step has a row.
 */
export const openTestRailXml = async (file: SourceFile): Promise<SourceTable> => {
  const encoding = await encodingOf(file)
  const own = new Set<string>()
  let isExport = false
  for await (const { fields } of casesOf(textOf(file, encoding))) {
    isExport = true
    for (const name of fields.keys()) if (COLUMNS[name] === undefined) own.add(name)
    if (own.size > IMPORT_LIMITS.columns) throw new Unreadable(`The file has more than ${IMPORT_LIMITS.columns} fields`)
  }
  if (!isExport) throw new Unreadable('The XML is not an export of test cases from TestRail')
  const names = [...Object.keys(COLUMNS), ...own]
  return {
    columns: [...Object.values(COLUMNS), ...[...own].map(humanize)],
    rows: rowsOf(casesOf(textOf(file, encoding)), names),
    sheets: [],
    sheet: null,
    notes: [],
  }
}

/** Formats `automation_type` as `Automation Type`. */
const humanize = (name: string): string =>
  name
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ')

/** Root elements of JUnit, TestNG, NUnit, xUnit.net, Visual Studio and Robot Framework reports. */
const RESULT_ROOTS = new Set([
  'testsuites',
  'testsuite',
  'testng-results',
  'test-results',
  'test-run',
  'assemblies',
  'testrun',
  'robot',
])
const isResultFile = (root: string): boolean => RESULT_ROOTS.has(root.slice(root.indexOf(':') + 1).toLowerCase())
const RESULTS =
  'This file holds results of automated tests, not test cases. Results belong to launches, and a reporting agent sends them ' +
  'while the tests run: see Launches → Getting started.'

interface XmlCase {
  row: number
  fields: Map<string, string>
  steps: { content: string; expected: string }[]
}

async function* rowsOf(cases: AsyncIterable<XmlCase>, names: readonly string[]): AsyncGenerator<SourceRow> {
  for await (const { row, fields, steps } of cases) {
    const [first, ...others] = steps
    const given =
      first === undefined ? fields : new Map([...fields, ['steps', first.content], ['expected', first.expected]])
    yield { row, cells: names.map((name) => given.get(name) ?? '') }
    for (const { content, expected } of others) {
      const cells = new Map([
        ['id', fields.get('id') ?? ''],
        ['steps', content],
        ['expected', expected],
      ])
      yield { row, cells: names.map((name) => cells.get(name) ?? '') }
    }
  }
}

const casesOf = (text: AsyncIterable<string>): AsyncGenerator<XmlCase> => {
  const path: string[] = []
  const sections: string[] = []
  let words = ''
  let one: XmlCase | null = null
  let step: XmlCase['steps'][number] | null = null
  let done: XmlCase[] = []

  /** Stores a field of a case or of its `custom` element; for a choice, only its name. */
  const settle = (name: string): void => {
    if (one === null) return
    const text = withPlainLines(words).trim()
    const within = path.slice(path.lastIndexOf('case') + 1)
    const parts = within[0] === 'custom' ? within.slice(1) : within
    if (step !== null) {
      if (name === 'content' || name === 'expected') step[name] = text
      return
    }
    const [field = '', ...inner] = parts
    const isValue = inner.length === 0 || inner.at(-1) === 'value' || inner.at(-1) === 'name'
    if (field !== '' && field !== 'custom' && isValue && text !== '') {
      const before = inner.includes('item') ? one.fields.get(field) : undefined
      one.fields.set(field, before === undefined ? text : `${before}\n${text}`)
    }
  }
  return parseXml(
    text,
    {
      open: (name, _attributes, line) => {
        if (path.length === 0 && isResultFile(name)) throw new Unreadable(RESULTS)
        path.push(name)
        words = ''
        if (name === 'section') sections.push('')
        else if (name === 'case') {
          const place = sections.map((title) => title.replaceAll(/[\\>]/g, String.raw`\$&`)).join(' > ')
          one = { row: line, fields: new Map(place === '' ? [] : [['section', place]]), steps: [] }
        } else if (name === 'step' && one !== null) step = { content: '', expected: '' }
      },
      text: (text) => {
        words += text
      },
      close: (name) => {
        if (name === 'section') sections.pop()
        else if (name === 'name' && one === null && path.at(-2) === 'section')
          sections[sections.length - 1] = withPlainLines(words).trim()
        else if (name === 'case') {
          if (one !== null) done.push(one)
          one = null
        } else if (name === 'step' && step !== null) {
          one?.steps.push(step)
          step = null
        } else settle(name)
        path.pop()
        words = ''
      },
    },
    () => {
      const ready = done
      done = []
      return ready
    },
  )
}
