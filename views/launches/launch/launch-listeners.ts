import type { ActorRefFrom } from 'xstate'
import { fromCallback } from 'xstate'
import { TEXTS } from '../../../contract/texts.ts'
import type { launchPage, testsList } from '../../../machines/launches/launch-page.machine.ts'
import { messageOf } from '../../../services/http/api-error.ts'
import { testStatusWords } from '../../shared/launch-words.ts'
import { whenIdle } from '../../shared/when-idle.ts'
import { toast } from '../../ui/toasts.ts'
import type { LaunchReads } from './launch-reads.ts'

type Heard = {
  page: ActorRefFrom<typeof launchPage>
  list: ActorRefFrom<typeof testsList>
  reads: LaunchReads
  /** Loads the code of the view of causes. */
  loadCauses: () => Promise<unknown>
}

/** Says what became of marks and selections, asks ahead for words that are typed, and loads what a launch with failures leads to. */
export const launchListeners = fromCallback<{ type: 'none' }, Heard>(({ input: { page, list, reads, loadCauses } }) => {
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
  ]
  return () => {
    cancel?.()
    listeners.forEach((listener) => listener.unsubscribe())
  }
})
