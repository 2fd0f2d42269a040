import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Plugin, Rolldown } from 'vite'
import { closureOf } from './bundle-closure.ts'
import { paths } from '../views/shared/routes.ts'

const VIEWS = 'views'
/** What every visit loads after the entry of the document. */
export const MAIN = 'views/boot/main.tsx'

/**
 * Tells what the page of each pattern is made of, so that the document can ask for all of it at once: the browser would else learn
 * of the application's code from the first script, and of the page's code from the next. Links that every page wants go into
 * index.html; `page-links.json` holds the others, for the server: `[pattern, links]` of each page.
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
      const all = [...modules].map(([pattern, module]) => [pattern, linksOf(bundle, module, shared).join('')])
      this.emitFile({ type: 'asset', fileName: '.vite/page-links.json', source: JSON.stringify(all) })
    },
  }
}

/** Returns the module of each pattern that has a page. */
export const pageModules = (): Map<string, string> =>
  new Map(definitions().map(({ pattern, module }) => [pattern, module]))

/** Returns the modules of pages that the server draws into their documents. */
export const serverDrawnModules = (): string[] =>
  definitions().flatMap(({ module, isDrawnByServer }) => (isDrawnByServer ? [module] : []))

interface BuiltPage {
  pattern: string
  module: string
  isDrawnByServer: boolean
}

/**
 * Reads the page definitions (`views/<capability>/pages.ts`) as text: to import them would bundle every page into the build's own
 * configuration.
 */
const definitions = (): BuiltPage[] =>
  readdirSync(VIEWS).flatMap((capability) => {
    const file = path.join(VIEWS, capability, 'pages.ts')
    return existsSync(file) ? definitionsIn(file) : []
  })

/** A definition names its pattern first, as `pattern: paths.launches`, and its module as `load: () => import('…')`. */
const definitionsIn = (file: string): BuiltPage[] =>
  readFileSync(file, 'utf8')
    .split(/^ {4}pattern: |\{ pattern: /m)
    .flatMap((definition) => {
      const [, name] = /^paths\.(\w+)/.exec(definition) ?? []
      const [, module] = /\bload: \(\) =>\s*import\('([^']+)'\)/.exec(definition) ?? []
      if (name === undefined || module === undefined) return []
      return [
        {
          pattern: paths[name as keyof typeof paths],
          module: path.join(path.dirname(file), module),
          isDrawnByServer: definition.includes('isDrawnByServer: true'),
        },
      ]
    })

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
