import { setTimeout as delay } from 'node:timers/promises'
import { detectCi } from '../../../contract/launches/ci-servers.ts'
import { isUnderWay } from '../../../contract/launches/launches.ts'
import { EXIT } from './exit-codes.ts'
import { Rejected, Unreachable, UsageError } from '../../client/src/failures.ts'
import { askGate, describeGate, LAUNCH, launchOf, THRESHOLDS, thresholdsOf } from './gate.ts'
import { fieldsOf, LAUNCH_FIELDS } from '../../client/src/launch-fields.ts'
import type { Output } from './output.ts'
import { findResultFiles, type ResultFile } from './result-files.ts'
import { parseFlags } from './flags.ts'
import { connectionOf, launchVariables, readSettingsFile, secondsOf } from '../../client/src/settings.ts'
import { sendUnsent } from '../../client/src/live/unsent.ts'
import { describeUpload, uploadFiles } from './upload.ts'

/** Command of the tool. Resolves with its exit code; throws `UsageError`, `Rejected` or `Unreachable`. */
export type Command = (args: readonly string[], output: Output) => Promise<number>

/** Resolves with the files that match. Warns of what matches nothing; throws `UsageError` if nothing does. */
const requireFiles = async (wanted: readonly string[], output: Output): Promise<ResultFile[]> => {
  if (wanted.length === 0) throw new UsageError('Name the result files: assay upload <files, folders or globs>')
  const { files, unmatched } = await findResultFiles(wanted)
  if (files.length === 0) throw new UsageError(`No file matches ${wanted.join(', ')}`)
  for (const one of unmatched) output.warn(`No file matches ${one}`)
  return files
}

export const upload: Command = async (args, output) => {
  const options = { ...LAUNCH_FIELDS, ...THRESHOLDS, gate: { type: 'boolean' }, strict: { type: 'boolean' } } as const
  const { values, positionals } = parseFlags(args, options)
  const settings = readSettingsFile()
  const connection = connectionOf(values, process.env, settings)
  const wanted = positionals.length > 0 ? positionals : (settings.results ?? [])
  const files = wanted.length > 0 ? await requireFiles(wanted, output) : []
  const ci = detectCi(process.env)
  try {
    const unsent = await sendUnsent(connection, output.warn)
    for (const address of unsent) output.say(`A launch of an earlier run was sent: ${address}`)
    if (files.length === 0) {
      if (unsent.length === 0) await requireFiles(wanted, output)
      return EXIT.ok
    }
    const fields = fieldsOf(values, settings, ci)
    const uploaded = await uploadFiles(connection, files, fields, ci)
    describeUpload(output, uploaded, files.length)
    const gate = values.gate
      ? await askGate(connection, { launchId: String(uploaded.launchId), ...thresholdsOf(values) })
      : undefined
    if (gate) describeGate(output, gate)
    output.result({ launch: uploaded, gate: gate ?? null, ci: ci?.origin ?? null })
    // The job of the last shard gets the verdict.
    const isUndecided = fields.part !== null && gate?.verdict === 'pending'
    return gate === undefined || gate.verdict === 'passed' || isUndecided ? EXIT.ok : EXIT.no
  } catch (error) {
    if (!(error instanceof Unreachable) || values.strict) throw error
    output.warn(`The results were not uploaded, which does not fail the build: ${error.message}`)
    output.result({ launch: null, gate: null, ci: ci?.origin ?? null, warning: error.message })
    return EXIT.ok
  }
}

export const gate: Command = async (args, output) => {
  const { values, positionals } = parseFlags(args, { ...LAUNCH, ...THRESHOLDS })
  requireNoArguments(positionals)
  const connection = connectionOf(values, process.env, readSettingsFile())
  const launch = launchOf(values, launchVariables(process.env).build ?? detectCi(process.env)?.origin.buildNumber)
  const verdict = await askGate(connection, { ...launch, ...thresholdsOf(values) })
  describeGate(output, verdict)
  output.result(verdict)
  return verdict.verdict === 'passed' ? EXIT.ok : EXIT.no
}

const WAIT_SECONDS = 3600
const FIRST_POLL_MS = 1000
const LONGEST_POLL_MS = 15_000

export const wait: Command = async (args, output) => {
  const { values, positionals } = parseFlags(args, { ...LAUNCH, timeout: { type: 'string' } })
  requireNoArguments(positionals)
  const connection = connectionOf(values, process.env, readSettingsFile())
  const query = launchOf(values, launchVariables(process.env).build ?? detectCi(process.env)?.origin.buildNumber)
  const seconds = secondsOf(values.timeout, '--timeout', WAIT_SECONDS)
  const end = Date.now() + seconds * 1000
  for (let pollMs = FIRST_POLL_MS; ; pollMs = Math.min(pollMs * 1.5, LONGEST_POLL_MS)) {
    // An agent starts its launch some time after the job has begun.
    const launch = await askGate(connection, query).then(
      (verdict) => verdict.launch,
      (error: unknown) => {
        if (error instanceof Rejected && error.status === 404) return null
        throw error
      },
    )
    if (launch && !isUnderWay(launch.status)) {
      output.say(`Launch #${launch.number} ${launch.name} has ended: ${launch.status.toLowerCase()}`)
      output.result({ ended: true, launch })
      return EXIT.ok
    }
    if (Date.now() + pollMs > end) {
      output.say(
        launch
          ? `Launch #${launch.number} ${launch.name} has not ended within ${seconds} s`
          : `No launch was started within ${seconds} s`,
      )
      output.result({ ended: false, launch })
      return EXIT.no
    }
    await delay(pollMs)
  }
}

const requireNoArguments = (positionals: readonly string[]): void => {
  if (positionals.length > 0) throw new UsageError(`Unexpected argument: ${positionals.join(' ')}`)
}
