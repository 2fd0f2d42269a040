import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { createApp } from '../../../../server/app.ts'
import { readConfig } from '../../../../server/config.ts'
import { openDatabase } from '../../../../server/db/open.ts'
import { setUpUnattended } from '../../../../server/workspace/unattended.ts'

/** The server as its environment configures it. Prints its address once it listens; runs until it is stopped or fails. */
const config = readConfig(process.env)
const opened = await openDatabase({ dataDir: config.DATA_DIR, databaseUrl: config.DATABASE_URL })
await setUpUnattended(opened.db, config)
const app = await createApp({ config, opened, logger: pino({ level: config.LOG_LEVEL }), version: '0.0.0-test' })
await app.listen({ host: '127.0.0.1', port: process.env['PORT'] === undefined ? 0 : config.PORT })
process.stdout.write(`http://127.0.0.1:${(app.server.address() as AddressInfo).port}\n`)
process.once('SIGTERM', () => {
  void app
    .close()
    .then(() => opened.close())
    .then(() => process.exit(0))
})
