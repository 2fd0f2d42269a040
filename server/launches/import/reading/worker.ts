/**
 * Reads reports of test results in a process of its own: hostile reports can only exhaust the time and memory of this process, not of the
 * server.
 */
import { createReadStream } from 'node:fs'
import { answerQuestions } from '../../../reading/answer-questions.ts'
import type { SourceFile } from '../../../reading/source-file.ts'
import { createAttachments, type Attachments } from '../attachments/attachments.ts'
import { readResults } from '../formats/read-results.ts'
import { charactersOf, type ReportedTest } from '../formats/reported.ts'
import type { FromReader, ReadingSettings, ToReader } from './messages.ts'
import { createSummary } from './summary.ts'

/** Tests per message, and the limit of their text in characters: bounds the memory of an import. */
const AT_ONCE = 500
const TEXT_AT_ONCE = 2 * 1024 * 1024
const PIECE_BYTES = 256 * 1024

async function* partsOf(
  files: readonly SourceFile[],
  cases: ReadingSettings['cases'],
  { found, add }: Pick<ReturnType<typeof createSummary>, 'found' | 'add'>,
  attachments: Attachments,
): AsyncGenerator<ReportedTest[]> {
  let tests: ReportedTest[] = []
  let characters = 0
  for await (const test of readResults(files, cases, found, attachments)) {
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

answerQuestions<ToReader, FromReader>((settings) => {
  const { files: copies, cases, contents } = settings as ReadingSettings
  const files = copies.map(({ name, path, sizeBytes }): SourceFile => ({
    name,
    sizeBytes,
    open: (range) => createReadStream(path, { ...range, highWaterMark: PIECE_BYTES }),
  }))
  const collected = createSummary()
  const attachments = createAttachments(contents)
  const parts = partsOf(files, cases, collected, attachments)
  return {
    answerTo: async ({ kind }) => {
      if (kind === 'inspect') {
        for await (const _ of parts);
        return { kind: 'read', summary: collected.summary, output: '', attachments: [] }
      }
      if (kind === 'attachments') {
        const saved = await attachments.extract(files, collected.found.problem)
        return { kind: 'saved', summary: collected.summary, contents: saved }
      }
      const next = await parts.next()
      return next.done === true
        ? {
            kind: 'read',
            summary: collected.summary,
            output: collected.output,
            attachments: collected.attachments,
          }
        : { kind: 'part', tests: next.value }
    },
  }
})
