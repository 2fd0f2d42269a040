/** Connects time travel with the server, the live channel and the page's address. */
import { auditTime, merge, type Observable } from 'rxjs'
import { fromCallback, fromPromise } from 'xstate'
import { listLaunchEvents } from '../../../contract/launches/launch-events.ts'
import { topics } from '../../../contract/live.ts'
import { timeTravel, type AddressEvent } from '../../../machines/launches/time-travel.machine.ts'
import type { Application } from '../../application/application.ts'
import { emptyHistory, extendHistory, type LaunchHistory } from '../../../store/projections/launch-history.ts'

/** Search parameter of the shown moment. */
const MOMENT_PARAMETER = 'at'

/** Debounce of new events, in ms. */
const NEWS_AFTER_MS = 1000
/** Debounce of the address, in ms: browsers limit the rate of `replaceState`. */
const ADDRESS_AFTER_MS = 300

const addressChanges = ['pushState', 'replaceState', 'popstate'] as const

const momentInAddress = (): string | null => new URLSearchParams(location.search).get(MOMENT_PARAMETER)

/** Returns the address with another moment, or without one. */
export function withMoment(href: string, at: string | null): string {
  const url = new URL(href, 'http://localhost')
  if (at === null) url.searchParams.delete(MOMENT_PARAMETER)
  else url.searchParams.set(MOMENT_PARAMETER, at)
  return url.pathname + url.search
}

export const travelIn = ({
  application: { send, live },
  projectKey,
  tenant,
  launchId,
  causes$,
  replaceAddress,
}: {
  application: Pick<Application, 'send' | 'live'>
  projectKey: string
  tenant: string
  launchId: number
  /** Emits when causes of the project are merged or split. */
  causes$: Observable<unknown>
  replaceAddress: (href: string) => void
}) => {
  let hasOldCauses = false
  const readHistory = async (known: LaunchHistory, signal: AbortSignal): Promise<LaunchHistory> => {
    let history = known
    for (;;) {
      const page = await send(listLaunchEvents, {
        params: { projectKey, launchId },
        query: { after: history.read },
        signal,
      })
      // Events were deleted meanwhile: the remaining ones have other numbers.
      if (history.read > 0 && page.source !== history.source) history = emptyHistory
      else {
        history = extendHistory(history, page)
        if (page.next === null || history.isCut) return history
      }
    }
  }
  return timeTravel<LaunchHistory>().provide({
    actors: {
      read: fromPromise<LaunchHistory, { known: LaunchHistory | null }>(async ({ input: { known }, signal }) => {
        // A page of events includes the causes of its own failures; other causes are in earlier pages.
        const isAnew = known === null || hasOldCauses
        hasOldCauses = false
        try {
          return await readHistory(isAnew ? emptyHistory : known, signal)
        } catch (error) {
          hasOldCauses ||= isAnew
          throw error
        }
      }),
      news: fromCallback(({ sendBack }) => {
        const advanced = () => sendBack({ type: 'launch/advanced' })
        const destinations = [topics.tests(tenant, launchId), topics.passRate(tenant, launchId)]
        const subscription = merge(...destinations.map((destination) => live.follow(destination, advanced)))
          .pipe(auditTime(NEWS_AFTER_MS))
          .subscribe(advanced)
        subscription.add(
          causes$.subscribe(() => {
            hasOldCauses = true
            advanced()
          }),
        )
        return () => subscription.unsubscribe()
      }),
      address: fromCallback<AddressEvent>(({ receive, sendBack }) => {
        const { pathname } = location
        let shown: string | null = null
        let writing: ReturnType<typeof setTimeout> | undefined
        const look = () => {
          const at = momentInAddress()
          if (location.pathname !== pathname || at === shown) return
          clearTimeout(writing)
          shown = at
          sendBack(at === null ? { type: 'travel/close' } : { type: 'travel/open', at })
        }
        look()
        for (const change of addressChanges) addEventListener(change, look)
        receive(({ at }) => {
          clearTimeout(writing)
          const write = () => {
            shown = at
            if (location.pathname === pathname && momentInAddress() !== at)
              replaceAddress(withMoment(pathname + location.search, at))
          }
          if (at === null) write()
          else writing = setTimeout(write, ADDRESS_AFTER_MS)
        })
        return () => {
          clearTimeout(writing)
          for (const change of addressChanges) removeEventListener(change, look)
        }
      }),
    },
  })
}
