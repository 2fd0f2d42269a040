import { useMemo } from 'react'
import { useResource } from '../application/context.tsx'
import { PageNotLoaded } from '../shared/page/error-pages.tsx'
import type { PageCode } from '../pages.ts'

/**
 * Draws a page once its code has loaded. Not `React.lazy`: that would show the fallback first and hold the page back for 300 ms even when
 * the code is already loaded.
 */
export function LoadedPage({ code, isInFrame }: { code: PageCode; isInFrame: boolean }) {
  const { value: Page, failure } = useResource(code.load, { remembered: code.component })
  // Code that is already loaded renders in the same pass.
  const page = useMemo(() => Page && <Page />, [Page])
  return page === null && failure !== null ? <PageNotLoaded isInFrame={isInFrame} /> : page
}
