import { filter, type Observable } from 'rxjs'
import type { ActorRefFrom } from 'xstate'
import { fromCallback } from 'xstate'
import { TEXTS } from '../../../contract/texts.ts'
import type { launchPage, testsList } from '../../../machines/launches/launch-page.machine.ts'
import { messageOf } from '../../../services/http/api-error.ts'
import { testStatusWords } from '../../shared/launch-words.ts'
import type { SettingsChanged } from '../../shared/settings-changes.tsx'
import { whenIdle } from '../../application/when-idle.ts'
import { toast } from '../../ui/toasts/toasts.ts'
import type { LaunchReads } from './launch-reads.ts'

type Heard = {
  page: ActorRefFrom<typeof launchPage>
  list: ActorRefFrom<typeof testsList>
  reads: LaunchReads
  /** Changes of the project's quarantine and causes, which tests show and are grouped by. */
  projectChanges$: Observable<SettingsChanged>
  /** Loads the code of the view of causes. */
  loadCauses: () => Promise<unknown>
}

/**
 * Reports outcomes of marks and selections, prefetches while typing, preloads what launches with failures lead to, and reloads after
 * changes of the project's data about tests.
 */
export const launchListeners = fromCallback<{ type: 'none' }, Heard>(
  ({ input: { page, list, reads, projectChanges$, loadCauses } }) => {
    let cancel: (() => void) | undefined
    const look = () => {
      const { launch } = page.getSnapshot().context
      if (cancel !== undefined || launch === null) return
      // Preloaded; without it, the press loads the code.
      if (launch.statistics.failed + launch.statistics.failedAsKnown > 0)
        cancel = whenIdle(() => void loadCauses().catch(() => undefined))
    }
    look()
    const listeners = [
      page.subscribe(look),
      list.on('search/expected', ({ query }) => reads.tests.expect(query)),
      page.on('tests/marked', ({ count, status }) =>
        toast.success((count === 1 ? TEXTS.testMarked : TEXTS.testsMarked)(testStatusWords[status])),
      ),
      page.on('mark/refused', ({ error }) => toast.error(messageOf(error))),
      page.on('pick/refused', ({ error }) => toast.error(messageOf(error))),
      // Only the server knows which tests are affected. An event without an author is a reconnection, not a change.
      projectChanges$.pipe(filter(({ by }) => by !== null)).subscribe(() => {
        reads.tests.forget()
        list.send({ type: 'list/refresh' })
      }),
    ]
    return () => {
      cancel?.()
      listeners.forEach((listener) => listener.unsubscribe())
    }
  },
)
