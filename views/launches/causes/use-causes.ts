import { auditTime, filter, merge } from 'rxjs'
import {
  acceptSuggestions,
  listCauses,
  undoAccepted,
  mergeCause,
  splitCause,
  type CausesAnswer,
} from '../../../contract/launches/causes.ts'
import { topics } from '../../../contract/live.ts'
import { isNoWork, undoOfAccepted, type CauseDone, type CauseWork } from '../../../machines/launches/cause-work.ts'
import type { Send } from '../../../services/http/http.ts'
import { useApplication, useProject, useSession } from '../../application/context.tsx'
import { formatCount } from '../../ui/text/figures.ts'
import { useUndoableList } from '../../shared/lists/use-undoable-list.ts'
import { useSettingsChanges } from '../../shared/settings-changes.tsx'

/** Debounce, in ms: results of a launch in progress arrive by the hundred. */
const REFRESH_AFTER_MS = 1000

/** Failures of a launch by cause, live: other users' tags, merges and new results appear without a reload. */
export function useCauses(launchId: number) {
  const { key } = useProject()
  const { live, send } = useApplication()
  const { tenant } = useSession().workspace
  const merges$ = useSettingsChanges(['failure-causes'])
  return useUndoableList<CausesAnswer, CauseWork, CauseDone>({
    load: () => send(listCauses, { params: { projectKey: key, launchId } }),
    change: (work) => perform(send, key, launchId, work),
    undoOf: ({ undo }) => undo,
    isEmpty: isNoWork,
    follow: () =>
      merge(
        live.follow(topics.tests(tenant, launchId), () => undefined),
        merges$.pipe(filter(({ by }) => by !== null)),
      ).pipe(auditTime(REFRESH_AFTER_MS)),
    doneText: ({ tests, isMore }, work) => (work === null ? '' : doneText(work, tests, isMore)),
  })
}

const doneText = (work: CauseWork, tests: number, isMore: boolean): string => {
  switch (work.kind) {
    case 'accept':
      return isMore
        ? `Suggestions accepted for ${formatCount(tests, 'test')}. Accept again for the rest.`
        : `Suggestions accepted for ${formatCount(tests, 'test')}`
    case 'classify': {
      if (tests === 0) return 'Every failure of this cause is classified already'
      const subject = formatCount(tests, 'test')
      const done = work.cause.tagId === null ? `Issue linked to ${subject}` : `Failure tag assigned to ${subject}`
      return isMore ? `${done}. Do it again for the rest.` : done
    }
    case 'takeBack':
      return `Change taken back for ${formatCount(tests, 'test')}`
    case 'merge':
      return 'Causes merged in all launches of the project'
    case 'split':
      return 'Cause split off in all launches of the project'
  }
}

const perform = async (send: Send, projectKey: string, launchId: number, work: CauseWork): Promise<CauseDone> => {
  switch (work.kind) {
    case 'accept': {
      const accepted = await send(acceptSuggestions, {
        params: { projectKey, launchId },
        body: { causes: [...work.causes] },
      })
      return { tests: accepted.tests, isMore: accepted.isMore, undo: undoOfAccepted(accepted) }
    }
    case 'classify': {
      const accepted = await send(acceptSuggestions, {
        params: { projectKey, launchId },
        body: { causes: [work.cause] },
      })
      return { tests: accepted.tests, isMore: accepted.isMore, undo: undoOfAccepted(accepted) }
    }
    case 'takeBack': {
      const { tests } = await send(undoAccepted, {
        params: { projectKey, launchId },
        body: { groups: [...work.groups] },
      })
      return { tests, isMore: false, undo: null }
    }
    case 'merge': {
      const { into, moved } = await send(mergeCause, {
        params: { projectKey, failureKey: work.key },
        body: { into: work.into, label: work.label },
      })
      const undo = { kind: 'split' as const, key: work.key, from: into, label: work.label, withKeys: moved }
      return { tests: 0, isMore: false, undo }
    }
    case 'split': {
      await send(splitCause, {
        params: { projectKey, failureKey: work.key },
        body: { from: work.from, label: work.label, withKeys: [...work.withKeys] },
      })
      const undo = { kind: 'merge' as const, key: work.key, into: work.from, label: work.label }
      return { tests: 0, isMore: false, undo }
    }
  }
}
