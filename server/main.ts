#!/usr/bin/env node
import { setFlagsFromString } from 'node:v8'
import { pino } from 'pino'
import { backUp } from './backup/backup.ts'
import { move } from './backup/move.ts'
import { restore } from './backup/restore.ts'
import { CommandError, commandHelp, parseCommand, type Command } from './command-line.ts'
import { configHelp, ConfigError, readConfig, type Config } from './config.ts'
import { containErrors } from './contained.ts'
import { openDatabase } from './db/open.ts'
import { COMMANDS, readVersion } from './installation.ts'
import { startTracing } from './metrics/tracing.ts'
import { startProblem } from './start-problem.ts'
import { startServer } from './start.ts'

/** Timeout of a graceful shutdown. */
const CLOSE_MS = 25_000

// Limits heap growth between collections to half. By default it grows up to fourfold: a large import left 230 MB of garbage.
setFlagsFromString('--heap-growing-percent=50')

const main = async (command: Command): Promise<void> => {
  if (command.name === 'help') {
    process.stdout.write(`${commandHelp(COMMANDS.server)}\n${configHelp()}`)
    return
  }
  const config = readConfig(process.env)
  if (command.name === 'serve') return serve(config)
  await run(command, config)
  process.stdout.write('', () => process.exit()) // exits when standard output is flushed
}

/** Runs a command on the data of the server that the configuration describes. */
const run = (command: Exclude<Command, { name: 'serve' } | { name: 'help' }>, config: Config): Promise<void> => {
  // Standard output can be the archive.
  const print = (line: string): void => void process.stderr.write(`${line}\n`)
  const version = readVersion()
  if (command.name === 'migrate') return migrate(config)
  if (command.name === 'backup') return backUp({ ...command, location: config, version, print })
  if (command.name === 'restore') return restore({ ...command, location: config, print })
  const { to } = command
  const files = to.DATA_DIR === undefined ? config.FILES_URL : undefined
  const { DATA_DIR, SECRET_KEY } = config
  return move({ from: config, to: { DATA_DIR, SECRET_KEY, ...to, FILES_URL: to.FILES_URL ?? files }, version, print })
}

/** Creates or migrates the database. */
const migrate = async ({ DATA_DIR, DATABASE_URL }: Config): Promise<void> => {
  const opened = await openDatabase({ dataDir: DATA_DIR, databaseUrl: DATABASE_URL })
  await opened.close()
}

const serve = async (config: Config): Promise<void> => {
  const logger = pino({ level: config.LOG_LEVEL, redact: ['req.headers.authorization', 'req.headers.cookie'] })
  containErrors(logger)
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_SAMPLER_ARG: ratio } = config
  const tracing = endpoint === undefined ? null : await startTracing({ endpoint, ratio, version: readVersion() })
  const opened = await openDatabase({
    dataDir: config.DATA_DIR,
    databaseUrl: config.DATABASE_URL,
    replicaUrl: config.DATABASE_REPLICA_URL,
    pool: { maxConnections: config.DATABASE_CONNECTIONS, timeoutMs: config.DATABASE_TIMEOUT_SECONDS * 1000 },
    logger,
    onStatement: tracing?.addStatement,
  })
  try {
    const { app, isEmpty } = await startServer(config, opened, logger, tracing)
    sayReady(config.PUBLIC_URL, isEmpty)

    let closing: Promise<void> | null = null
    const close = (signal: string): void => {
      if (closing !== null) return
      logger.info({ signal }, 'closing: requests in flight are finished first')
      setTimeout(() => {
        logger.fatal('could not close in time')
        process.exit(1)
      }, CLOSE_MS).unref()
      closing = app
        .close()
        .then(() => opened.close())
        .then(() => tracing?.stop())
        .then(
          () => process.exit(0),
          (error: unknown) => {
            logger.fatal({ err: error }, 'could not close cleanly')
            process.exit(1)
          },
        )
    }
    process.on('SIGTERM', () => close('SIGTERM'))
    process.on('SIGINT', () => close('SIGINT'))
    // `npm start` holds the other end of the channel: the server ends with it.
    if ('connected' in process && !process.connected) close('disconnect')
    else process.on('disconnect', () => close('disconnect'))
  } catch (error) {
    await opened.close()
    throw error
  }
}

const sayReady = (url: string, isEmpty: boolean): void => {
  const next = isEmpty
    ? 'Open it in a browser and create your workspace: the first account owns it.'
    : 'Open it in a browser and sign in. Agents report to the same address.'
  process.stdout.write(
    `\n  Assay listens on ${url}\n  ${next}\n  Stop with Ctrl+C. All settings: ${COMMANDS.server} --help\n\n`,
  )
}

const fail = (text: string): never => {
  process.stderr.write(text)
  process.exit(1)
}

const start = async (): Promise<void> => {
  let command: Command
  try {
    command = parseCommand(process.argv.slice(2))
  } catch (error) {
    if (!(error instanceof CommandError)) throw error
    return fail(`${error.message}.\n\n${commandHelp(COMMANDS.server)}`)
  }
  await main(command).catch((error: unknown) => {
    if (error instanceof ConfigError)
      fail(
        `Assay cannot start with this configuration:\n\n${error.message.replace(/^/gm, '  ')}\n\nSee ${COMMANDS.server} --help\n`,
      )
    const { DATA_DIR, DATABASE_URL } = readConfig(process.env)
    const unknown = error instanceof Error ? (error.stack ?? error.message) : String(error)
    const task = command.name === 'migrate' ? 'migration' : command.name
    const subject = task === 'serve' ? 'Assay could not start' : `The ${task} failed`
    fail(`${subject}: ${startProblem(error, { DATA_DIR, DATABASE_URL }) ?? unknown}\n`)
  })
}

await start()
