import { Client } from 'pg'
import { openDatabase } from '../../../../server/db/open.ts'

/** Opens the database, and kills this process when the last of `migrations` migrations is about to be recorded. */
const [dataDir, migrations, databaseUrl] = process.argv.slice(2)
if (dataDir === undefined || migrations === undefined)
  throw new Error('usage: killed-in-migration <data folder> <number of migrations> [database url]')

let recorded = 0
const query = Reflect.get(Client.prototype, 'query') as (...args: unknown[]) => unknown
Reflect.set(Client.prototype, 'query', function (this: Client, ...args: unknown[]) {
  const [statement] = args
  const text = typeof statement === 'object' && statement !== null && 'text' in statement ? statement.text : statement
  if (typeof text === 'string' && text.startsWith('insert into "kysely_migration"')) recorded += 1
  if (recorded === Number(migrations)) process.kill(process.pid, 'SIGKILL')
  return query.apply(this, args)
})
await openDatabase({ dataDir, ...(databaseUrl === undefined ? {} : { databaseUrl }) })
