import { filter, type Observable } from 'rxjs'
import type { ActorRefFrom } from 'xstate'
import { fromCallback } from 'xstate'
import { TEXTS } from '../../../contract/texts.ts'
import type { launchPage, testsList } from '../../../machines/launches/launch-page.machine.ts'
import { messageOf } from '../../../services/http/api-error.ts'
import { testStatusLabels } from '../../shared/launch-labels.ts'
import type { SettingsChanged } from '../../shared/settings-changes.tsx'
import { toast } from '../../ui/toasts/toasts.ts'

type Heard = {
  page: ActorRefFrom<typeof launchPage>
  list: ActorRefFrom<typeof testsList>
  /** Changes of the project's quarantine and causes, which tests show and are grouped by. */
  projectChanges$: Observable<SettingsChanged>
}

/** Reports outcomes of marks and selections, and reloads after changes of the project's data about tests. */
export const launchListeners = fromCallback<{ type: 'none' }, Heard>(({ input: { page, list, projectChanges$ } }) => {
  const listeners = [
    page.on('tests/marked', ({ count, status }) =>
      toast.success((count === 1 ? TEXTS.testMarked : TEXTS.testsMarked)(testStatusLabels[status])),
    ),
    page.on('mark/refused', ({ error }) => toast.error(messageOf(error))),
    page.on('pick/refused', ({ error }) => toast.error(messageOf(error))),
    // Only the server knows which tests are affected. An event without an author is a reconnection, not a change.
    projectChanges$.pipe(filter(({ by }) => by !== null)).subscribe(() => list.send({ type: 'list/refresh' })),
  ]
  return () => listeners.forEach((listener) => listener.unsubscribe())
})
