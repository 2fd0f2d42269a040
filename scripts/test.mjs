import { existsSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { findBrowser, findDriver } from './browser.mjs'
import { changedTests } from './changed-tests.mjs'
import { build, install, npm } from './prepare.mjs'
import { printTiming } from './test-timing.mjs'

const USAGE = `npm test              everything that a change has to pass
npm test -- --timing  the same, and a table of where the time went
npm test -- --changed the tests that the uncommitted change can break; --changed=REF: all changes since REF
npm run test:all      also long tours in the browser, all reporting agents, npm start, the package, the image, and both database engines`

/** Runs the checks and tests, fastest first. Ends with counts. Resolves with the exit code. */
export const test = async (root, run, args) => {
  const [option = '', base = 'HEAD'] = (args[0] ?? '').split('=')
  if (args.length > 1 || !['', '--all', '--timing', '--changed'].includes(option)) {
    console.error(USAGE)
    return 2
  }
  const isAll = option === '--all'
  const only = option === '--changed' ? changedTests(root, base) : null
  const results = path.join(root, 'test-results')
  rmSync(results, { recursive: true, force: true })
  const stages = []
  const stage = async (name, act) => {
    const begun = performance.now()
    const result = await act()
    stages.push({ name, seconds: (performance.now() - begun) / 1000 })
    return result
  }

  // Downloads run in parallel with the checks.
  const tools = fetchTools(root, run, isAll)
  tools.catch(() => undefined)
  const [checked] = await Promise.all([
    stage('checks', () => {
      const [command, ...args] = npm()
      return run(command, [...args, 'run', '--silent', 'check'])
    }),
    stage('build', () => build(root, run, { isForTests: !isAll })),
  ])

  const vitest = (options, report) => {
    const program = path.join(root, 'node_modules/vitest/vitest.mjs')
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
    const env = { ...process.env, ...(isAll ? { ENGINES: 'both' } : {}) }
    return run(process.execPath, [program, 'run', ...reporters, ...options], { env })
  }
  const runs = only?.vitest ?? [[]]
  const unitReports = runs.map((_, i) => path.join(results, `vitest-${i + 1}.json`))
  let units = 0
  await stage('unit, model and server tests', async () => {
    for (const [i, options] of runs.entries()) units = (await vitest(options, unitReports[i])) || units
  })

  const { browser, driver } = await tools
  let pages = 0
  let skippedPages = 0
  const pageReport = path.join(results, 'playwright.json')
  if (only?.playwright === null) {
    console.log('No browser test concerns the change.')
  } else if (browser) {
    if (isAll && !driver) console.error('There is no chromedriver for the nightwatch agent: set CHROMEDRIVER_PATH.')
    const playwright = [path.join(root, 'node_modules/@playwright/test/cli.js'), 'test', ...(only?.playwright ?? [])]
    const env = {
      ...process.env,
      CHROMIUM_PATH: browser,
      CHROMEDRIVER_PATH: driver ?? '',
      PLAYWRIGHT_JSON_OUTPUT_NAME: pageReport,
      ...(option === '--timing' ? { E2E_TIMING: '1' } : {}),
      ...(isAll ? { E2E_FULL: '1' } : {}),
    }
    pages = await stage('browser tests', () => run(process.execPath, playwright, { env }))
  } else if (process.env.CI) {
    console.error('There is no browser to run the tests of the pages in: set CHROMIUM_PATH.')
    pages = 1
  } else {
    console.error('SKIPPED: the tests of the pages, for there is no browser. Set CHROMIUM_PATH to a Chromium.')
    skippedPages = 1
  }

  if (option === '--timing') printTiming(root, stages, unitReports, pageReport)
  // Printed last, where they are easy to find.
  for (const failure of [...unitReports.flatMap(failuresOfVitest), ...failuresOfPlaywright(pageReport)])
    console.log(`\nFAILED ${failure.name}\n${firstLines(failure.message)}`)

  const counts = [...unitReports.map(countVitest), countPlaywright(pageReport)]
  const sum = (key) => counts.reduce((total, count) => total + count[key], 0)
  const failedChecks = checked === 0 ? 0 : 1
  console.log(`\nchecks ${checked === 0 ? 'passed' : 'FAILED'}`)
  console.log(
    `${sum('passed')} passed, ${sum('failed') + failedChecks} failed, ${sum('skipped') + skippedPages} skipped`,
  )
  return checked || units || pages
}

/** Installs what page tests need. Resolves with the paths of the browser and, for all reporting agents, its driver; null if there is none. */
const fetchTools = async (root, run, isAll) => {
  const browser = await findBrowser(root, run)
  if (!browser || !isAll) return { browser, driver: null }
  await install(path.join(root, 'tests/e2e/agents'), run, { what: 'the reporting agents' })
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
