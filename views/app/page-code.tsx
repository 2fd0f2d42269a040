import { useEffect, useState, type ComponentType } from 'react'
import type { PageCode } from './pages.ts'

/**
 * Draws a page once its code is there. Not by `lazy`: a page whose code has come is drawn at once, where React would first
 * show the fallback and then hold the page back for 300 ms.
 */
export function LoadedPage({ code }: { code: PageCode }) {
  const [Page, setPage] = useState<ComponentType | null>(() => code.component)
  const [failure, setFailure] = useState<unknown>(null)
  useEffect(() => {
    if (Page !== null) return undefined
    let isGone = false
    code.load().then(
      (component) => isGone || setPage(() => component),
      (cause: unknown) => isGone || setFailure(cause),
    )
    return () => {
      isGone = true
    }
  }, [Page, code])
  // oxlint-disable-next-line typescript/only-throw-error -- for the error boundary, whatever the import failed with
  if (failure !== null) throw failure
  return Page === null ? null : <Page />
}
