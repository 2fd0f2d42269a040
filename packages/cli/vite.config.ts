import { defineConfig } from 'vite'

/** Bundles the command line with its libraries into one file. */
export default defineConfig({
  root: import.meta.dirname,
  publicDir: false,
  build: {
    ssr: 'src/main.ts',
    target: 'node20',
    minify: true,
    // Their licenses require it.
    license: { fileName: 'assay-licenses.md' },
    rolldownOptions: {
      output: {
        entryFileNames: 'assay.mjs',
        postBanner: '/* Licenses of the libraries in this file: assay-licenses.md */',
      },
    },
  },
  ssr: { noExternal: true },
})
