import { lazy } from 'react'

/** Rejects where its code cannot be had, as offline; it is asked for anew the next time. */
export const loadMarkup = () => import('../markup/markup-dialog.tsx')

/** Draw it once `loadMarkup` has resolved: without its code there would be nothing to draw, and the page would go down with it. */
export const MarkupDialog = lazy(() => loadMarkup().then((m) => ({ default: m.MarkupDialog })))

export const NO_MARKUP = 'The markup tools did not load'
