import { createServer } from 'node:http'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { chromium, type Browser, type Page } from 'playwright'
import { build } from 'vite'

const isRoot = process.getuid?.() === 0

export const launchBrowser = (): Promise<Browser> =>
  chromium.launch({
    ...(process.env.CHROMIUM_PATH === undefined ? {} : { executablePath: process.env.CHROMIUM_PATH }),
    args: [
      ...(isRoot ? ['--no-sandbox'] : []),
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
    ],
  })

/** Resolves once the device has cached the application: this happens once per version, and uses a processor meanwhile. */
export const saved = (page: Page): Promise<void> =>
  page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))

/** Bundles a script as the product is bundled, and serves it in an empty page. */
export const servePageOf = async (script: string): Promise<{ url: string; close: () => void }> => {
  const folder = mkdtempSync(path.join(tmpdir(), 'assay-bench-'))
  await build({
    configFile: false,
    logLevel: 'error',
    define: { global: 'globalThis', 'process.env.NODE_ENV': '"production"' },
    build: { outDir: folder, lib: { entry: script, formats: ['es'], fileName: () => 'page.js' } },
  })
  const code = readFileSync(path.join(folder, 'page.js'))
  const server = createServer((request, response) => {
    if (request.url === '/page.js') response.setHeader('content-type', 'text/javascript').end(code)
    else
      response
        .setHeader('content-type', 'text/html')
        .end('<!doctype html><script type="module" src="/page.js"></script>')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/`,
    close: () => {
      server.close()
      rmSync(folder, { recursive: true })
    },
  }
}
