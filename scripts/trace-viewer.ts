import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type Plugin, type Rolldown } from 'vite'
import { TRACE_VIEWER } from '../contract/launches/traces.ts'

const GUARD = 'views/launches/trace/worker-guard.ts'
const WORKER = 'sw.bundle.js'
/** What only Playwright's UI mode loads. */
const OF_UI_MODE = /^(?:uiMode|xtermModule|manifest)/
const LICENSES = ['LICENSE', 'NOTICE', 'ThirdPartyNotices.txt']

/** Copies the trace viewer of playwright-core into the folder of the page, with its licenses, and restricts its service worker. */
export const traceViewer = (): Plugin => ({
  name: 'trace-viewer',
  apply: 'build',
  writeBundle: {
    order: 'pre',
    sequential: true,
    async handler({ dir = '' }) {
      const root = path.dirname(fileURLToPath(import.meta.resolve('playwright-core/package.json')))
      const source = path.join(root, 'lib/vite/traceViewer')
      const folder = path.join(dir, TRACE_VIEWER)
      mkdirSync(folder, { recursive: true })
      for (const name of readdirSync(source, { recursive: true, encoding: 'utf8' }))
        if (path.extname(name) !== '' && !OF_UI_MODE.test(path.basename(name)))
          cpSync(path.join(source, name), path.join(folder, name))
      for (const name of LICENSES) cpSync(path.join(root, name), path.join(folder, name))
      writeFileSync(
        path.join(folder, 'index.html'),
        withoutInlineScript(readFileSync(path.join(source, 'index.html'), 'utf8')),
      )
      writeFileSync(path.join(folder, WORKER), `${await guard()}\n${readFileSync(path.join(source, WORKER), 'utf8')}`)
    },
  },
})

/** The document's only inline script explains file: addresses, and the content security policy permits none. */
const withoutInlineScript = (html: string): string => {
  const parts = html.replace(/<link rel="manifest"[^>]*>/, '').split(/<script>[\s\S]*?<\/script>/)
  if (parts.length !== 2) throw new Error(`The trace viewer has ${parts.length - 1} inline scripts instead of one`)
  return parts.join('')
}

const guard = async (): Promise<string> => {
  const built = (await build({
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    build: { write: false, target: 'es2022', rolldownOptions: { input: GUARD, output: { format: 'iife' } } },
  })) as Rolldown.RolldownOutput
  return built.output[0].code
}
