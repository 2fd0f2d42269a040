import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { StartLaunch } from '../../contract/launches/reporting.ts'
import { isRule, openMarkdown } from '../../server/cases/import/formats/markdown.ts'
import type { SourceFile } from '../../server/reading/source-file.ts'
import { titleOf } from '../../server/cases/import/values.ts'
import { Readable } from 'node:stream'

const root = path.join(import.meta.dirname, '../..')
let folder = ''
beforeAll(() => (folder = mkdtempSync(path.join(tmpdir(), 'assay-regex-'))))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const checked = (source: string) => {
  const file = path.join(folder, 'planted.ts')
  writeFileSync(file, source)
  const { status, stderr } = spawnSync(process.execPath, [path.join(root, 'scripts/check-regex.mjs'), file], {
    encoding: 'utf8',
  })
  return { status, stderr }
}

test.each([
  ['/^(\\w+\\s?)*$/', 'exponential'],
  ['/[ \\t]*<br\\s*\\/?>/gi', 'quadratic'],
  ['/^\\s*\\|?(?:\\s*:?-+:?\\s*\\|)*\\s*:?-+:?\\s*\\|?\\s*$/', 'quadratic'],
  ['/^\\s*(\\d{4})\\s*(Z)?\\s*$/', 'quadratic'],
  ['/\\/+$/', 'quadratic'],
])('the check of expressions finds %s', (expression, growth) => {
  const { status, stderr } = checked(`\nexport const planted = ${expression}\n`)
  expect(status).toBe(1)
  expect(stderr).toMatch(/planted\.ts:2:24 /)
  expect(stderr).toContain(growth)
})

test('the check of expressions accepts linear ones', () => {
  expect(checked('export const trailing = /(?<!\\/)\\/+$/, day = /^\\d{4}-\\d\\d$/')).toEqual({ status: 0, stderr: '' })
})

/** In quadratic time these take minutes, which is longer than a test here may take. */
const blanks = ' '.repeat(400_000)
vi.setConfig({ testTimeout: 30_000 })

const fileOf = (text: string): SourceFile => ({
  name: 'cases.md',
  sizeBytes: text.length,
  open: () => Readable.from([Buffer.from(text)]),
})

test('a time made of blanks is rejected', () => {
  const sent = { name: 'Run', startedAt: `2026-01-01T10:00:00${blanks}x`, framework: 'x' }
  expect(StartLaunch.safeParse(sent).success).toBe(false)
})

test.each([
  ['a rule of blanks', `|-${blanks}x`],
  ['a rule of dashes and blanks', `|${'- '.repeat(200_000)}|x`],
  ['a rule of empty cells', `|${' |'.repeat(200_000)}`],
])('%s is no rule of a table', (_, line) => expect(isRule(line)).toBe(false))

test('cells of blanks are read', async () => {
  const { columns, rows } = await openMarkdown(fileOf(`| Title |\n| - |\n| a${blanks}b <br${blanks}c |\n`))
  expect(columns).toEqual(['Title'])
  const read = []
  for await (const { cells } of rows) read.push(cells[0]?.length)
  expect(read).toEqual([`a${blanks}b <br${blanks}c`.length])
})

test('a title of blanks is too long', () => {
  const faults: string[] = []
  titleOf(`a${blanks}b`, (_, message) => faults.push(message))
  expect(faults).toHaveLength(1)
})
