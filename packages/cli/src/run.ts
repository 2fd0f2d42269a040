import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { detectCi } from '../../../contract/launches/ci-servers.ts'
import { fieldsOf, LAUNCH_FIELDS } from '../../client/src/launch-fields.ts'
import { EXIT } from './exit-codes.ts'
import { Rejected, Unreachable, UsageError } from '../../client/src/failures.ts'
import type { Output } from './output.ts'
import { findResultFiles, type ResultFile } from './result-files.ts'
import { parseFlags } from './flags.ts'
import { connectionOf, readSettingsFile } from '../../client/src/settings.ts'
import { describeUpload, uploadFiles } from './upload.ts'

/**
 * Runs a command and uploads the result files that it has written. Resolves with the exit code of the command: results that cannot be
 * uploaded are a warning, or with `--strict` a failure of a command that succeeded.
 */
export const runCommand = async (
  args: readonly string[],
  command: readonly string[],
  output: Output,
): Promise<number> => {
  const options = {
    ...LAUNCH_FIELDS,
    results: { type: 'string', multiple: true },
    strict: { type: 'boolean' },
  } as const
  const { values, positionals } = parseFlags(args, options)
  if (positionals.length > 0) throw new UsageError(`Write -- before the command: assay run -- ${positionals.join(' ')}`)
  if (values.json) throw new UsageError('assay run has no --json, because the output of the command is not JSON')
  const [program, ...given] = command
  if (program === undefined) throw new UsageError('Name the command: assay run --results report.xml -- npm test')
  const settings = readSettingsFile()
  const results = values.results ?? settings.results ?? []
  if (results.length === 0) throw new UsageError('Name the result files that the command writes: --results report.xml')
  const connection = connectionOf(values, process.env, settings)

  const before = await findResultFiles(results)
  const ended = await run(program, given)
  if (ended.failure !== undefined) {
    output.warn(`${program} cannot be run: ${ended.failure}`)
    return EXIT.commandNotFound
  }
  const files = writtenSince(before.files, (await findResultFiles(results)).files)
  try {
    if (files.length === 0) throw new UsageError(`${program} has written no file that matches ${results.join(', ')}`)
    const ci = detectCi(process.env)
    // A CI server that stops a job gives it some seconds.
    const hurried = ended.wasStopped ? { ...connection, retryMs: 0 } : connection
    describeUpload(output, await uploadFiles(hurried, files, fieldsOf(values, settings, ci), ci), files.length)
  } catch (error) {
    if (!(error instanceof UsageError || error instanceof Rejected || error instanceof Unreachable)) throw error
    output.warn(`The results were not uploaded: ${error.message}`)
    if (values.strict && ended.code === 0) return EXIT.failed
  }
  return ended.code
}

/** Reports of earlier runs stay in the folder, and must not be uploaded as results of this one. */
const writtenSince = (before: readonly ResultFile[], after: readonly ResultFile[]): ResultFile[] => {
  const known = new Map(before.map((file) => [file.name, file]))
  return after.filter(({ name, sizeBytes, modifiedMs }) => {
    const earlier = known.get(name)
    return earlier === undefined || earlier.sizeBytes !== sizeBytes || earlier.modifiedMs !== modifiedMs
  })
}

const FORWARDED = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

interface Ended {
  code: number
  /** This process received a signal to end. */
  wasStopped: boolean
  /** Why the program could not be started. */
  failure?: string
}

/** Runs a program with our standard streams and forwards signals to it. */
const run = (program: string, args: readonly string[]): Promise<Ended> =>
  new Promise((resolve) => {
    const child = spawn(program, args, { stdio: 'inherit' })
    let wasStopped = false
    const forward = (signal: NodeJS.Signals) => {
      wasStopped = true
      // A terminal sends Ctrl+C to the program as well; a second one would make it give up its reports.
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal)
    }
    for (const signal of FORWARDED) process.on(signal, forward)
    const end = (ended: Omit<Ended, 'wasStopped'>) => {
      for (const signal of FORWARDED) process.off(signal, forward)
      resolve({ ...ended, wasStopped })
    }
    child.once('error', ({ message }) => end({ code: EXIT.commandNotFound, failure: message }))
    child.once('exit', (code, signal) => end({ code: code ?? 128 + (signal === null ? 0 : constants.signals[signal]) }))
  })
