import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { build, type Plugin, type Rolldown } from 'vite'
import { SERVICE_WORKER } from '../views/boot/offline/messages.ts'

const SOURCE = 'views/boot/offline/service-worker.ts'

/** Features that need a network connection: cases are imported, generated and reported by the server. */
const ONLINE_ALONE =
  /^assets\/(?:demo-|common-demo|model|generate|import-|report|suggestions|getting-started|settings|.*-settings)/

/** Scripts, style sheets, images, and the font's Latin subset; other subsets are loaded on demand. */
const isKept = (name: string): boolean =>
  /\.(?:js|css|svg)$/.test(name) ? !ONLINE_ALONE.test(name) : /latin-wght-normal.*\.woff2$/.test(name)

/** Returns the cached files and their static imports. */
const filesOf = (bundle: Rolldown.OutputBundle): ReadonlySet<string> => {
  const files = new Set<string>()
  const keep = (name: string) => {
    if (files.has(name)) return
    files.add(name)
    const file = bundle[name]
    if (file?.type === 'chunk') file.imports.forEach(keep)
  }
  for (const name of Object.keys(bundle)) if (name.startsWith('assets/') && isKept(name)) keep(name)
  return files
}

/** Builds the page's service worker with the list of files to cache. */
export const serviceWorker = (): Plugin => ({
  name: 'service-worker',
  apply: 'build',
  writeBundle: {
    order: 'pre',
    sequential: true,
    async handler({ dir = '' }, bundle: Rolldown.OutputBundle) {
      const document = readFileSync(path.join(dir, 'index.html'))
      const kept = [
        { url: '/', revision: createHash('sha256').update(document).digest('hex').slice(0, 16) },
        // The name contains a hash, so it needs no revision.
        ...[...filesOf(bundle)].sort().map((name) => ({ url: `/${name}`, revision: null })),
      ]
      await build({
        configFile: false,
        publicDir: false,
        logLevel: 'warn',
        define: { PRECACHED: JSON.stringify(kept), 'process.env.NODE_ENV': '"production"' },
        build: {
          outDir: dir,
          emptyOutDir: false,
          target: 'es2022',
          sourcemap: false,
          rolldownOptions: { input: SOURCE, output: { format: 'iife', entryFileNames: path.basename(SERVICE_WORKER) } },
        },
      })
    },
  },
})
