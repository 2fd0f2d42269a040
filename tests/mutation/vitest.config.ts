import { defineConfig } from 'vitest/config'

/** The tests that `npm run mutate` runs for each fault: those without a server or a browser, with a fixed seed. */
export default defineConfig({
  define: { global: 'globalThis' },
  test: {
    include: ['tests/{unit,model}/**/*.test.{ts,tsx}'],
    environment: 'node',
    testTimeout: 60_000,
    hookTimeout: 60_000,
    env: { MODEL_SEED: '1', MODEL_RUNS: '10' },
  },
})
