#!/usr/bin/env node
/** Worker: runs launches of a server on another machine. */
import { ConfigError } from './config.ts'
import { COMMANDS } from './installation.ts'
import { runWorker } from './launchers/engine/worker-process.ts'
import { workerHelp } from './worker-config.ts'

try {
  if (process.argv.includes('--help')) process.stdout.write(workerHelp())
  else runWorker(process.env)
} catch (error) {
  if (!(error instanceof ConfigError)) throw error
  process.stderr.write(
    `The worker cannot start with this configuration:\n\n${error.message.replace(/^/gm, '  ')}\n\nSee ${COMMANDS.worker} --help\n`,
  )
  process.exitCode = 1
}
