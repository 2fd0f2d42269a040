import react from '@vitejs/plugin-react'
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
  test: { projects: [node('unit', 10_000), node('model', 60_000), node('server', 30_000)] },
}))
