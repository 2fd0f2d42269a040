import type { Plugin, Rolldown } from 'vite'

const HINT = '//# allFunctionsCalledOnLoad\n'

/**
 * Makes browsers that support the comment compile these chunks on another thread while they load. Otherwise functions are compiled lazily
 * on their first call, which takes a large part of the time between the first responses and their rendering. The comment only works at the
 * very start of a file, so it is prepended after all other plugins.
 */
export const compileHints = (hinted: (bundle: Rolldown.OutputBundle) => readonly Rolldown.OutputChunk[]): Plugin => ({
  name: 'compile-hints',
  apply: 'build',
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      for (const chunk of hinted(bundle)) {
        chunk.code = HINT + chunk.code
        const map = bundle[`${chunk.fileName}.map`]
        if (map?.type === 'asset') map.source = oneLineDown(map.source)
      }
    },
  },
})

const oneLineDown = (source: string | Uint8Array): string => {
  const map = JSON.parse(typeof source === 'string' ? source : Buffer.from(source).toString()) as { mappings: string }
  return JSON.stringify({ ...map, mappings: `;${map.mappings}` })
}
