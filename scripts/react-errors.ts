import type { Plugin } from 'vite'

const REACT_DOM = /\/react-dom\/cjs\/react-dom-client\.production\.js$/
const MADE_WHILE_LOADING = /(\w+Exception = )Error\((formatProdErrorMessage\(\d+\))\)/g

/**
 * React makes a few errors while it is loaded, that it throws and catches itself: nobody ever sees where they were made. A browser
 * that is watched, by its own tools or by a test, looks the place of each error up at once, and where that is the code's outermost level it
 * reads all the code of the application anew: as long again as running it takes. These are made without a place.
 */
export const reactErrors = (): Plugin => ({
  name: 'react-errors',
  apply: 'build',
  enforce: 'pre',
  transform(code, id) {
    if (!REACT_DOM.test(id)) return null
    const changed = code.replace(MADE_WHILE_LOADING, '$1Object.assign(Object.create(Error.prototype), { message: $2 })')
    if (changed === code) throw new Error('react-dom makes no errors while it is loaded any more: this plugin can go')
    return { code: changed, map: null }
  },
})
