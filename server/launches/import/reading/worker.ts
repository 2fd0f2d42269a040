/**
 * Reads reports of test results in its own thread: hostile reports can only exhaust the CPU time and memory of this thread, not of the
 * server.
 */
import { createReadStream } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { Unreadable, type SourceFile } from '../../../reading/source-file.ts'
import { readResults } from '../formats/read-results.ts'
import type { ReportedTest } from '../formats/reported.ts'
import type { FromReader, ReadingSettings, ToReader } from './messages.ts'
import { createSummary } from './summary.ts'

/** Tests per message, and the limit of their text in characters: bounds the memory of an import. */
const AT_ONCE = 500
const TEXT_AT_ONCE = 2 * 1024 * 1024
const PIECE_BYTES = 256 * 1024

const port = parentPort
if (port === null) throw new Error('the reader of results runs as a worker thread')

const files = (workerData as ReadingSettings).files.map(({ name, path, sizeBytes }): SourceFile => ({
  name,
  sizeBytes,
  open: (range) => createReadStream(path, { ...range, highWaterMark: PIECE_BYTES }),
}))
const { found, add, summary } = createSummary()

async function* parts(): AsyncGenerator<ReportedTest[]> {
  let tests: ReportedTest[] = []
  let characters = 0
  for await (const test of readResults(files, found)) {
    add(test)
    tests.push(test)
    characters += charactersOf(test)
    if (tests.length < AT_ONCE && characters < TEXT_AT_ONCE) continue
    yield tests
    tests = []
    characters = 0
  }
  if (tests.length > 0) yield tests
}

const charactersOf = ({ reason, output, earlier }: ReportedTest): number =>
  (reason?.length ?? 0) +
  output.reduce((sum, { message }) => sum + message.length, 0) +
  earlier.reduce((sum, one) => sum + (one.reason?.length ?? 0), 0)

const reading = parts()

const answerTo = async ({ kind }: ToReader): Promise<FromReader> => {
  if (kind === 'inspect') {
    for await (const _ of reading);
    return { kind: 'read', summary }
  }
  const next = await reading.next()
  return next.done === true ? { kind: 'read', summary } : { kind: 'part', tests: next.value }
}

port.on('message', (message: ToReader) => {
  answerTo(message).then(
    (answer) => port.postMessage(answer),
    (error: unknown) => {
      if (!(error instanceof Unreadable)) throw error
      port.postMessage({ kind: 'unreadable', message: error.message } satisfies FromReader)
    },
  )
})
