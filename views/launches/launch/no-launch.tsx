/** There is no such launch, or no longer: the list says so (DETAILS-01). */
import { useEffect } from 'react'
import { Redirect } from 'wouter'
import { TEXTS } from '../../../contract/texts.ts'
import { launchesHref } from '../../shared/routes.ts'
import { toast } from '../../ui/toasts.ts'

export function NoLaunch({ projectKey }: { projectKey: string }) {
  useEffect(() => {
    toast.error(TEXTS.launchNotFound)
  }, [])
  return <Redirect to={launchesHref(projectKey)} replace />
}
