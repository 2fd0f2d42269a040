import path from 'node:path'
import { build, type Plugin } from 'vite'
import { onwarn } from './warnings.ts'

const SOURCE = 'views/server-rendering/prerender.tsx'
const EARLY_INPUT = 'views/server-rendering/early-input.ts'

/** Leaves dynamic imports unresolved: the first render needs none of them. */
const notLater = (): Plugin => ({
  name: 'not-later',
  enforce: 'pre',
  resolveDynamicImport: (specifier) => (typeof specifier === 'string' ? { id: specifier, external: true } : null),
})

/**
 * Builds the server's renderer of documents (`views/server-rendering/prerender.tsx`) next to the page, as one file: it is the same code as the page,
 * with the same class names. Also builds the script of these documents (`views/server-rendering/early-input.ts`).
 */
export const prerender = (): Plugin => ({
  name: 'prerender',
  apply: 'build',
  writeBundle: {
    order: 'pre',
    sequential: true,
    async handler({ dir = '' }) {
      await build({
        configFile: false,
        publicDir: false,
        logLevel: 'warn',
        plugins: [notLater()],
        define: { 'process.env.NODE_ENV': '"production"', global: 'globalThis' },
        ssr: { noExternal: true },
        build: {
          ssr: SOURCE,
          outDir: path.join(dir, '.vite'),
          emptyOutDir: false,
          copyPublicDir: false,
          target: 'node22',
          minify: false,
          rolldownOptions: { output: { entryFileNames: 'prerender.mjs' }, onwarn },
        },
      })
      await build({
        configFile: false,
        publicDir: false,
        logLevel: 'warn',
        build: {
          outDir: path.join(dir, '.vite'),
          emptyOutDir: false,
          copyPublicDir: false,
          rolldownOptions: { input: EARLY_INPUT, output: { format: 'iife', entryFileNames: 'early-input.js' } },
        },
      })
    },
  },
})
