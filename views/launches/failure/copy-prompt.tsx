/** Copies what a person or an assistant needs to reproduce a failure. */
import { Sparkles } from 'lucide-react'
import { getLaunch } from '../../../contract/launches/launches.ts'
import { listBrowserErrors, listTestSteps } from '../../../contract/launches/test-details.ts'
import { isTrace } from '../../../contract/launches/traces.ts'
import { messageOf } from '../../../services/http/api-error.ts'
import { useApplication, useProject } from '../../application/context.tsx'
import { testHref } from '../../shared/routes.ts'
import { copyText } from '../../ui/browser/copy-text.ts'
import { Button } from '../../ui/controls/button.tsx'
import { toast } from '../../ui/toasts/toasts.ts'
import { failurePrompt, type PromptFacts } from './failure-prompt.ts'

export type CopyPromptProps = Pick<PromptFacts, 'details' | 'history' | 'attempt' | 'failure' | 'entries' | 'files'>

export function CopyPrompt(props: CopyPromptProps) {
  const { sendRead } = useApplication()
  const { key: projectKey } = useProject()
  const load = async () => {
    const { id: testId, launchId } = props.details.test
    const [{ launch }, { items }, browser] = await Promise.all([
      sendRead(getLaunch, { params: { projectKey, launchId } }),
      sendRead(listTestSteps, { params: { projectKey, launchId, testId }, query: { attempt: props.attempt } }),
      props.files.some(isTrace)
        ? sendRead(listBrowserErrors, {
            params: { projectKey, launchId, testId },
            query: { attempt: props.attempt },
          })
        : null,
    ])
    const absolute = (url: string) => new URL(url, location.origin).href
    return failurePrompt({
      ...props,
      launch,
      steps: items,
      browserErrors: browser?.items ?? [],
      href: absolute(testHref(projectKey, launchId, testId)),
      absolute,
    })
  }
  const copy = async () => {
    try {
      if (await copyText(load())) toast.success('Prompt copied to clipboard')
      else toast.error('This browser did not allow copying')
    } catch (error) {
      toast.error(messageOf(error))
    }
  }
  return (
    <Button variant="quiet" size="sm" icon={<Sparkles aria-hidden />} onClick={() => void copy()}>
      Copy as prompt
    </Button>
  )
}
