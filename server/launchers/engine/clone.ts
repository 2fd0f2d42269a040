import { lstat, readdir } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ConnectionProblem } from '../../../contract/launchers/repositories.ts'
import type { Config } from '../../config.ts'
import { OutgoingFailure } from '../../outgoing/outgoing.ts'
import { gitEnvironment, type GitTarget } from '../git/git-setup.ts'
import { createGit, GitFailure, runGit } from '../git/git.ts'
import { RunProblem } from '../workers/problems.ts'

const TIMEOUT_MS = 5 * 60_000
const LOOK_EVERY_MS = 1000
const OUTPUT_BYTES = 1024 * 1024

/** Limits of the disk usage of one checkout. */
const CHECKOUT_LIMITS = { bytes: 4 * 1024 ** 3, files: 200_000 }

const MESSAGES: Record<ConnectionProblem, string> = {
  refused: 'The git server refused to give the repository: check its credentials',
  unreachable: 'The git server could not be reached',
  internal: 'The address of the repository leads into an internal network',
  certificate: 'The certificate of the git server could not be verified',
  'host-key': 'The host key of the git server is not known',
  'too-slow': `The repository could not be cloned in ${TIMEOUT_MS / 60_000} minutes`,
  'too-large': 'The repository is too large to be cloned',
  'no-git': 'The server has no git',
}

type CloneConfig = Pick<Config, 'DATA_DIR' | 'ALLOW_INTERNAL_ADDRESSES'>

/**
 * Clones the newest commit of a branch into `folder`, without submodules, hooks and filters; resolves with the commit. Throws `RunProblem`.
 */
export const cloneBranch = async (
  config: CloneConfig,
  { target, branch, folder, signal }: { target: GitTarget; branch: string; folder: string; signal: AbortSignal },
): Promise<string> => {
  const limit = new AbortController()
  const watch = setInterval(() => {
    fits(folder).then(
      (isFitting) => isFitting || limit.abort(new GitFailure('too-large')),
      () => undefined,
    )
  }, LOOK_EVERY_MS)
  try {
    const env = await gitEnvironment(target, config)
    const url = target.isLocal === true ? pathToFileURL(target.url).href : target.url
    const args = ['clone', '--quiet', '--depth', '1', '--single-branch', '--no-tags', '--no-recurse-submodules']
    const stopped = AbortSignal.any([signal, limit.signal])
    await runGit(
      [...args, '--template=', '--branch', branch, '--', url, folder],
      env,
      TIMEOUT_MS,
      OUTPUT_BYTES,
      stopped,
    )
    if (!(await fits(folder))) throw new GitFailure('too-large')
    return (await runGit(['-C', folder, 'rev-parse', 'HEAD'], env, TIMEOUT_MS, OUTPUT_BYTES, stopped)).trim()
  } catch (error) {
    signal.throwIfAborted()
    throw await problemOf(config, target, branch, limit.signal.aborted ? new GitFailure('too-large') : error)
  } finally {
    clearInterval(watch)
  }
}

/** Git reports a missing branch like a missing repository: lists the branches to distinguish them. */
const problemOf = async (config: CloneConfig, target: GitTarget, branch: string, error: unknown): Promise<unknown> => {
  if (error instanceof OutgoingFailure)
    return new RunProblem(MESSAGES[error.why === 'internal' ? 'internal' : 'unreachable'], { cause: error })
  if (!(error instanceof GitFailure)) return error
  if (error.why === 'refused' || error.why === 'unreachable') {
    const refs = await createGit(config)
      .refs(target)
      .catch(() => null)
    if (refs !== null && !refs.branches.some(({ name }) => name === branch))
      return new RunProblem(`The repository has no branch ${branch}`)
  }
  return new RunProblem(MESSAGES[error.why], { cause: error })
}

const fits = async (folder: string): Promise<boolean> => {
  let files = 0
  let bytes = 0
  const folders = [folder]
  for (let at = folders.pop(); at !== undefined; at = folders.pop()) {
    const entries = await readdir(at, { withFileTypes: true }).catch(() => [])
    files += entries.length
    if (files > CHECKOUT_LIMITS.files) return false
    for (const entry of entries) {
      const whole = path.join(at, entry.name)
      if (entry.isDirectory()) folders.push(whole)
      else bytes += (await lstat(whole).catch(() => null))?.size ?? 0
    }
    if (bytes > CHECKOUT_LIMITS.bytes) return false
  }
  return true
}
