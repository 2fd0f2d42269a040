import react from '@vitejs/plugin-react'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'

const node = (name: string, timeout: number) => ({
  extends: true as const,
  test: {
    name,
    include: [`tests/${name}/**/*.test.{ts,tsx}`],
    environment: 'node',
    testTimeout: timeout,
    hookTimeout: 60_000,
  },
})

/** Compresses what the server sends again and again, once. */
const precompress = (): Plugin => ({
  name: 'precompress',
  apply: (_, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
  writeBundle({ dir = '' }) {
    for (const name of readdirSync(dir, { recursive: true, encoding: 'utf8' })) {
      if (!/\.(js|css|html|svg)$/.test(name)) continue
      const file = path.join(dir, name)
      const content = readFileSync(file)
      writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }))
      const params = { [constants.BROTLI_PARAM_QUALITY]: 9 }
      writeFileSync(`${file}.br`, brotliCompressSync(content, { params }))
    }
  },
})

/** `vite build` makes the page (dist/client), `vite build --ssr` the server (dist/server): its packages stay outside. */
export default defineConfig(({ isSsrBuild, command }) => ({
  plugins: [react(), precompress()],
  // sockjs-client reads Node's `global`.
  define: command === 'build' && isSsrBuild ? {} : { global: 'globalThis' },
  build: isSsrBuild
    ? {
        outDir: 'dist/server',
        target: 'node20',
        sourcemap: true,
        copyPublicDir: false,
        rolldownOptions: { input: { main: 'server/main.ts', 'database-worker': 'server/db/pglite/worker.ts' } },
      }
    : { outDir: 'dist/client', target: 'es2022', sourcemap: true, manifest: true },
  server: { port: 4401, strictPort: true, proxy: { '/api': { target: 'http://127.0.0.1:4400', ws: true } } },
  test: { projects: [node('unit', 10_000), node('model', 60_000), node('server', 30_000)] },
}))
