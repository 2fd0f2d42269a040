import optimizeLocales from '@react-aria/optimize-locales-plugin'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { chunkFileName, chunkGroups } from './scripts/chunks.ts'
import { commandLine } from './scripts/command-line.ts'
import { layersInOrder } from './scripts/layers-in-order.ts'
import { pageLinks } from './scripts/page-links.ts'
import { precompress } from './scripts/precompress.ts'
import { prerender } from './scripts/prerender.ts'
import { reporterPackages } from './scripts/reporter-packages.ts'
import { serviceWorker } from './scripts/service-worker.ts'
import { sizeBudget } from './scripts/size-budget.ts'
import { traceViewer } from './scripts/trace-viewer.ts'
import { onwarn } from './scripts/warnings.ts'

/** See `scripts/prepare.mjs`. */
const isBuiltForTests = process.env['BUILD_FOR_TESTS'] !== undefined

/** Builds the page. Node runs the server from its sources. */
export default defineConfig({
  plugins: [
    react(),
    // The product is in English only.
    optimizeLocales.vite({ locales: ['en-US'] }),
    layersInOrder(),
    pageLinks(),
    serviceWorker(),
    prerender(),
    commandLine(),
    reporterPackages(),
    traceViewer(),
    sizeBudget(),
    ...(isBuiltForTests ? [] : [precompress()]),
  ],
  // sockjs-client reads Node's `global`.
  define: { global: 'globalThis' },
  build: {
    outDir: 'dist/client',
    target: 'es2022',
    sourcemap: !isBuiltForTests,
    manifest: true,
    // The licenses of the packages in it, which the published package has to contain.
    license: true,
    rolldownOptions: {
      onwarn,
      output: {
        codeSplitting: { groups: chunkGroups },
        chunkFileNames: chunkFileName,
        assetFileNames: 'assets/[name]-[hash:7][extname]',
      },
    },
  },
  server: {
    port: 4401,
    strictPort: true,
    // The trace viewer is that of the last build.
    proxy: { '/api': { target: 'http://127.0.0.1:4400', ws: true }, '/trace-viewer': 'http://127.0.0.1:4400' },
  },
})
