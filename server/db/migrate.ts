import { sql, type Kysely, type Transaction } from 'kysely'
import { Migrator, type Migration } from 'kysely/migration'
import { LOCKS } from './locks.ts'
import * as baseline from './migrations/0000-baseline.ts'
import * as users from './migrations/0001-users.ts'
import * as gateIncomplete from './migrations/0002-gate-incomplete.ts'
import * as testSteps from './migrations/0003-test-steps.ts'
import * as launchOrigin from './migrations/0004-launch-origin.ts'
import * as launchShards from './migrations/0005-launch-shards.ts'
import * as testTraces from './migrations/0006-test-traces.ts'
import * as tokenScopes from './migrations/0007-token-scopes.ts'
import * as pullRequests from './migrations/0008-pull-requests.ts'
import * as flakyTests from './migrations/0009-flaky-tests.ts'
import * as retention from './migrations/0010-retention.ts'
import * as serviceAccounts from './migrations/0011-service-accounts.ts'
import * as runningLaunches from './migrations/0012-running-launches.ts'
import * as packedLogs from './migrations/0013-packed-logs.ts'
import * as importedUsers from './migrations/0014-imported-users.ts'
import * as retentionSizes from './migrations/0015-retention-sizes.ts'
import * as projectImports from './migrations/0016-project-imports.ts'

const BASELINE = '0000-baseline'

/** Sorted by name. Never edit a shipped migration: add a new one. */
const migrations = {
  [BASELINE]: baseline,
  '0001-users': users,
  '0002-gate-incomplete': gateIncomplete,
  '0003-test-steps': testSteps,
  '0004-launch-origin': launchOrigin,
  '0005-launch-shards': launchShards,
  '0006-test-traces': testTraces,
  '0007-token-scopes': tokenScopes,
  '0008-pull-requests': pullRequests,
  '0009-flaky-tests': flakyTests,
  '0010-retention': retention,
  '0011-service-accounts': serviceAccounts,
  '0012-running-launches': runningLaunches,
  '0013-packed-logs': packedLogs,
  '0014-imported-users': importedUsers,
  '0015-retention-sizes': retentionSizes,
  '0016-project-imports': projectImports,
}

type Migrations = Record<string, Migration>

/**
 * Returns whether servers of older versions cannot work with a migration, so that they have to be stopped before it runs. All others only
 * add: older servers continue until they are replaced, one after the other.
 */
const stopsOlderServers = (name: string): boolean => name <= '0014-imported-users'

/** Names of all migrations of this version that older servers continue with, in order. */
export const ADDING_MIGRATIONS: readonly string[] = Object.keys(migrations).filter((name) => !stopsOlderServers(name))

/** Names of all migrations of this version, in order. */
export const MIGRATIONS: readonly string[] = Object.keys(migrations)

/** The last of the migrations that the baseline replaced, and the last commit that had them. */
const LAST_REPLACED = '0108-specified-names'
const LAST_COMMIT_BEFORE_BASELINE = '871ab732'

/** A newer version has changed the database. */
export class NewerDatabase extends Error {
  constructor(migration: string) {
    super(
      `A newer version of Assay has changed this database (${migration}). Start that version or a newer one, or restore a backup from before the update.`,
    )
    this.name = 'NewerDatabase'
  }
}

/** Servers of an older version use the database, which this version changes so that they cannot work with it. */
export class OlderServers extends Error {
  constructor(migration: string) {
    super(
      `Servers of an older version use this database, and cannot work with what this version changes in it (${migration}). Stop all of them, then start this version.`,
    )
    this.name = 'OlderServers'
  }
}

/** A version whose migrations the baseline replaced has left the database incompletely migrated. */
export class OlderDatabase extends Error {
  constructor(migration: string) {
    super(
      `A version of Assay from before 0.1.0 has written this database (${migration}). Start Assay once at commit ${LAST_COMMIT_BEFORE_BASELINE}, which migrates it, then this version.`,
    )
    this.name = 'OlderDatabase'
  }
}

/**
 * Migrates the database to this version's schema, in one transaction under an advisory lock, so that several nodes may start concurrently.
 * Throws `NewerDatabase` or `OlderDatabase`, without any change, if this version cannot migrate the database, and `OlderServers` while
 * others cannot work with the result. `further`: migrations of a newer version.
 */
