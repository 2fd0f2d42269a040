import { sql } from 'kysely'
import { openDatabase } from '../../../../server/db/open.ts'

/** Inserts 1, 2, 3 … and prints each number once the database has acknowledged it, until it is killed. */
const [dataDir] = process.argv.slice(2)
if (dataDir === undefined) throw new Error('usage: insert-forever <data folder>')

const { db } = await openDatabase({ dataDir })
await sql`create table kept (number int primary key)`.execute(db)
for (let number = 1; ; number += 1) {
  await sql`insert into kept values (${number})`.execute(db)
  process.stdout.write(`${number}\n`)
}
