import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Plugin, Rolldown } from 'vite'
import { ROUTE_TABLE } from '../views/boot/route-table.ts'
import { closureOf } from './bundle-closure.ts'
import { paths } from '../views/shared/routes.ts'

const PAGES = 'views/boot/pages.ts'
const MAIN = 'views/boot/main.tsx'

/**
 * Tells what the page of each pattern is made of, so that the document can ask for all of it at once: the browser would else learn
 * of the application's code from the first script, and of the page's code from the next. Links that every page wants go into
 * index.html; `page-links.json` holds the others, for the server: `[pattern, links]`, in the order of the route table.
 */
export const pageLinks = (): Plugin => {
  const modules = pageModules()
  return {
    name: 'page-links',
    apply: (_, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle = {} }) => {
        const links = [...linksOf(bundle, MAIN, []), fontLink(bundle)]
        const document = html.replace('</head>', `  ${links.join('\n    ')}\n  </head>`)
        // The first script begins the visit; it would else wait for the document's end and for its sheets.
        return document.replace('<script type="module" ', '<script type="module" async ')
      },
    },
    generateBundle(_, bundle) {
      const shared = linksOf(bundle, MAIN, [])
      const all = ROUTE_TABLE.map(({ pattern }) => {
        const module = modules.get(pattern)
        return [pattern, module === undefined ? '' : linksOf(bundle, module, shared).join('')]
      })
      this.emitFile({ type: 'asset', fileName: '.vite/page-links.json', source: JSON.stringify(all) })
    },
  }
}

/** What `pages.ts` says: the module of each pattern that has a page. */
export const pageModules = (): Map<string, string> => {
  const source = readFileSync(PAGES, 'utf8')
  const found = [...source.matchAll(/\[paths\.(\w+)\]: page\(\s*\(\) =>\s*import\('(.+?)'\)/g)]
  if (found.length !== source.match(/\bimport\('/g)?.length) throw new Error(`${PAGES} has entries that cannot be read`)
  return new Map(
    found.map(([, name = '', file = '']) => [paths[name as keyof typeof paths], path.join(path.dirname(PAGES), file)]),
  )
}

/** Asked for only when the first words are laid out, the font would lay them out twice. */
const fontLink = (bundle: Rolldown.OutputBundle): string => {
  const font = Object.keys(bundle).find((name) => /inter-latin-wght-normal-.*\.woff2$/.test(name))
  if (font === undefined) throw new Error('the font is not in the build')
  return `<link rel="preload" as="font" type="font/woff2" crossorigin href="/${font}">`
}

/** A module's chunk and all it imports, with their sheets. Sheets first: drawing waits for them. */
const linksOf = (bundle: Rolldown.OutputBundle = {}, module: string, without: readonly string[]): string[] => {
  const chunks = closureOf(bundle, module)
  const sheets = new Set(chunks.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]))
  return [
    ...[...sheets].map((sheet) => `<link rel="stylesheet" crossorigin href="/${sheet}">`),
    ...chunks.map(({ fileName }) => `<link rel="modulepreload" crossorigin href="/${fileName}">`),
  ].filter((link) => !without.includes(link))
}
