import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startAskedProcess } from '../../../../server/reading/ask-process.ts'
import { Unreadable } from '../../../../server/reading/source-file.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-asked-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('names the memory limit when a long stack trace follows it', async () => {
  const module = join(folder, 'out-of-memory.mjs')
  const lines = `'FATAL ERROR: JavaScript heap out of memory' + '\\n at a native frame'.repeat(1000)`
  writeFileSync(module, `process.stderr.write(${lines}, () => process.exit(134))`)
  const requested = startAskedProcess(
    pathToFileURL(module),
    {},
    { timeMs: 60_000, memoryMb: 64 },
    { tooLong: 'Too long', tooLarge: 'Too large' },
  )
  await expect(requested.ask(null)).rejects.toThrow(new Unreadable('Too large'))
  await requested.close()
})