export const migrate = <T>(db: Kysely<T>, further: Migrations = {}): Promise<void> =>
  db.connection().execute(async (connection) => {
    // Kysely takes a lock of its own only after it has read the schema, so the second of two nodes would migrate by what it read before.
    await sql`set statement_timeout = 0`.execute(connection)
    await sql`select pg_advisory_lock(${LOCKS.migration}, 0)`.execute(connection)
    try {
      await migrateLocked(connection, { ...migrations, ...further })
    } finally {
      // A connection that has ended holds no lock.
      await sql`select pg_advisory_unlock(${LOCKS.migration}, 0)`.execute(connection).catch(() => undefined)
      await sql`reset statement_timeout`.execute(connection).catch(() => undefined)
    }
  })

/** Runs the migrations up to `name`, or all of them, in the transaction of a caller who has excluded other migrations. */
export const migrateWithin = async <T>(tx: Transaction<T>, name?: string): Promise<void> => {
  const migrator = new Migrator({ db: tx, provider: { getMigrations: () => Promise.resolve(migrations) } })
  const { error } = await (name === undefined ? migrator.migrateToLatest() : migrator.migrateTo(name))
  if (error !== undefined) throw new Error('the database could not be migrated', { cause: error })
}

/**
 * Returns the names of the executed migrations; none for a database without them. Throws `NewerDatabase` or `OlderDatabase` if this version
 * does not know one of them.
 */
export const readMigrations = async <T>(db: Kysely<T>): Promise<string[]> => {
  const executed = await executedMigrations(db)
  const unknown = executed.find((name) => !MIGRATIONS.includes(name))
  if (unknown === undefined) return executed
  if (!executed.includes(BASELINE) && unknown <= LAST_REPLACED) throw new OlderDatabase(unknown)
  throw new NewerDatabase(unknown)
}

const migrateLocked = async <T>(db: Kysely<T>, version: Migrations): Promise<void> => {
  const executed = await executedMigrations(db)
  const isReplaced = (name: string): boolean => !executed.includes(BASELINE) && name <= LAST_REPLACED
  const unknown = executed.find((name) => !(name in version) && !isReplaced(name))
  if (unknown !== undefined) throw new NewerDatabase(unknown)
  const replaced = executed.filter(isReplaced)
  if (replaced.length > 0) {
    if (replaced.at(-1) !== LAST_REPLACED) throw new OlderDatabase(replaced.at(-1) ?? '')
    await replaceByBaseline(db, replaced)
  }
  const stopping = Object.keys(version).find((name) => !executed.includes(name) && stopsOlderServers(name))
  if (stopping !== undefined && executed.length > 0 && (await hasServers(db))) throw new OlderServers(stopping)
  const migrator = new Migrator({ db, provider: { getMigrations: () => Promise.resolve(version) } })
  const { error } = await migrator.migrateToLatest()
  if (error !== undefined) throw new Error('the database could not be migrated', { cause: error })
}

/** Returns whether a server has the database open: each holds a lock that names its storage. */
const hasServers = async <T>(db: Kysely<T>): Promise<boolean> => {
  const { rows } = await sql`
    select from pg_locks
     where locktype = 'advisory' and classid = ${LOCKS.storage}::oid
       and database = (select oid from pg_database where datname = current_database())
     limit 1`.execute(db)
  return rows.length > 0
}

const executedMigrations = async <T>(db: Kysely<T>): Promise<string[]> => {
  const { rows: found } = await sql<{ isThere: boolean }>`
    select to_regclass('kysely_migration') is not null as "isThere"`.execute(db)
  if (found[0]?.isThere !== true) return []
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  return rows.map(({ name }) => name)
}

/** Records the baseline in place of the migrations that it replaced. */
const replaceByBaseline = async <T>(db: Kysely<T>, replaced: readonly string[]): Promise<void> => {
  await sql`
    with deleted as (delete from kysely_migration where name in (${sql.join(replaced)}))
    insert into kysely_migration (name, timestamp) values (${BASELINE}, ${new Date().toISOString()})`.execute(db)
}
