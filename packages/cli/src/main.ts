#!/usr/bin/env node
import { gate, upload, wait, type Command } from './commands.ts'
import { EXIT } from './exit-codes.ts'
import { Rejected, Unreachable, UsageError } from '../../client/src/failures.ts'
import { createOutput } from './output.ts'
import { quarantine } from './quarantine.ts'
import { runCommand } from './run.ts'
import { split } from './split.ts'

const USAGE = `assay upload <files, folders or globs>   uploads test results as one launch
  --name, --environment, --build         of the launch; by default as the reports and the CI server say
  --commit, --branch, --pull-request, --build-url, --repository-url
                                         where the launch comes from; by default as the reports and the CI server say
  --shard 1/4                            one of the parallel jobs of a build, which are one launch
  --build-key TEXT                       the same for all of these jobs; by default from the CI server, or --build
  --gate                                 exit code 1 if the launch does not pass the quality gate
  --strict                               fail when Assay cannot be reached, rather than warn
assay run --results GLOB -- COMMAND      runs a command as a launch, with its output and the result files that it writes
  --no-console                           does not report the output of the command
assay gate                               exit code 1 if a launch does not pass the quality gate
  --launch ID, --name, --build, --uuid   of the launch; by default the newest one of this build
  --min-pass-rate, --max-failures, --max-new-failures, --max-skipped, --max-retried, --min-tests,
  --allow-incomplete
                                         thresholds; by default those of the project
assay wait                               waits until a launch has ended; exit code 1 after --timeout SECONDS

assay quarantine                         prints the quarantined tests, one per line
  --for playwright                       as lines for playwright test --test-list-invert FILE
  --for pytest                           as arguments for pytest @FILE
assay split --shard 1/4 GLOBS            prints the test files of one of the parallel jobs of a build, balanced by recent durations
  --name                                 of the launches whose durations count
  --key TEXT                             the same for all jobs of a build; by default from the CI server
Settings: ASSAY_URL, ASSAY_TOKEN, ASSAY_PROJECT, or --url, --token, --project, or assay.json
          --retry-for SECONDS            how long calls are repeated (60)
          --json                         prints one JSON object
Exit codes: 0 done, 1 the gate is not passed or the launch has not ended, 2 wrong use, rejected or not reachable`

const COMMANDS: Readonly<Record<string, Command>> = { upload, gate, wait, quarantine, split }

const main = async ([name = '', ...given]: readonly string[]): Promise<number> => {
  const end = given.includes('--') ? given.indexOf('--') : given.length
  const args = given.slice(0, end)
  const isHelp = ['', 'help', '--help', '-h'].includes(name) || args.includes('--help')
  if (isHelp) {
    process.stdout.write(`${USAGE}\n`)
    return name === '' ? EXIT.failed : EXIT.ok
  }
  const output = createOutput(args.includes('--json'))
  try {
    if (name === 'run') return await runCommand(args, given.slice(end + 1), output)
    if (end < given.length) throw new UsageError(`Only assay run has a command after --`)
    const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
    if (!command) throw new UsageError(`There is no command ${name}: ${[...Object.keys(COMMANDS), 'run'].join(', ')}`)
    return await command(args, output)
  } catch (error) {
    const isKnown = error instanceof UsageError || error instanceof Rejected || error instanceof Unreachable
    // Such as a file that cannot be read.
    const isOfSystem = error instanceof Error && 'syscall' in error
    if (!isKnown && !isOfSystem) throw error
    output.warn(error.message)
    const { status = null, code = null } = error as Partial<Rejected>
    output.result({ error: { message: error.message, status, code } })
    return EXIT.failed
  }
}

process.exitCode = await main(process.argv.slice(2))
