import { defineConfig } from '@playwright/test'

const jsonReport = process.env.PLAYWRIGHT_JSON_OUTPUT_NAME
const isRoot = process.getuid?.() === 0

/** The pages in a real browser: `npm run build` comes first. */
export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results/pages',
  // Each file has a server and a database of its own, and some of the time waits for its disk: three at a time keep two cores busy.
  workers: 3,
  fullyParallel: false,
  retries: 0,
  // The longest story takes 40 s. A machine that is slow or stands still for a while, as shared ones do, is no fault of the product.
  timeout: 300_000,
  expect: { timeout: 20_000 },
  forbidOnly: process.env.CI !== undefined,
  // Long tours and all reporting agents: `npm run test:all`.
  ...(process.env['E2E_FULL'] === undefined ? { grepInvert: /@full/ } : {}),
  // Node runs these without compiling.
  build: { external: ['**/contract/**', '**/server/**'] },
  reporter: [
    ['line'],
    ...(jsonReport === undefined ? [] : [['json', { outputFile: jsonReport }] as const]),
    ...(process.env['E2E_TIMING'] === undefined ? [] : [['./tests/e2e/support/waits-reporter.ts'] as const]),
  ],
  use: {
    viewport: { width: 1440, height: 900 },
    locale: 'en-US',
    // What goes through one is out of a test's reach; what works without a network has tests of its own.
    serviceWorkers: 'block',
    // To draw moving pictures without a graphics card costs a twentieth of the run. tests/e2e/settings/settings-environments.spec.ts has them move.
    contextOptions: { reducedMotion: 'reduce' },
    timezoneId: 'Europe/Berlin',
    // Recording costs a good part of the run: TRACE=1 for the run that looks into a failure.
    trace: process.env.TRACE === undefined ? 'off' : 'retain-on-failure',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(process.env.CHROMIUM_PATH === undefined ? {} : { executablePath: process.env.CHROMIUM_PATH }),
      args: [
        // Chromium's sandbox refuses to run as root, and only there it is given up.
        ...(isRoot ? ['--no-sandbox'] : []),
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
        // Nothing that is drawn here needs one, and without it each browser is a process less.
        '--disable-gpu',
      ],
    },
  },
})
