import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { openTable } from '../../../server/cases/import/formats/open.ts'
import { withoutHtml } from '../../../server/cases/import/formats/html.ts'

const tableOf = async (...lines: string[]) => {
  const bytes = Buffer.from(lines.join('\r\n'))
  const file = { name: 'cases.csv', sizeBytes: bytes.length, open: () => Readable.from([bytes]) }
  const { columns, rows, notes } = await openTable(file, 'csv', null)
  const cells: string[][] = []
  for await (const row of rows) cells.push(row.cells)
  return { columns, cells, notes }
}

test.each(['sep=;', 'SEP=;', '"sep=;"', 'sep=;;;', '"sep=;";;'])(
  '[IMPT-03] reads the delimiter in the line %s, which is no row',
  async (line) => {
    expect(await tableOf(line, 'Title;Steps, all;Result', 'A;b;c')).toEqual({
      columns: ['Title', 'Steps, all', 'Result'],
      cells: [['A', 'b', 'c']],
      notes: [],
    })
  },
)

test.each([
  ['a title', ['Harbour']],
  ['a title with other delimiters', ['Harbour, test cases, v3']],
  ['a title that is the name of a column', ['Test']],
  ['a field whose name is that of a column', ['Module;Quay', '']],
  ['several fields', ['Description;Cases of the harbour;', 'Author;Anna;']],
])('[IMPT-03] finds the names of the columns, and their delimiter, below %s', async (_, above) => {
  const { columns, cells, notes } = await tableOf(...above, 'ID;Title;"Steps, all"', '1;A;b')
  expect({ columns, cells }).toEqual({ columns: ['ID', 'Title', 'Steps, all'], cells: [['1', 'A', 'b']] })
  expect(notes).toHaveLength(1)
})

test('[IMPT-03] the first row has the names when it has several known ones, or is the only column', async () => {
  expect((await tableOf('ID,Steps', 'Test,Case,Title')).columns).toEqual(['ID', 'Steps'])
  expect((await tableOf('Test', 'Moor', 'Title')).columns).toEqual(['Test'])
})

test.each([
  ['comments and the elements of Word', '<!-- x --><p class="MsoNormal">a<o:p></o:p></p>', 'a'],
  ['letters by their names', '<p>&Uuml;ber &auml; &rsquo;</p>', 'Über ä ’'],
  ['lines of preformatted text', '<p>a</p><pre>x\n  y</pre>', 'a\nx\n  y'],
  [
    'figures and sections',
    '<section><figure><img src="https://a.b/c.png"></figure><p>x</p></section>',
    '![](https://a.b/c.png)\n\nx',
  ],
  ['marked text', '<p>a <mark>b</mark> <kbd>c</kbd></p>', 'a b c'],
])('[IMPT-03] the HTML of an editor: %s', (_, html, markdown) => {
  expect(withoutHtml(html)).toBe(markdown)
})

test.each(['&lt;b&gt; is bold', '<p>Use <T> and <br></p>', '<my:tag> and <br', '<script>x</script><p>a</p>'])(
  '[IMPT-03] %s is text about HTML and stays as it is',
  (text) => {
    expect(withoutHtml(text)).toBe(text)
  },
)
