import type { Plugin } from 'vite'

const OTHER_LANGUAGES =
  /\/node_modules\/react-(?:aria|aria-components|stately)\/dist\/private\/intl\/.*\/(?!en-US)[a-z]{2}-[A-Z]{2}\.mjs$/

/** Leaves out the controls' words in 33 other languages: the product speaks English alone, and each page would load them all. */
export const englishOnly = (): Plugin => ({
  name: 'english-only',
  apply: 'build',
  load: {
    filter: { id: OTHER_LANGUAGES },
    // Without words of its own, a language has those of the default, which is English.
    handler: () => 'export default undefined',
  },
})
