import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { build } from 'vite'

export const root = path.join(import.meta.dirname, '../../../..')
const config = path.join(root, 'packages/cli/vite.config.ts')

export interface Ran {
  code: number | null
  stdout: string
  stderr: string
}

export interface Cli {
  /** The built file. */
  file: string
  /** Working directory of the commands. */
  folder: string
  /** Runs it with these variables and no others. */
  run: (args: readonly string[], env?: Record<string, string>) => Promise<Ran>
  /** Writes a file to the working directory. */
  write: (name: string, content: string | Uint8Array) => Promise<void>
  remove: () => Promise<void>
}

/** Builds the command line of the current sources, in a folder from which no package can be loaded. */
export const buildCli = async (): Promise<Cli> => {
  const home = await mkdtemp(path.join(tmpdir(), 'assay-cli-'))
  const folder = path.join(home, 'work')
  await mkdir(folder)
  await build({ configFile: config, logLevel: 'error', build: { outDir: home, emptyOutDir: false } })
  const file = path.join(home, 'assay.mjs')
  return {
    file,
    folder,
    run: (args, env = {}) => runProgram(process.execPath, [file, ...args], { cwd: folder, env }),
    write: async (name, content) => {
      const target = path.join(folder, name)
      await mkdir(path.dirname(target), { recursive: true })
      await writeFile(target, content)
    },
    remove: () => rm(home, { recursive: true, force: true }),
  }
}

/** Runs a program to its end, without the variables of the test's own environment. */
export const runProgram = async (
  program: string,
  args: readonly string[],
  { cwd, env }: { cwd: string; env: Record<string, string> },
): Promise<Ran> => {
  const child = spawn(program, args, {
    cwd,
    env: { PATH: process.env['PATH'] ?? '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let [stdout, stderr] = ['', '']
  child.stdout.on('data', (text: Buffer) => (stdout += text.toString()))
  child.stderr.on('data', (text: Buffer) => (stderr += text.toString()))
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, stdout, stderr }
}

/** A report in JUnit XML with these results by name of the test. */
export const junit = (results: Record<string, 'passed' | 'failed'>, suite = 'cart'): string =>
  `<testsuite name="${suite}">${Object.entries(results)
    .map(([name, result]) => {
      const failure = result === 'failed' ? `<failure message="${name} failed"/>` : ''
      return `<testcase classname="${suite}.Tests" name="${name}" time="0.1">${failure}</testcase>`
    })
    .join('')}</testsuite>`
