import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { sql } from 'kysely'
import { openDatabase } from '../../../server/db/open.ts'

/**
 * Puts so many ended launches into the data folder of a server that has been stopped: three environments, four browsers and platforms, a
 * build of its own for each, and three labels.
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
        from project p cross join person o cross join generate_series(1, ${count}::int) n
       where p.key = 'DEF' and o.username = 'owner'`.execute(db)
    // What the server does by itself within a minute.
    for (const table of ['launch', 'launch_label']) await sql.raw(`vacuum analyze ${table}`).execute(db)
  } finally {
    await close()
  }
}
