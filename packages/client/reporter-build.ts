import type { UserConfig } from 'vite'

/**
 * Returns the build of a reporter: one file with its libraries, but without the framework. `format`: `cjs` for a framework that loads reporters
 * with `require`, for which older versions of Node.js need one.
 */
export const reporterBuild = (root: string, format: 'es' | 'cjs' = 'es'): UserConfig => ({
  root,
  publicDir: false,
  build: {
    ssr: 'src/index.ts',
    target: 'node20',
    minify: true,
    // Their licenses require it.
    license: { fileName: 'assay-licenses.md' },
    rolldownOptions: {
      output: {
        format,
        entryFileNames: format === 'cjs' ? 'index.cjs' : 'index.mjs',
        postBanner: '/* Licenses of the libraries in this file: assay-licenses.md */',
      },
    },
  },
  ssr: { noExternal: true },
})
