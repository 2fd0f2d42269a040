import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePort } from '../../server/support/free-port.ts'
import { expect, test } from '../support/test.ts'

const root = path.join(import.meta.dirname, '../../..')

const isListening = (port: number): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}/api/health/live`).then(
    ({ ok }) => ok,
    () => false,
  )

test.describe.configure({ timeout: 300_000 })

const dataDir = mkdtempSync(path.join(tmpdir(), 'assay-npm-start-'))
test.afterAll(() => rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 }))

for (const [how, command, signal] of [
  ['a signal to npm', ['npm', 'start'], 'SIGTERM'],
  ['a signal to the documented command', [process.execPath, 'scripts/run.mjs', 'start'], 'SIGTERM'],
  ['a kill of the documented command', [process.execPath, 'scripts/run.mjs', 'start'], 'SIGKILL'],
] as const)
  test(`${how} stops the server, and frees its port`, { tag: '@full' }, async () => {
    const port = await freePort()
    const [program, ...args] = command
    const child: ChildProcess = spawn(program, args, {
      cwd: root,
      env: { ...process.env, PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'warn' },
      stdio: 'ignore',
    })
    try {
      // It builds first where a source is newer.
      await expect.poll(() => isListening(port), { timeout: 240_000 }).toBe(true)
      child.kill(signal)
      await expect.poll(() => isListening(port), { timeout: 15_000 }).toBe(false)
    } finally {
      child.kill('SIGKILL')
    }
  })
