import { later } from '../../ui/layout/later.tsx'

/** Rejects when the code cannot be loaded, as offline; the next call retries. */
export const loadMarkup = () => import('../markup/markup-dialog.tsx')

/** Render only after `loadMarkup` has resolved. */
export const MarkupDialog = later(() => loadMarkup().then((m) => m.MarkupDialog))

export const NO_MARKUP = 'The markup tools did not load'
