import { existsSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { findBrowser, findDriver } from './browser.mjs'
import { build, install, npm } from './prepare.mjs'

/** Runs every check that a change has to pass, fastest first. Ends with counts. */
export const test = async (root, run, args) => {
  const results = path.join(root, 'test-results')
  rmSync(results, { recursive: true, force: true })
  const node = (script, ...rest) => run(process.execPath, [path.join(root, 'node_modules', script), ...rest])

  // Downloads run in parallel with the checks.
  const tools = fetchTools(root, run)
  tools.catch(() => undefined)
  const [checked] = await Promise.all([run(npm(), ['run', '--silent', 'check']), build(root, run)])
  const unitReport = path.join(results, 'vitest.json')
  const units = await node(
    'vitest/vitest.mjs',
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${unitReport}`,
    ...args,
  )

  const { browser, driver } = await tools
  let pages = 0
  let skippedPages = 0
  const pageReport = path.join(results, 'playwright.json')
  if (browser) {
    if (!driver) console.error('There is no chromedriver for the nightwatch agent: set CHROMEDRIVER_PATH.')
    // Workers inherit the option: like the pages, they do not live long enough to amortise V8's optimising compiler.
    const playwright = path.join(root, 'node_modules/@playwright/test/cli.js')
    pages = await run(process.execPath, ['--no-opt', playwright, 'test'], {
      env: {
        ...process.env,
        CHROMIUM_PATH: browser,
        CHROMEDRIVER_PATH: driver ?? '',
        PLAYWRIGHT_JSON_OUTPUT_NAME: pageReport,
      },
    })
  } else if (process.env.CI) {
    console.error('There is no browser to run the tests of the pages in: set CHROMIUM_PATH.')
    pages = 1
  } else {
    console.error('SKIPPED: the tests of the pages, for there is no browser. Set CHROMIUM_PATH to a Chromium.')
    skippedPages = 1
  }

  // Printed last, where they are easy to find.
  for (const failure of [...failuresOfVitest(unitReport), ...failuresOfPlaywright(pageReport)])
    console.log(`\nFAILED ${failure.name}\n${firstLines(failure.message)}`)

  const counts = [countVitest(unitReport), countPlaywright(pageReport)]
  const sum = (key) => counts.reduce((total, count) => total + count[key], 0)
  const failedChecks = checked === 0 ? 0 : 1
  console.log(`\nchecks ${checked === 0 ? 'passed' : 'FAILED'}`)
  console.log(
    `${sum('passed')} passed, ${sum('failed') + failedChecks} failed, ${sum('skipped') + skippedPages} skipped`,
  )
  return checked || units || pages
}

/**
 * Installs what page tests need, including the reporting agents. Resolves with the paths of the browser and its driver; null if there is
 * none.
 */
const fetchTools = async (root, run) => {
  const browser = await findBrowser(root, run)
  if (!browser) return { browser, driver: null }
  await install(path.join(root, 'tests/e2e/agents'), run, 'the reporting agents')
  return { browser, driver: await findDriver(run) }
}

const failuresOfVitest = (file) => {
  if (!existsSync(file)) return []
  const suites = JSON.parse(readFileSync(file, 'utf8')).testResults
  return suites.flatMap(({ name, message, assertionResults }) => {
    const failed = assertionResults.filter(({ status }) => status === 'failed')
    if (failed.length === 0 && message) return [{ name: path.relative('.', name), message }]
    return failed.map((one) => ({
      name: `${path.relative('.', name)} › ${one.fullName}`,
      message: one.failureMessages.join('\n'),
    }))
  })
}

const failuresOfPlaywright = (file) => {
  if (!existsSync(file)) return []
  const inSuite = ({ suites = [], specs = [] }) => [
    ...suites.flatMap(inSuite),
    ...specs
      .filter(({ ok }) => !ok)
      .map(({ title, file, line, tests }) => ({
        name: `${file}:${line} › ${title}`,
        message: tests
          .flatMap(({ results }) => results)
          .flatMap(({ errors }) => errors.map(({ message }) => message))
          .join('\n'),
      })),
  ]
  return inSuite(JSON.parse(readFileSync(file, 'utf8')))
}

const firstLines = (message) => stripVTControlCharacters(message).split('\n').slice(0, 25).join('\n')

const countVitest = (file) => {
  if (!existsSync(file)) return { passed: 0, failed: 1, skipped: 0 }
  const report = JSON.parse(readFileSync(file, 'utf8'))
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests + report.numTodoTests,
  }
}

const countPlaywright = (file) => {
  if (!existsSync(file)) return { passed: 0, failed: 0, skipped: 0 }
  const { expected, unexpected, flaky, skipped } = JSON.parse(readFileSync(file, 'utf8')).stats
  return { passed: expected, failed: unexpected + flaky, skipped }
}
