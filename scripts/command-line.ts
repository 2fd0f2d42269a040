import path from 'node:path'
import { build, type Plugin } from 'vite'

/** Builds the command line into the folder of the page (`/assay.mjs`), so that each server offers the version that fits it. */
export const commandLine = (): Plugin => ({
  name: 'command-line',
  apply: 'build',
  writeBundle: {
    order: 'pre',
    sequential: true,
    handler: async ({ dir = '' }) => {
      const configFile = path.join(import.meta.dirname, '../packages/cli/vite.config.ts')
      await build({ configFile, logLevel: 'warn', build: { outDir: path.resolve(dir), emptyOutDir: false } })
    },
  },
})
