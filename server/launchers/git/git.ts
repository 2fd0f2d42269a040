/** Reads repositories over git's own protocol, with the `git` command of the machine. */
import { spawn } from 'node:child_process'
import type { Branch, ConnectionProblem } from '../../../contract/launchers/repositories.ts'
import type { Config } from '../../config.ts'
import { OutgoingFailure } from '../../outgoing/outgoing.ts'
import { gitEnvironment, type GitTarget } from './git-setup.ts'

/** Failure of git to read a repository. Its message contains nothing that was sent or received. */
export class GitFailure extends Error {
  readonly why: ConnectionProblem
  constructor(why: ConnectionProblem, options?: ErrorOptions) {
    super(`git failed: ${why}`, options)
    this.why = why
  }
}

export interface Refs {
  branches: Branch[]
  defaultBranch: string | null
}

export interface Git {
  /** Resolves with all branches and the default one. Throws `GitFailure`. */
  refs(target: GitTarget): Promise<Refs>
}

const TIMEOUT_MS = 20_000
const OUTPUT_BYTES = 8 * 1024 * 1024
const STDERR_BYTES = 64 * 1024

export const createGit = (
  config: Pick<Config, 'DATA_DIR' | 'ALLOW_INTERNAL_ADDRESSES'>,
  { timeoutMs = TIMEOUT_MS, outputBytes = OUTPUT_BYTES }: { timeoutMs?: number; outputBytes?: number } = {},
): Git => ({
  refs: async (target) => {
    const env = await gitEnvironment(target, config).catch((error: unknown) => {
      throw new GitFailure(error instanceof OutgoingFailure && error.why === 'internal' ? 'internal' : 'unreachable', {
        cause: error,
      })
    })
    const args = ['ls-remote', '--symref', '--', target.url, 'HEAD', 'refs/heads/*']
    return parseRefs(await runGit(args, env, timeoutMs, outputBytes))
  },
})

/** Runs git in its own process group, so that its transport processes end with it, also on `signal`. Resolves with its output. */
export const runGit = (
  args: string[],
  env: NodeJS.ProcessEnv,
  timeoutMs: number,
  outputBytes: number,
  signal?: AbortSignal,
): Promise<string> =>
  new Promise((done, failed) => {
    const child = spawn('git', args, { env, cwd: env['HOME'], stdio: ['ignore', 'pipe', 'pipe'], detached: true })
    const parts: Buffer[] = []
    let size = 0
    let errors = ''
    let stopped: ConnectionProblem | null = null
    const stop = (why: ConnectionProblem) => {
      stopped ??= why
      try {
        if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
      } catch {
        // The process has already ended.
      }
    }
    const timer = setTimeout(() => stop('too-slow'), timeoutMs)
    const onAbort = () => stop('too-slow')
    if (signal?.aborted === true) onAbort()
    signal?.addEventListener('abort', onAbort, { once: true })
    child.once('close', () => signal?.removeEventListener('abort', onAbort))
    child.stdout.on('data', (part: Buffer) => {
      size += part.length
      if (size > outputBytes) stop('too-large')
      else parts.push(part)
    })
    child.stderr.on('data', (part: Buffer) => {
      if (errors.length < STDERR_BYTES) errors += part.toString('utf8')
    })
    child.on('error', (error) => {
      clearTimeout(timer)
      failed(new GitFailure('no-git', { cause: error }))
    })
    child.on('close', (code) => {
      clearTimeout(timer)
      if (stopped !== null) failed(new GitFailure(stopped))
      else if (code === 0) done(Buffer.concat(parts).toString('utf8'))
      else failed(new GitFailure(problemIn(errors)))
    })
  })

const SIGNS: readonly [ConnectionProblem, RegExp][] = [
  ['host-key', /host key verification failed|host key is known/i],
  ['certificate', /certificate|\bSSL\b|TLS/i],
  [
    'refused',
    /authentication failed|could not read username|permission denied|not found|access denied|error: 40[134]|terminal prompts disabled|does not appear to be a git repository/i,
  ],
]

/** Matches git's English messages, because it has no error codes. */
const problemIn = (errors: string): ConnectionProblem =>
  SIGNS.find(([, sign]) => sign.test(errors))?.[0] ?? 'unreachable'

const HEADS = 'refs/heads/'

const parseRefs = (output: string): Refs => {
  const branches: Branch[] = []
  let defaultBranch: string | null = null
  for (const line of output.split('\n')) {
    const [left = '', ref = ''] = line.split('\t')
    if (ref === 'HEAD' && left.startsWith(`ref: ${HEADS}`)) defaultBranch = left.slice(5 + HEADS.length)
    else if (ref.startsWith(HEADS)) branches.push({ name: ref.slice(HEADS.length), commit: left })
  }
  branches.sort(
    (a, b) => Number(b.name === defaultBranch) - Number(a.name === defaultBranch) || (a.name < b.name ? -1 : 1),
  )
  return { branches, defaultBranch }
}
