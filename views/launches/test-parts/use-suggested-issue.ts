import { useActorRef, useSelector } from '@xstate/react'
import { useCallback, useState } from 'react'
import { fromPromise } from 'xstate'
import { suggestedIssue, type AcceptedIssue } from '../../../machines/launches/suggested-issue.machine.ts'
import { messageOf } from '../../../services/http/api-error.ts'
import { formatCount } from '../../ui/text/figures.ts'
import { useEmitted } from '../../shared/use-emitted.ts'
import { toast } from '../../ui/toasts/toasts.ts'

/**
 * Links suggested issues and reports the outcome in a toast. `link` and `onSettled` must be stable; `onSettled` is called after a rejection
 * too.
 */
export function useSuggestedIssue(
  link: (accepted: AcceptedIssue) => Promise<{ linked: number }>,
  onSettled: () => void,
) {
  const [machine] = useState(() =>
    suggestedIssue.provide({
      actors: { link: fromPromise<{ linked: number }, AcceptedIssue>(({ input }) => link(input)) },
    }),
  )
  const actor = useActorRef(machine)
  useEmitted(actor, {
    'issue/linked': ({ count, issueId }) => {
      toast.success(`${formatCount(count, 'test')} linked to ${issueId}`)
      onSettled()
    },
    'issue/refused': ({ error }) => {
      toast.error(messageOf(error))
      onSettled()
    },
  })
  const onAccept = useCallback(
    (failureKey: string | null, issueId: string) => actor.send({ type: 'suggestion/accept', failureKey, issueId }),
    [actor],
  )
  return { isLinking: useSelector(actor, (snapshot) => snapshot.matches('linking')), onAccept }
}
