import type { Plugin } from 'vite'

const LAYERS = '@layer tokens,base,components,pages,print;'

/**
 * Every sheet begins with the order of the layers: a chunk that two pages share is linked before the main sheet, and without
 * this its layer would come first and lose to all the others. After minifying, which takes the statement out.
 */
export const layersInOrder = (): Plugin => ({
  name: 'layers-in-order',
  apply: 'build',
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      for (const asset of Object.values(bundle))
        if (asset.type === 'asset' && asset.fileName.endsWith('.css'))
          asset.source =
            LAYERS + (typeof asset.source === 'string' ? asset.source : Buffer.from(asset.source).toString())
    },
  },
})
