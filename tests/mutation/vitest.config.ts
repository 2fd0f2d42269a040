import { defineConfig } from 'vitest/config'

/** Globs with spaces between them: the tests of one folder alone, for a run that takes minutes instead of hours. */
const { MUTATE_TESTS = 'tests/{unit,model}/**/*.test.{ts,tsx}' } = process.env

/** The tests that `npm run mutate` runs for each fault: those without a server or a browser, with a fixed seed. */
export default defineConfig({
  define: { global: 'globalThis' },
  test: {
    include: MUTATE_TESTS.split(' '),
    environment: 'node',
    testTimeout: 60_000,
    hookTimeout: 60_000,
    env: { MODEL_SEED: '1', MODEL_RUNS: '10' },
  },
})
