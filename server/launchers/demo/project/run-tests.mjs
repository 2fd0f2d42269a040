/** Runs the tests with the runner of Node.js, prints them, and reports each to Assay where that is switched on. */
import { readdirSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'
import { createReporter } from './reporter.mjs'

const folder = path.join(import.meta.dirname ?? process.cwd(), 'tests')
const files = readdirSync(folder)
  .filter((name) => name.endsWith('.test.mjs'))
  .map((name) => path.join(folder, name))

const reporter = await createReporter(process.env)
if (reporter.refusal !== null) {
  console.error(reporter.refusal)
  process.exit(1)
}
const stream = run({
  files,
  concurrency: 2,
  ...(reporter.names === null ? {} : { testNamePatterns: reporter.names }),
})
stream.on('test:pass', (event) => reporter.ended(event, 'PASSED'))
stream.on('test:fail', (event) => {
  process.exitCode = 1
  reporter.ended(event, 'FAILED')
})
stream.compose(new spec()).pipe(process.stdout)
stream.on('end', () => {
  reporter.finish().catch((error) => {
    console.error(`Reporting failed: ${error.message}`)
    process.exitCode = 1
  })
})
