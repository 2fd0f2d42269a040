import { filter, type Observable } from 'rxjs'
import type { ActorRefFrom } from 'xstate'
import { fromCallback } from 'xstate'
import { TEXTS } from '../../../contract/texts.ts'
import type { launchPage, testsList } from '../../../machines/launches/launch-page.machine.ts'
import { messageOf } from '../../../services/http/api-error.ts'
import { testStatusWords } from '../../shared/launch-words.ts'
import type { SettingsChanged } from '../../shared/settings-changes.tsx'
import { whenIdle } from '../../shared/when-idle.ts'
import { toast } from '../../ui/toasts.ts'
import type { LaunchReads } from './launch-reads.ts'

type Heard = {
  page: ActorRefFrom<typeof launchPage>
  list: ActorRefFrom<typeof testsList>
  reads: LaunchReads
  /** Changes of the project's quarantine and of its causes of failures: tests say and are grouped by them. */
  projectChanges$: Observable<SettingsChanged>
  /** Loads the code of the view of causes. */
  loadCauses: () => Promise<unknown>
}

/** Says what became of marks and selections, asks ahead for words that are typed, loads what a launch with failures leads to, and asks anew for what the project says of tests. */
export const launchListeners = fromCallback<{ type: 'none' }, Heard>(
  ({ input: { page, list, reads, projectChanges$, loadCauses } }) => {
    let cancel: (() => void) | undefined
    const look = () => {
      const { launch } = page.getSnapshot().context
      if (cancel !== undefined || launch === null) return
      // The code is there by the time that somebody asks for the causes; without it, the press loads it.
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
      // Only the server can say which tests they are. A connection, which is told without an author, is no change.
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
