import { detectCi } from '../../../contract/launches/ci-servers.ts'
import { fieldsOf, LAUNCH_FIELDS } from '../../client/src/launch-fields.ts'
import { launchAddress } from '../../client/src/live/unsent.ts'
import { EXIT } from './exit-codes.ts'
import { UsageError } from '../../client/src/failures.ts'
import { runChild } from './child.ts'
import { commandName } from './command-name.ts'
import { createConsoleLines } from './console-lines.ts'
import { startLiveLaunch, type LiveLaunch } from './live-launch.ts'
import type { Output } from './output.ts'
import { findResultFiles } from './result-files.ts'
import { parseFlags } from './flags.ts'
import { connectionOf, readSettingsFile } from '../../client/src/settings.ts'
import { describeUpload } from './upload.ts'

/**
 * Runs a command and reports it as a launch while it runs: its output, and the result files that it writes. Resolves with the exit code of the
 * command: results that cannot be uploaded are a warning, or with `--strict` a failure of a command that succeeded.
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
    'no-console': { type: 'boolean' },
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

  const before = (await findResultFiles(results)).files
  const ci = detectCi(process.env)
  const fields = fieldsOf(values, settings, ci)
  const lines = values['no-console'] ? null : createConsoleLines()
  let launch: LiveLaunch | null = null
  const ended = await runChild(program, given, {
    onStart: () => {
      launch = startLiveLaunch({ connection, fields, ci, command: commandName(command), lines, results, before })
    },
    onOutput: lines === null ? null : lines.add,
  })
  if (ended.failure !== undefined || launch === null) {
    output.warn(`${program} cannot be run: ${ended.failure}`)
    return EXIT.commandNotFound
  }
  try {
    const { uploaded, files, rejections, launchId, consoleProblem } = await (launch as LiveLaunch).end(ended)
    if (consoleProblem !== null) output.warn(`The output was not uploaded: ${consoleProblem}`)
    if (uploaded !== null) describeUpload(output, uploaded, files)
    else output.say(launchAddress(connection, launchId))
    if (rejections.length > 0) throw new UsageError(rejections.join('; '))
    if (uploaded === null) throw new UsageError(`${program} has written no file that matches ${results.join(', ')}`)
  } catch (error) {
    // Whatever happens to the report, as to files that cannot be read, the exit code is that of the command.
    output.warn(`The results were not uploaded: ${(error as Error).message}`)
    if (values.strict && ended.code === 0) return EXIT.failed
  }
  return ended.code
}
