import type { UserConfig } from 'vite'

/** Returns the build of a reporter: one file with its libraries, but without the framework. */
export const reporterBuild = (root: string): UserConfig => ({
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
        entryFileNames: 'index.mjs',
        postBanner: '/* Licenses of the libraries in this file: assay-licenses.md */',
      },
    },
  },
  ssr: { noExternal: true },
})
