import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

const script = path.join(import.meta.dirname, '../../scripts/check-licenses.mjs')

let folder = ''
beforeEach(() => (folder = mkdtempSync(path.join(tmpdir(), 'assay-licenses-'))))
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const check = (packages: Record<string, { version: string; license?: string; dev?: true }>) => {
  writeFileSync(path.join(folder, 'package-lock.json'), JSON.stringify({ packages }))
  const { status, stderr } = spawnSync(process.execPath, [script, folder], { encoding: 'utf8' })
  return { status, stderr }
}

test('the check of licenses names each production dependency that may not be shipped', () => {
  const packages = {
    'node_modules/free': { version: '1.0.0', license: 'MIT' },
    'node_modules/copyleft': { version: '2.0.0', license: 'GPL-3.0-only' },
    'node_modules/unknown': { version: '3.0.0' },
  }
  expect(check(packages)).toEqual({
    status: 1,
    stderr: 'node_modules/copyleft 2.0.0: GPL-3.0-only\nnode_modules/unknown 3.0.0: no license\n',
  })
})

test('the check of licenses accepts a choice with an allowed one, development tools, and the list of an old manifest', () => {
  mkdirSync(path.join(folder, 'node_modules/old'), { recursive: true })
  writeFileSync(path.join(folder, 'node_modules/old/package.json'), JSON.stringify({ licenses: [{ type: 'ISC' }] }))
  const packages = {
    'node_modules/choice': { version: '1.0.0', license: '(GPL-2.0-only OR MIT)' },
    'node_modules/tool': { version: '1.0.0', license: 'GPL-3.0-only', dev: true },
    'node_modules/old': { version: '0.1.0' },
  } as const
  expect(check(packages)).toEqual({ status: 0, stderr: '' })
})
