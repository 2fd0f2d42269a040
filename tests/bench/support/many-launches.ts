import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { sql } from 'kysely'
import { openDatabase } from '../../../server/db/open.ts'

/**
 * Writes this many ended launches into the data folder of a stopped server: three environments, four browsers and platforms, a build each,
 * and three labels.
 */
export const fillManyLaunches = async (dataDir: string, count: number): Promise<void> => {
  const workerUrl = pathToFileURL(path.join(import.meta.dirname, '../../../dist/server/database-worker.js'))
  const { db, close } = await openDatabase({ dataDir, workerUrl })
  try {
    await sql`
      insert into launch (project_id, number, uuid, name, status, framework, environment, build, browser, browser_version, platform,
                          locale, milestone, labels, started_by, started_at, ended_at, ended_by, reviewed, passed, failed)
      select p.id, n, gen_random_uuid()::text,
             (array['Checkout regression', 'Search and listing', 'Payments smoke', 'Nightly, full', 'Mobile web'])[1 + n % 5],
             (array['PASSED', 'FAILED', 'SKIPPED', 'ABORTED'])[1 + n / 7 % 4], 'playwright',
             (array['STAGING', 'PROD', 'DEV'])[1 + n % 3], '2.41.' || n, (array['chrome', 'firefox', 'safari', 'edge'])[1 + n / 3 % 4],
             '131', (array['linux', 'windows', 'macos', 'ios'])[1 + n / 11 % 4], (array['en_US', 'de_DE', 'fr_FR'])[1 + n / 5 % 3],
             jsonb_build_object('name', 'R' || n % 12),
             jsonb_build_array(jsonb_build_object('key', 'team', 'value', 'team ' || n % 20),
                               jsonb_build_object('key', 'feature', 'value', 'feature ' || n % 50),
                               jsonb_build_object('key', 'branch', 'value', 'branch ' || n % 500)),
             o.id, now() - n * interval '1 minute', now() - n * interval '1 minute' + interval '30 seconds', 'agent', n % 3 = 0, 90, 10
        from project p cross join workspace_user o cross join generate_series(1, ${count}::int) n
       where p.key = 'DEF' and o.username = 'owner'`.execute(db)
    // Background work of the server within a minute.
    for (const table of ['launch', 'launch_label']) await sql.raw(`vacuum analyze ${table}`).execute(db)
  } finally {
    await close()
  }
}

/** Inserts this many passed tests into each of the newest launches, in ten classes. */
export const fillTests = async (dataDir: string, launches: number, tests: number): Promise<void> => {
  const workerUrl = pathToFileURL(path.join(import.meta.dirname, '../../../dist/server/database-worker.js'))
  const { db, close } = await openDatabase({ dataDir, workerUrl })
  try {
    await sql`
      with newest as (
        update launch set passed = ${tests}::int, failed = 0
         where id in (select id from launch order by started_at desc limit ${launches}::int) returning id, project_id, started_at)
      insert into test (launch_id, project_id, name, class_name, method_name, identity, status, started_at, ended_at)
      select l.id, l.project_id, 'test ' || n, 'class ' || n % 10, 'test ' || n, md5('test ' || n), 'PASSED',
             l.started_at, l.started_at + (n % 40 + (l.id % 7)) * interval '1 second'
        from newest l cross join generate_series(1, ${tests}::int) n`.execute(db)
    for (const table of ['launch', 'test']) await sql.raw(`vacuum analyze ${table}`).execute(db)
  } finally {
    await close()
  }
}
