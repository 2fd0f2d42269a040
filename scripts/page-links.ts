import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Plugin, Rolldown } from 'vite'
import { ROUTE_TABLE } from '../views/app/route-table.ts'
import { paths } from '../views/app/routes.ts'

const PAGES = 'views/app/pages.ts'
const MAIN = 'views/app/main.tsx'

type Chunk = Rolldown.OutputChunk & { viteMetadata?: { importedCss: Set<string> } }

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
  const chunks = Object.values(bundle).filter((one): one is Chunk => one.type === 'chunk')
  const isOf = ({ moduleIds, facadeModuleId }: Chunk) =>
    facadeModuleId?.endsWith(`/${module}`) === true || moduleIds.some((id) => id.endsWith(`/${module}`))
  const scripts = new Set<string>()
  const sheets = new Set<string>()
  const follow = (chunk: Chunk | undefined) => {
    if (chunk === undefined || scripts.has(chunk.fileName)) return
    scripts.add(chunk.fileName)
    for (const name of chunk.imports) follow(chunks.find(({ fileName }) => fileName === name))
    for (const sheet of chunk.viteMetadata?.importedCss ?? []) sheets.add(sheet)
  }
  follow(chunks.find(isOf))
  if (scripts.size === 0) throw new Error(`${module} is in no chunk`)
  return [
    ...[...sheets].map((sheet) => `<link rel="stylesheet" crossorigin href="/${sheet}">`),
    ...[...scripts].map((script) => `<link rel="modulepreload" crossorigin href="/${script}">`),
  ].filter((link) => !without.includes(link))
}
