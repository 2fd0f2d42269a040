import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest'
import { openDatabase } from '../../../server/db/open.ts'
import { createSecrets } from '../../../server/secrets/secrets.ts'
import { startProblem } from '../../../server/start-problem.ts'
import { openTestDatabase, testEngine } from '../support/database.ts'
import { withAdmin } from '../support/postgres-server.ts'
import { mountSmallDisk } from '../support/small-disk.ts'
import { copyTemplate } from '../support/template.ts'

/** PostgreSQL numbers its own tables below this. */
const FIRST_OWN_FILE = 16_384

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(inject('database').dataFolder, 'start-'))
})
afterEach(() => {
  rmSync(dataDir, { recursive: true, force: true })
})

/** Output of the server when it cannot open the database. */
const problemOf = async (databaseUrl?: string, folder = dataDir): Promise<string | null> => {
  try {
    await (await openDatabase({ dataDir: folder, databaseUrl })).close()
  } catch (error) {
    return startProblem(error, { DATA_DIR: folder, DATABASE_URL: databaseUrl })
  }
  throw new Error('the database was opened')
}

test('a database changed by a newer version is reported with the migration and what to do', async () => {
  const database = await openTestDatabase()
  await sql`insert into kysely_migration (name, timestamp) values ('9999-from-the-future', '2099')`.execute(database.db)
  await database.close()
  expect(await problemOf(database.location.databaseUrl, database.location.dataDir)).toMatch(
    /^A newer version of Assay has changed this database \(9999-from-the-future\)\. Start that version/,
  )
  await database.remove()
})

test('a database that an earlier version has not migrated to the baseline names the commit that does', async () => {
  const database = await openTestDatabase()
  await sql`update kysely_migration set name = '0101-lost-workers' where name = '0000-baseline'`.execute(database.db)
  await database.close()
  expect(await problemOf(database.location.databaseUrl, database.location.dataDir)).toMatch(
    /^A version of Assay from before 0\.1\.0 has written this database \(0101-lost-workers\)\. Start Assay once at commit/,
  )
  await database.remove()
})

test('a file without a key is named', () => {
  writeFileSync(join(dataDir, 'secret.key'), 'short')
  let problem: string | null = ''
  try {
    createSecrets({ DATA_DIR: dataDir })
  } catch (error) {
    problem = startProblem(error, { DATA_DIR: dataDir })
  }
  expect(problem).toMatch(/^The file secret\.key in the data folder holds no key: restore it/)
})

describe.runIf(testEngine() === 'postgres')('PostgreSQL', () => {
  const serverUrl = (): URL => {
    const engine = inject('database')
    return new URL(engine.engine === 'postgres' ? engine.serverUrl : '')
  }
  const withAddress = (change: (url: URL) => void): string => {
    const url = serverUrl()
    change(url)
    return url.href
  }

  test('reports an unreachable server with its address', async () => {
    const url = withAddress((one) => {
      one.port = '1'
      one.pathname = '/assay'
    })
    expect(await problemOf(url)).toMatch(
      /^PostgreSQL cannot be reached at 127\.0\.0\.1:1 \(ECONNREFUSED\)\. Check DATABASE_URL/,
    )
    expect(await problemOf('postgres://nowhere.invalid/assay')).toMatch(
      /^PostgreSQL cannot be reached at nowhere\.invalid/,
    )
  })

  test('reports a missing database with how to create it', async () => {
    expect(await problemOf(withAddress((url) => (url.pathname = '/absent')))).toBe(
      'PostgreSQL has no database "absent". Create it (createdb absent), or correct DATABASE_URL.',
    )
  })

  test('reports a rejected user by name', async () => {
    const url = withAddress((one) => {
      one.username = 'nobody'
      one.pathname = '/postgres'
    })
    expect(await problemOf(url)).toMatch(/^PostgreSQL refuses the user "nobody"\. Check the name and the password/)
  })

  test('reports a missing right to create tables with who can grant it', async () => {
    const name = `test_${randomUUID().replaceAll('-', '')}`
    await withAdmin(serverUrl().href, async (admin) => {
      await admin.query(`create database ${name}`)
      await admin.query(`create role ${name} login`)
      await admin.query(`revoke create on database ${name} from public`)
    })
    const url = withAddress((one) => {
      one.username = name
      one.pathname = `/${name}`
    })
    expect(await problemOf(url)).toMatch(/may not create tables in the database "test_.*alter database/)
    await withAdmin(serverUrl().href, async (admin) => {
      await admin.query(`drop database ${name} with (force)`)
      await admin.query(`drop role ${name}`)
    })
  })

  test('reports a read-only server', async () => {
    const name = `test_${randomUUID().replaceAll('-', '')}`
    await withAdmin(serverUrl().href, async (admin) => {
      await admin.query(`create database ${name}`)
      await admin.query(`alter database ${name} set default_transaction_read_only = on`)
    })
    expect(await problemOf(withAddress((url) => (url.pathname = `/${name}`)))).toMatch(
      /^The database can only be read\./,
    )
    await withAdmin(serverUrl().href, (admin) => admin.query(`drop database ${name} with (force)`))
  })
})

describe.runIf(testEngine() === 'pglite')('the embedded database', () => {
  const template = (): string => {
    const engine = inject('database')
    return engine.engine === 'pglite' ? engine.template : ''
  }

  test.each([
    ['without its control file', (folder: string) => rmSync(join(folder, 'global/pg_control'))],
    ['with an empty control file', (folder: string) => truncateSync(join(folder, 'global/pg_control'))],
    [
      'that is empty',
      (folder: string) => {
        rmSync(folder, { recursive: true })
        mkdirSync(folder)
      },
    ],
  ])('%s names the folder and a backup', async (_, damage) => {
    copyTemplate(template(), dataDir)
    damage(join(dataDir, 'database'))
    const problem = await problemOf()
    expect(problem).toContain(`The database in ${dataDir} cannot be opened`)
    expect(problem).toContain('restore the data folder from a backup')
    expect(problem).not.toMatch(/object Object|ASSERTIONS|\n/)
  })

  test('with damaged pages is reported as damaged, with the folder and a backup', async () => {
    copyTemplate(template(), dataDir)
    const tables = join(dataDir, 'database/base')
    for (const name of readdirSync(tables, { recursive: true, encoding: 'utf8' }))
      if (Number(basename(name)) >= FIRST_OWN_FILE) writeFileSync(join(tables, name), Buffer.alloc(8192, 'damage'))
    expect(await problemOf()).toMatch(/^The database in .* is damaged: .*restore the data folder from a backup/)
  })

  test('on a full disk says to free space', async (context) => {
    const disk = mountSmallDisk(100)
    if (disk === null) return context.skip()
    copyTemplate(template(), disk.folder)
    disk.fill()
    expect(await problemOf(undefined, disk.folder)).toMatch(/^The disk of .* is full\. Free space, then start again/)
    disk.remove()
  })

  test('on a read-only disk says that the folder cannot be written, also without a database', async (context) => {
    for (const hasDatabase of [true, false]) {
      const disk = mountSmallDisk(100)
      if (disk === null) return context.skip()
      if (hasDatabase) copyTemplate(template(), disk.folder)
      disk.makeReadOnly()
      expect(await problemOf(undefined, disk.folder)).toMatch(/^The data folder .* cannot be written\./)
      disk.remove()
    }
  })

  test.skipIf(process.getuid?.() === 0)('reports a folder without write permission with who can grant it', async () => {
    chmodSync(dataDir, 0o500)
    expect(await problemOf()).toMatch(/^The data folder .* cannot be written\./)
    chmodSync(dataDir, 0o700)
  })
})
