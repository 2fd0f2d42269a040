import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { cacheFolder } from '../../server/support/template.ts'
import { FILES, nameOf, TESTS_PER_FILE, whetherFails } from './big-launch.ts'

const { version } = createRequire(import.meta.url)('@playwright/test/package.json') as { version: string }
const runner = createRequire(import.meta.url).resolve('@playwright/test/cli')

/**
 * Folder of Playwright's HTML report of 10,000 tests of which 100 failed. Created by running them, once per version: each failure starts a
 * new worker, so that it takes minutes.
 */
export const playwrightReport = async (): Promise<string> => {
  const report = path.join(cacheFolder, `playwright-report-${version}`)
  if (existsSync(report)) return report
  mkdirSync(cacheFolder, { recursive: true })
  const folder = mkdtempSync(path.join(cacheFolder, 'reporting-'))
  try {
    mkdirSync(path.join(folder, 'tests'))
    const config = { testDir: 'tests', workers: 2, reporter: [['html', { open: 'never', outputFolder: 'report' }]] }
    writeFileSync(path.join(folder, 'playwright.config.mjs'), `export default ${JSON.stringify(config)}`)
    for (let file = 0; file < FILES; file += 1)
      writeFileSync(path.join(folder, 'tests', `file-${file}.spec.mjs`), specOf(file))
    await run(folder)
    renameSync(path.join(folder, 'report'), report)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  return report
}

const specOf = (file: number): string =>
  [
    `import { expect, test } from '@playwright/test'`,
    ...Array.from({ length: TESTS_PER_FILE }, (_, place) => {
      const number = file * TESTS_PER_FILE + place
      const body = whetherFails(number) ? `expect(${number}, 'total of the cart').toBe(-1)` : ''
      return `test(${JSON.stringify(nameOf(number))}, () => { ${body} })`
    }),
  ].join('\n')

const run = (folder: string): Promise<void> =>
  new Promise((resolve, reject) => {
    execFile(
      process.execPath,
      [runner, 'test', '-c', 'playwright.config.mjs'],
      { cwd: folder, maxBuffer: 1e9, env: { PATH: process.env.PATH } },
      (_, stdout, stderr) => {
        // It ends with a failure, as it should.
        if (existsSync(path.join(folder, 'report/index.html'))) resolve()
        else reject(new Error(`Playwright made no report:\n${stdout.slice(-2000)}${stderr.slice(-2000)}`))
      },
    )
  })

/** Like `npx playwright show-report`: without compression. */
export const serveFolder = async (folder: string): Promise<{ url: string; close: () => void }> => {
  const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' }
  const server = createServer((request, response) => {
    const name = new URL(request.url ?? '/', 'http://localhost').pathname
    const file = path.join(folder, name === '/' ? 'index.html' : path.normalize(name))
    if (!existsSync(file)) return response.writeHead(404).end()
    return response
      .setHeader('content-type', types[path.extname(file)] ?? 'application/octet-stream')
      .end(readFileSync(file))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: () => server.close(),
  }
}
