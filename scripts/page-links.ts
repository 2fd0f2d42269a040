import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Plugin, Rolldown } from 'vite'
import { closureOf } from './bundle-closure.ts'
import { paths } from '../views/shared/routes.ts'

const VIEWS = 'views'
/** Loaded by every visit after the document's entry. */
export const MAIN = 'views/boot/main.tsx'

/**
 * Lists the files of each page, so that the document can preload all of them. Otherwise the browser would discover the application's code
 * in the first script, and the page's code in the next. Links that every page needs are added to index.html; the others are in
 * `page-links.json` for the server: `[pattern, links]` of each page.
 */
export const pageLinks = (): Plugin => {
  const modules = pageModules()
  return {
    name: 'page-links',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle = {} }) => {
        const links = [...linksOf(bundle, MAIN, []), fontLink(bundle)]
        const document = html.replace('</head>', `  ${links.join('\n    ')}\n  </head>`)
        // Async, so that the first script does not wait for the end of the document and its style sheets.
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

/**
 * Returns the module of each pattern that has a page. Parses the page definitions (`views/<capability>/pages.ts`) as text: importing them
 * would bundle every page into the build's configuration.
 */
export const pageModules = (): Map<string, string> =>
  new Map(
    readdirSync(VIEWS).flatMap((capability) => {
      const file = path.join(VIEWS, capability, 'pages.ts')
      return existsSync(file) ? modulesIn(file) : []
    }),
  )

/** A definition starts with its pattern, as `pattern: paths.launches`, and names its module as `load: () => import('…')`. */
const modulesIn = (file: string): [pattern: string, module: string][] =>
  readFileSync(file, 'utf8')
    .split(/^ {4}pattern: |\{ pattern: /m)
    .flatMap((definition) => {
      const [, name] = /^paths\.(\w+)/.exec(definition) ?? []
      const [, module] = /\bload: \(\) =>\s*import\('([^']+)'\)/.exec(definition) ?? []
      if (name === undefined || module === undefined) return []
      return [[paths[name as keyof typeof paths], path.join(path.dirname(file), module)]]
    })

/** Preloads the font: a browser would otherwise request it only during layout, and then lay out the text again. */
const fontLink = (bundle: Rolldown.OutputBundle): string => {
  const font = Object.keys(bundle).find((name) => /inter-latin-wght-normal-.*\.woff2$/.test(name))
  if (font === undefined) throw new Error('the font is not in the build')
  return `<link rel="preload" as="font" type="font/woff2" crossorigin href="/${font}">`
}

/** Returns the links of a module's chunk and its imports. Style sheets come first, because they block rendering. */
const linksOf = (bundle: Rolldown.OutputBundle = {}, module: string, without: readonly string[]): string[] => {
  const chunks = closureOf(bundle, module)
  const sheets = new Set(chunks.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]))
  return [
    ...[...sheets].map((sheet) => `<link rel="stylesheet" crossorigin href="/${sheet}">`),
    ...chunks.map(({ fileName }) => `<link rel="modulepreload" crossorigin href="/${fileName}">`),
  ].filter((link) => !without.includes(link))
}
