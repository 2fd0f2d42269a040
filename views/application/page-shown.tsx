import { createContext, useContext, type ComponentType } from 'react'

/** What start-up renders beside the first content of a visit: `page` beside the page of the address, `other` beside an error or a redirect. */
const PageShownContext = createContext<Record<'page' | 'other', ComponentType> | null>(null)
export const PageShownProvider = PageShownContext.Provider

/** Rendered by a page as soon as it shows its content, and by an error that is shown in its place. */
export function PageShown({ kind = 'page' }: { kind?: 'page' | 'other' }) {
  const Mark = useContext(PageShownContext)?.[kind]
  return Mark === undefined ? null : <Mark />
}
