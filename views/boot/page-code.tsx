import { useMemo } from 'react'
import { useResource } from './context.tsx'
import type { PageCode } from './pages.ts'

/**
 * Draws a page once its code is there. Not by `lazy`: a page whose code has come is drawn at once, where React would first
 * show the fallback and then hold the page back for 300 ms.
 */
export function LoadedPage({ code }: { code: PageCode }) {
  const { value: Page, failure } = useResource(code.load, { remembered: code.component })
  // Code that is there already is not drawn a second time when it has been asked for.
  const page = useMemo(() => Page && <Page />, [Page])
  // oxlint-disable-next-line typescript/only-throw-error -- for the error boundary, whatever the import failed with
  if (page === null && failure !== null) throw failure
  return page
}
