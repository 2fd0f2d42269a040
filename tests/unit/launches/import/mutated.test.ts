import { readFileSync } from 'node:fs'
import path from 'node:path'
import { Readable } from 'node:stream'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { fileOf, read } from './read-reports.ts'

const folder = path.resolve(import.meta.dirname, '../../../server/launches/import/files')
const NAMES = [
  'allure-mocha.zip',
  'behave.json',
  'cucumber-js.json',
  'cucumber-messages.ndjson',
  'dotnet.trx',
  'go-test.jsonl',
  'googletest.json',
  'jest-ctrf.json',
  'jest.json',
  'junit-events.xml',
  'mocha.json',
  'mochawesome.json',
  'node.tap',
  'nunit3.xml',
  'playwright-blob.zip',
  'playwright.json',
  'pytest.xml',
  'robot-output.xml',
  'rspec.json',
  'surefire.xml',
  'testng-results.xml',
  'vitest.tap',
  'xunit.xml',
]
const mutation = fc.record({ at: fc.nat(), bytes: fc.uint8Array({ maxLength: 8 }), dropped: fc.nat({ max: 40 }) })

const isStorable = (value: unknown): boolean =>
  typeof value === 'string'
    ? value.isWellFormed() && !value.includes('\0')
    : typeof value === 'number'
      ? Number.isFinite(value) && Math.abs(value) < 8.64e15
      : typeof value !== 'object' || value === null || Object.values(value).every(isStorable)

const RUNS = { numRuns: Number(process.env.MUTATIONS ?? 15) }

/** A file that arrives in pieces of this size. */
const inPieces = (name: string, bytes: Buffer, size: number) => ({
  name,
  sizeBytes: bytes.length,
  open: (range?: { start: number; end: number }) => {
    const part = range === undefined ? bytes : bytes.subarray(range.start, range.end + 1)
    return Readable.from(
      Array.from({ length: Math.ceil(part.length / size) }, (_, i) => part.subarray(i * size, (i + 1) * size)),
    )
  },
})

test.each(NAMES)('reads %s with damaged bytes without an error', async (name) => {
  const whole = readFileSync(path.join(folder, name))
  await fc.assert(
    fc.asyncProperty(
      fc.array(mutation, { minLength: 1, maxLength: 3 }),
      fc.integer({ min: 1, max: 4097 }),
      async (mutations, size) => {
        let bytes = whole
        for (const { at, bytes: added, dropped } of mutations) {
          const place = at % bytes.length
          bytes = Buffer.concat([bytes.subarray(0, place), added, bytes.subarray(place + dropped)])
        }
        expect(isStorable(await read(inPieces(name, bytes, size)))).toBe(true)
      },
    ),
    RUNS,
  )
})

// A plan at the beginning of a TAP stream is fulfilled by the first line of a subtest in braces.
test.each(NAMES.filter((name) => name !== 'vitest.tap'))(
  'names a problem when the end of %s is missing',
  async (name) => {
    const whole = readFileSync(path.join(folder, name))
    const intact = await read(fileOf(name, whole))
    await fc.assert(
      fc.asyncProperty(fc.nat(), fc.integer({ min: 1, max: 4097 }), async (at, size) => {
        const { tests, problemCount } = await read(inPieces(name, whole.subarray(0, at % whole.length), size))
        expect(tests.length === intact.tests.length || problemCount > 0).toBe(true)
      }),
      RUNS,
    )
  },
)
