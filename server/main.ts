#!/usr/bin/env node
import { setFlagsFromString } from 'node:v8'
import { pino } from 'pino'
import { configHelp, ConfigError, readConfig } from './config.ts'
import { containErrors } from './contained.ts'
import { openDatabase } from './db/open.ts'
import { COMMANDS } from './installation.ts'
import { startProblem } from './start-problem.ts'
import { startServer } from './start.ts'

/** Timeout of a graceful shutdown. */
const CLOSE_MS = 25_000

// Limits heap growth between collections to half. By default it grows up to fourfold: a large import left 230 MB of garbage.
setFlagsFromString('--heap-growing-percent=50')

const main = async (): Promise<void> => {
  if (process.argv.includes('--help')) {
    process.stdout.write(configHelp())
    return
  }
  const config = readConfig(process.env)
  const logger = pino({ level: config.LOG_LEVEL, redact: ['req.headers.authorization', 'req.headers.cookie'] })
  containErrors(logger)
  const opened = await openDatabase({ dataDir: config.DATA_DIR, databaseUrl: config.DATABASE_URL, logger })
  try {
    const { app, isEmpty } = await startServer(config, opened, logger)
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

main().catch((error: unknown) => {
  if (error instanceof ConfigError) {
    process.stderr.write(
      `Assay cannot start with this configuration:\n\n${error.message.replace(/^/gm, '  ')}\n\nSee ${COMMANDS.server} --help\n`,
    )
  } else {
    const { DATA_DIR, DATABASE_URL } = readConfig(process.env)
    const unknown = error instanceof Error ? (error.stack ?? error.message) : String(error)
    process.stderr.write(`Assay could not start: ${startProblem(error, { DATA_DIR, DATABASE_URL }) ?? unknown}\n`)
  }
  process.exit(1)
})
