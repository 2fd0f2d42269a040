import { createReadStream, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { createAttachments } from '../../../../server/launches/import/attachments/attachments.ts'
import { readResults } from '../../../../server/launches/import/formats/read-results.ts'
import type { ReportedAttachment, ReportedTest } from '../../../../server/launches/import/formats/reported.ts'
import { createSummary } from '../../../../server/launches/import/reading/summary.ts'
import type { SourceFile } from '../../../../server/reading/source-file.ts'

const reports = path.resolve(import.meta.dirname, '../../../server/launches/import/files')
const fixtures = path.resolve(import.meta.dirname, '../../../fixtures/reports')

const fileAt = (place: string): SourceFile => ({
  name: path.basename(place),
  sizeBytes: statSync(place).size,
  open: (range) => createReadStream(place, range ?? {}),
})
/** Report that a real runner wrote. */
export const fileNamed = (name: string): SourceFile => fileAt(path.join(reports, name))
/** Small report of one case, as `folder/file`. */
export const fixture = (name: string): SourceFile => fileAt(path.join(fixtures, name))
export const fixturesIn = (folder: string): SourceFile[] =>
  readdirSync(path.join(fixtures, folder))
    .toSorted()
    .map((name) => fixture(`${folder}/${name}`))

export const fileOf = (name: string, content: string | Buffer): SourceFile => {
  const bytes = Buffer.from(content)
  return {
    name,
    sizeBytes: bytes.length,
    open: (range) => Readable.from([range === undefined ? bytes : bytes.subarray(range.start, range.end + 1)]),
  }
}

/** Project whose cases the reports may name. */
const cases = { projectKey: 'SHOP', numbers: new Set([7, 8]) }

export const read = (...files: SourceFile[]) => readFirst(undefined, ...files)

/** Reads at most this number of tests. */
export const readFirst = async (maxTests: number | undefined, ...files: SourceFile[]) => {
  const collected = createSummary()
  const folder = mkdtempSync(path.join(tmpdir(), 'assay-contents-'))
  const contentsFile = path.join(folder, 'contents')
  const attachments = createAttachments(contentsFile)
  const tests: ReportedTest[] = []
  for await (const one of readResults(files, cases, collected.found, attachments, maxTests)) {
    collected.add(one)
    tests.push(one)
  }
  const ranges = await attachments.extract(files, collected.found.problem)
  const contents = readFileSync(contentsFile)
  rmSync(folder, { recursive: true })
  /** Attachments with their contents; null for those that are not imported. */
  const contentsOf = (attached: readonly ReportedAttachment[]) =>
    attached.map(({ id, name }): [string, string | null] => {
      const { at, sizeBytes } = ranges.get(id) ?? { at: 0, sizeBytes: -1 }
      return [name, sizeBytes < 0 ? null : contents.toString('utf8', at, at + sizeBytes)]
    })
  return {
    ...collected.summary,
    output: collected.output,
    attachments: contentsOf(collected.attachments),
    tests,
    contentsOf,
  }
}

/** Returns one line for each test, as lists show it. */
export const lines = (tests: readonly ReportedTest[]): string[] =>
  tests.map(({ status, className, name }) => `${status} ${className ?? '-'} · ${name}`)

export const named = (tests: readonly ReportedTest[], name: string): ReportedTest => {
  const found = tests.find((one) => one.name === name)
  if (found === undefined) throw new Error(`there is no test ${name}: ${lines(tests).join('; ')}`)
  return found
}
