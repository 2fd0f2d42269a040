import { spawn } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { folderWithin } from './artifacts.ts'
import { RunProblem } from '../workers/problems.ts'
import type { Driver } from './driver.ts'
import { ATTEMPT_VARIABLE, INSTALLATION_VARIABLE, kill, killMarked, markedProcesses } from './process-tree.ts'

/**
 * Runs launches as plain processes with the rights of the server: for single-user machines. Of the server's environment they only get the
 * search path of programs.
 */
export const createProcessDriver = (parts: {
  isEnabled: boolean
  installation: string
  serverUrl: () => string
}): Driver => ({
  name: 'process',
  isAvailable: () => Promise.resolve(parts.isEnabled),
  serverUrl: parts.serverUrl,

  start: async ({ lease, command, environment, folder, onOutput, begin }, signal) => {
    const home = path.join(folder, 'home')
    await mkdir(home, { recursive: true, mode: 0o700 })
    await begin()
    signal.throwIfAborted()
    const child = spawn('/bin/sh', ['-c', command], {
      cwd: path.join(folder, 'workspace'),
      env: {
        PATH: process.env['PATH'] ?? '/usr/local/bin:/usr/bin:/bin',
        HOME: home,
        TMPDIR: home,
        LANG: 'C.UTF-8',
        ...environment,
        [ATTEMPT_VARIABLE]: lease,
        [INSTALLATION_VARIABLE]: parts.installation,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    })
    const { pid } = child
    if (pid === undefined) {
      const error = await new Promise<Error>((resolve) => child.once('error', resolve))
      throw new RunProblem(`The command could not be started: ${error.message}`)
    }
    child.stdout.on('data', onOutput)
    child.stderr.on('data', onOutput)
    const killAll = async () => {
      kill(-pid)
      await killMarked(parts.installation, lease)
    }
    // Processes left by the command would keep its output open forever.
    child.once('exit', () => void killAll())
    const ended = new Promise<{ exitCode: number | null; note: string | null }>((resolve) => {
      child.once('close', (exitCode, by) => resolve({ exitCode, note: by === null ? null : `Ended by ${by}` }))
    })
    const left = (name: string) => folderWithin(path.join(folder, 'workspace'), name)
    return { ended, left, kill: killAll }
  },

  list: async () => [...new Set((await markedProcesses(parts.installation)).map(({ lease }) => lease))],
  remove: (lease) => killMarked(parts.installation, lease),
})
