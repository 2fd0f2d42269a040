import { namesOf, type SourceRow, type SourceTable } from './table.ts'
import { Unreadable, type SourceFile } from '../../../reading/source-file.ts'
import { encodingOf, notesOn, textOf } from './text.ts'

/** Maximum characters of one line; a longer one is no table. */
const MAX_LINE = 4 * 1024 * 1024

/** Opens all tables of a Markdown file that have the first table's columns, as one table. Other text is ignored. */
export const openMarkdown = async (file: SourceFile): Promise<SourceTable> => {
  const encoding = await encodingOf(file)
  const rows = rowsOf(linesOf(textOf(file, encoding)))
  const head = await rows.next()
  if (head.done) throw new Unreadable('The file contains no table')
  return { columns: namesOf(head.value.cells), rows, sheets: [], sheet: null, notes: notesOn(encoding) }
}

async function* linesOf(text: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = ''
  for await (const part of text) {
    const lines = (rest + part).split('\n')
    rest = lines.pop() ?? ''
    if (rest.length > MAX_LINE) throw new Unreadable('A line of the file is too long')
    yield* lines
  }
  yield rest
}

/** Returns whether a line is a table's delimiter row: cells of dashes, with optional colons for alignment. */
export const isRule = (line: string): boolean => {
  const trimmed = line.trim()
  const from = trimmed.startsWith('|') ? 1 : 0
  const inner = trimmed.slice(from, trimmed.length > from && trimmed.endsWith('|') ? -1 : undefined)
  return inner.split('|').every((cell) => /^:?-+:?$/.test(cell.trim()))
}

/** Yields the header of the first table, and then the rows of all tables with the same header. */
async function* rowsOf(lines: AsyncIterable<string>): AsyncGenerator<SourceRow> {
  let row = 0
  let before: string | null = null
  let head: string | null = null
  let isInside = false
  for await (const text of lines) {
    row += 1
    const line = text.trimEnd()
    if (!line.includes('|')) {
      isInside = false
      before = null
      continue
    }
    if (before !== null && isRule(line)) {
      const names = JSON.stringify(cellsOf(before))
      isInside = head === null || head === names
      if (head === null) yield { row: row - 1, cells: cellsOf(before) }
      head ??= names
      before = null
    } else if (isInside) yield { row, cells: cellsOf(line) }
    else before = line
  }
}

/** Splits a row into cells. `\|` is a literal bar; `<br>` is a line break. */
const cellsOf = (line: string): string[] =>
  line
    .trim()
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '')
    .split(/(?<!\\)\|/)
    .map((cell) =>
      cell
        .replaceAll(String.raw`\|`, '|')
        .replaceAll(/(?<![ \t])[ \t]*<br\s{0,10}\/?>[ \t]*/gi, '\n')
        .trim(),
    )
