/** Reads one imported file in a process of its own: a hostile file can only exhaust its time and memory, not those of the server. */
import { Readable } from 'node:stream'
import { answerQuestions } from '../../../reading/answer-questions.ts'
import { casesIn, type ImportedCase } from '../cases.ts'
import { formatOf, openTable } from '../formats/open.ts'
import type { SourceTable } from '../formats/table.ts'
import type { SourceFile } from '../../../reading/source-file.ts'
import { inspect, limited } from '../inspect.ts'
import type { CasePart, CasesRequest, FromReader, ReadingSettings, ToReader } from './messages.ts'

const PIECE_BYTES = 64 * 1024

/** Maximum number of cases per batch, and of their characters: bounds the memory of an import. */
const AT_ONCE = 500
const TEXT_AT_ONCE = 4 * 1024 * 1024

const fileOf = ({ bytes, name }: ReadingSettings): SourceFile => {
  const whole = Buffer.from(bytes)
  function* pieces(start: number, end: number): Generator<Buffer> {
    for (let at = start; at < end; at += PIECE_BYTES) yield whole.subarray(at, Math.min(at + PIECE_BYTES, end))
  }
  return {
    name,
    sizeBytes: whole.length,
    open: (range) => Readable.from(pieces(range?.start ?? 0, range === undefined ? whole.length : range.end + 1)),
  }
}

async function* partsOf(
  table: SourceTable,
  { mapping, source }: CasesRequest,
  isCsv: boolean,
): AsyncGenerator<CasePart> {
  let rows = 0
  let cases: ImportedCase[] = []
  let text = 0
  const counted = limited(table.rows, (count) => {
    rows = count
  })
  for await (const one of casesIn({ columns: table.columns, rows: counted }, mapping, { source, isCsv })) {
    cases.push(one)
    for (const part of one.texts.values()) text += part.length
    for (const step of one.steps ?? []) text += step.action.length + step.expectedResult.length
    if (cases.length < AT_ONCE && text < TEXT_AT_ONCE) continue
    yield { cases, rows }
    cases = []
    text = 0
  }
  if (cases.length > 0) yield { cases, rows }
}

answerQuestions<ToReader, FromReader>((given) => {
  const settings = given as ReadingSettings
  const file = fileOf(settings)
  let table: SourceTable | null = null
  let format = settings.format
  let parts: AsyncGenerator<CasePart> | null = null
  return {
    first: async () => {
      format ??= await formatOf(file)
      table = await openTable(file, format, settings.sheet)
      const { columns, sheets, sheet, notes } = table
      return { kind: 'opened', file: { format, columns, sheets, sheet, notes } }
    },
    answerTo: async (question) => {
      if (table === null) throw new Error('the file is not open')
      if (question.kind === 'inspect') return { kind: 'inspected', found: await inspect(table, question) }
      if (question.kind === 'cases') parts = partsOf(table, question, format === 'csv')
      const next = await parts?.next()
      return next === undefined || next.done === true ? { kind: 'end' } : { kind: 'part', part: next.value }
    },
  }
})
