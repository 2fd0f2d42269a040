import { useEffect, useState } from 'react'
import { useApplication, useSession } from '../../application/context.tsx'
import { createDraftKeeper, draftsInLog, draftsInTab, type DraftKeeper } from './form-drafts.ts'

/** Returns the draft storage of one thing, by name, for the signed-in user; see `createDraftKeeper`. Stable across renders. */
export function useDraftKeeper(name: string): DraftKeeper {
  const application = useApplication()
  const { user } = useSession()
  const [keeper] = useState(() =>
    createDraftKeeper(
      draftsInLog(application, user.id, name),
      draftsInTab(sessionStorage, `${user.id}:${name}`),
      () => false,
    ),
  )
  useFlushed(keeper)
  return keeper
}

/** Writes what a keeper still holds when the page is hidden or the component unmounts. */
export function useFlushed(keeper: DraftKeeper): void {
  useEffect(() => {
    window.addEventListener('pagehide', keeper.pageHidden)
    return () => {
      window.removeEventListener('pagehide', keeper.pageHidden)
      keeper.closed()
    }
  }, [keeper])
}
