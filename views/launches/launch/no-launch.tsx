/** Redirects to the list, which says that the launch does not exist (DETAILS-01). */
import { useActorRef } from '@xstate/react'
import { Redirect } from 'wouter'
import { fromCallback } from 'xstate'
import { TEXTS } from '../../../contract/texts.ts'
import { launchesHref } from '../../shared/routes.ts'
import { toast } from '../../ui/toasts/toasts.ts'

const toastMissing = fromCallback(() => {
  toast.error(TEXTS.launchNotFound)
})

export function NoLaunch({ projectKey }: { projectKey: string }) {
  useActorRef(toastMissing)
  return <Redirect to={launchesHref(projectKey)} replace />
}
