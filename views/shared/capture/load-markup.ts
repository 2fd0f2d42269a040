import { lazy } from 'react'

/** Rejects when the code cannot be loaded, as offline; the next call retries. */
export const loadMarkup = () => import('../markup/markup-dialog.tsx')

/** Render only after `loadMarkup` has resolved. */
export const MarkupDialog = lazy(() => loadMarkup().then((m) => ({ default: m.MarkupDialog })))

export const NO_MARKUP = 'The markup tools did not load'
