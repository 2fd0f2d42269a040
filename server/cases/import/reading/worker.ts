/** Reads one imported file in a thread: a malicious file may exhaust the thread's CPU and memory without affecting the server. */
import { Readable } from 'node:stream'
import { parentPort, workerData } from 'node:worker_threads'
import { casesIn, type ImportedCase } from '../cases.ts'
import { formatOf, openTable } from '../formats/open.ts'
import type { SourceTable } from '../formats/table.ts'
import { Unreadable, type SourceFile } from '../../../reading/source-file.ts'
import { inspect, limited } from '../inspect.ts'
import type { CasePart, CasesWanted, FromReader, ReadingSettings, ToReader } from './messages.ts'

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
  { mapping, source }: CasesWanted,
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

const settings = workerData as ReadingSettings
const port = parentPort
if (port === null) throw new Error('the reader of imports runs as a worker thread')

const answer = (message: FromReader): void => port.postMessage(message)

/** Runs `act`. Problems of the file become a response; any other error ends the thread. */
const answering = async (act: () => Promise<FromReader>): Promise<void> => {
  try {
    answer(await act())
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    answer({ kind: 'unreadable', message: error.message })
  }
}

const file = fileOf(settings)
let table: SourceTable | null = null
let format = settings.format
let parts: AsyncGenerator<CasePart> | null = null

const nextPart = async (): Promise<FromReader> => {
  const next = await parts?.next()
  return next === undefined || next.done ? { kind: 'end' } : { kind: 'part', part: next.value }
}

port.on('message', (message: ToReader) => {
  void answering(async () => {
    if (table === null) throw new Error('the file is not open')
    if (message.kind === 'inspect') return { kind: 'inspected', found: await inspect(table, message) }
    if (message.kind === 'cases') parts = partsOf(table, message, format === 'csv')
    return nextPart()
  })
})
void answering(async () => {
  format ??= await formatOf(file)
  table = await openTable(file, format, settings.sheet)
  const { columns, sheets, sheet, notes } = table
  return { kind: 'opened', file: { format, columns, sheets, sheet, notes } }
})
