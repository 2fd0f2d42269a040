import { defineConfig } from 'vite'

/** Bundles the command line with its libraries into one file, which runs without npm. */
export default defineConfig({
  root: import.meta.dirname,
  publicDir: false,
  build: {
    ssr: 'src/main.ts',
    target: 'node20',
    minify: true,
    // Their licenses require it.
    license: { fileName: 'third-party-licenses.md' },
    rolldownOptions: { output: { entryFileNames: 'assay.mjs' } },
  },
  ssr: { noExternal: true },
})
