import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AssayProcess } from '../e2e/support/server-process.ts'
import { aReporterProject, type ReporterProject } from '../server/reporters/support/reporter.ts'
import { ACCESS_TOKEN, startBenchServer } from './support/assay.ts'
import { atMost } from './support/figures.ts'

const TESTS = 1000
const RUNS = 5

let assay: AssayProcess
let project: ReporterProject
beforeAll(async () => {
  ;[assay, project] = await Promise.all([startBenchServer(), aReporterProject('playwright', ['@playwright/test'])])
  await project.write(
    'playwright.config.js',
    `module.exports = { workers: 2, reporter: [['dot'], ...(process.env.ASSAY_TOKEN ? [['assay-reporter-playwright']] : [])] }`,
  )
  for (let file = 0; file < 10; file++)
    await project.write(
      `file${file}.spec.js`,
      `const { test } = require('@playwright/test')
       for (let i = 0; i < ${TESTS / 10}; i++) test('test ' + i, async () => {})`,
    )
}, 600_000)
afterAll(async () => {
  await project.remove()
  await assay.remove()
})

const seconds = async (env: Record<string, string>): Promise<number> => {
  const begun = performance.now()
  const ran = await project.run('@playwright/test/cli.js', ['test'], env)
  expect([ran.code, ran.stdout]).toEqual([0, expect.stringContaining(`${TESTS} passed`)])
  return (performance.now() - begun) / 1000
}

test('a run of 1,000 trivial tests takes hardly longer when it is reported', async () => {
  const env = { ASSAY_URL: assay.url, ASSAY_PROJECT: 'DEF', ASSAY_TOKEN: ACCESS_TOKEN }
  const [without, reported]: [number[], number[]] = [[], []]
  await seconds({})
  for (let run = 0; run < RUNS; run++) {
    without.push(await seconds({}))
    reported.push(await seconds(env))
  }
  const what = 'Playwright run of 1,000 trivial tests with the reporter, against one without'
  atMost(what, Math.min(...reported), Math.min(...without), 1.03, 's')
}, 1_200_000)
