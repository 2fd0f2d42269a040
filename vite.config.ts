import react from '@vitejs/plugin-react'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { defineConfig, type Plugin, type Rolldown } from 'vite'
import { closureOf } from './scripts/bundle-closure.ts'
import { chunkFileName, chunkGroups, ownName } from './scripts/chunks.ts'
import { compileHints } from './scripts/compile-hints.ts'
import { englishOnly } from './scripts/english-only.ts'
import { MAIN, pageLinks, serverDrawnModules } from './scripts/page-links.ts'
import { prerender } from './scripts/prerender.ts'
import { sizeBudget } from './scripts/size-budget.ts'
import { serviceWorker } from './scripts/service-worker.ts'
import { onwarn } from './scripts/warnings.ts'

/** See `scripts/prepare.mjs`. */
const isBuiltForTests = process.env['BUILD_FOR_TESTS'] !== undefined

const brotlied = promisify(brotliCompress)
const gzipped = promisify(gzip)

/** Compresses what the server sends again and again, once. */
const precompress = (): Plugin => ({
  name: 'precompress',
  apply: (_, { command }) => command === 'build' && !isBuiltForTests,
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

/** Chunks that are run from end to end as soon as they load: the application and what the server draws, without the local log. */
const calledOnLoad = (bundle: Rolldown.OutputBundle) =>
  [...new Set([MAIN, ...serverDrawnModules()].flatMap((module) => closureOf(bundle, module)))].filter(
    ({ name }) => ownName(name) !== 'log',
  )

/** Builds the page. Node runs the server from its sources. */
export default defineConfig({
  plugins: [
    react(),
    englishOnly(),
    layersInOrder(),
    pageLinks(),
    compileHints(calledOnLoad),
    serviceWorker(),
    prerender(),
    sizeBudget(),
    precompress(),
  ],
  // sockjs-client reads Node's `global`.
  define: { global: 'globalThis' },
  build: {
    outDir: 'dist/client',
    target: 'es2022',
    sourcemap: !isBuiltForTests,
    manifest: true,
    rolldownOptions: {
      onwarn,
      output: {
        codeSplitting: { groups: chunkGroups },
        chunkFileNames: chunkFileName,
        assetFileNames: 'assets/[name]-[hash:7][extname]',
      },
    },
  },
  server: { port: 4401, strictPort: true, proxy: { '/api': { target: 'http://127.0.0.1:4400', ws: true } } },
})
