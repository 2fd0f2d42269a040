import type { Plugin, Rolldown } from 'vite'

const HINT = '//# allFunctionsCalledOnLoad\n'

/**
 * Has browsers that understand the comment compile these chunks on another thread while they come. Function by function, as
 * each is first called, that takes a good part of the time between the first answers and what is drawn of them. The comment counts
 * at the very beginning alone, so it is put there after all others have written.
 */
export const compileHints = (hinted: (bundle: Rolldown.OutputBundle) => readonly Rolldown.OutputChunk[]): Plugin => ({
  name: 'compile-hints',
  apply: (_, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
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
