import type { Plugin } from 'vite'

const OTHER_LANGUAGES =
  /\/node_modules\/react-(?:aria|aria-components|stately)\/dist\/private\/intl\/.*\/(?!en-US)[a-z]{2}-[A-Z]{2}\.mjs$/

/** Removes the controls' texts in 33 other languages: the product is in English only, and each page would load them all. */
export const englishOnly = (): Plugin => ({
  name: 'english-only',
  apply: 'build',
  load: {
    filter: { id: OTHER_LANGUAGES },
    // Languages without texts fall back to the default, which is English.
    handler: () => 'export default undefined',
  },
})
