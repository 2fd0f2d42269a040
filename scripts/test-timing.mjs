import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

const FILES = 20

/** Prints which stages and which files took most of a test run, and what the browser tests waited for. */
export const printTiming = (root, stages, unitReports, pageReport) => {
  console.log('\nStages')
  for (const { name, seconds } of stages) row(seconds, name)
  const files = [...unitReports.flatMap((report) => filesOfVitest(root, report)), ...filesOfPlaywright(pageReport)]
  const layers = new Map()
  for (const { layer, seconds, tests } of files) {
    const sum = layers.get(layer) ?? { seconds: 0, tests: 0 }
    layers.set(layer, { seconds: sum.seconds + seconds, tests: sum.tests + tests })
  }
  console.log('\nLayers (seconds of all workers together)')
  for (const [layer, { seconds, tests }] of layers) row(seconds, `${layer}, ${tests} tests`)
  console.log(`\nThe ${FILES} slowest files`)
  for (const { name, seconds, tests } of files.toSorted((a, b) => b.seconds - a.seconds).slice(0, FILES))
    row(seconds, `${name}, ${tests} tests`)
  const waits = path.join(root, 'test-results/waits.json')
  if (!existsSync(waits)) return
  console.log('\nWhat the browser tests waited for (seconds of all workers together)')
  const { kinds } = JSON.parse(readFileSync(waits, 'utf8'))
  for (const { kind, seconds, count } of kinds) row(seconds, `${kind}, ${count} times`)
}

const row = (seconds, text) => console.log(`${seconds.toFixed(1).padStart(8)} s  ${text}`)

const filesOfVitest = (root, report) => {
  if (!existsSync(report)) return []
  const { testResults } = JSON.parse(readFileSync(report, 'utf8'))
  return testResults.map(({ name, startTime, endTime, assertionResults }) => {
    const file = path.relative(root, name)
    return {
      name: file,
      layer: file.split(path.sep)[1],
      seconds: (endTime - startTime) / 1000,
      tests: assertionResults.length,
    }
  })
}

const filesOfPlaywright = (report) => {
  if (!existsSync(report)) return []
  const testsOf = ({ suites = [], specs = [] }) => [
    ...suites.flatMap(testsOf),
    ...specs.flatMap(({ tests }) => tests.flatMap(({ results }) => results)),
  ]
  return JSON.parse(readFileSync(report, 'utf8')).suites.map((suite) => {
    const results = testsOf(suite)
    return {
      name: `tests/e2e/${suite.file}`,
      layer: 'e2e',
      seconds: results.reduce((sum, { duration }) => sum + duration, 0) / 1000,
      tests: results.length,
    }
  })
}
