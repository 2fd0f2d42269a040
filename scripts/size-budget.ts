import { gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'
import { closureOf } from './bundle-closure.ts'
import { MAIN, pageModules } from './page-links.ts'

/** Entry of the document, and what it imports immediately. */
const EVERY_VISIT = ['views/boot/visit.ts', 'views/boot/react.ts', MAIN]
const FIRST_LOAD_KB = { 'views/launches/list/launches-page.tsx': 272.5 } as Record<string, number>
/** Pages with their own budgets. */
export const LEAN_PAGES = Object.keys(FIRST_LOAD_KB)
/** Budget of all other pages. */
const ANY_PAGE_KB = 385

/** Only some builds have source maps: a page must not exceed its budget in those alone. */
const SOURCE_MAP_COMMENT = /\/\/# sourceMappingURL=\S*\s*$/

/** Fails the build if the JavaScript (gzipped) that a page needs before rendering exceeds its budget. */
export const sizeBudget = (): Plugin => ({
  name: 'size-budget',
  apply: 'build',
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      const sizes = new Map<string, number>()
      const sizeOf = ({ fileName, code }: { fileName: string; code: string }) => {
        const size = sizes.get(fileName) ?? gzipSync(code.replace(SOURCE_MAP_COMMENT, '')).length
        sizes.set(fileName, size)
        return size
      }
      const exceeded = [...new Set(pageModules().values())].flatMap((page) => {
        const chunks = new Set([...EVERY_VISIT, page].flatMap((module) => closureOf(bundle, module)))
        const kilobytes = [...chunks].reduce((sum, chunk) => sum + sizeOf(chunk), 0) / 1000
        const budget = FIRST_LOAD_KB[page] ?? ANY_PAGE_KB
        return kilobytes > budget ? [`${page}: ${kilobytes.toFixed(1)} kB of JavaScript, budget ${budget} kB`] : []
      })
      if (exceeded.length > 0) this.error(`Pages exceed their size budget:\n${exceeded.join('\n')}`)
    },
  },
})
