/** Requests case suggestions for a suite, or explains how to connect the assistant. */
import { z } from 'zod/mini'
import { Requirements, getAiCredits, type AiCredits } from '../../../contract/cases/suggestions.ts'
import { TEXTS } from '../../../contract/texts.ts'
import { messageOf } from '../../../services/http/api-error.ts'
import { useCanOpen, useProject, useResource, useApplication } from '../../application/context.tsx'
import { FormDialog } from '../../shared/forms/form-dialog.tsx'
import { useForm } from '../../shared/forms/form.tsx'
import { integrationHref } from '../../shared/routes.ts'
import { Banner } from '../../ui/layout/banner.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { CodeBlock } from '../../ui/code/code-block.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { Link } from '../../ui/controls/link.tsx'
import { Skeleton } from '../../ui/layout/skeleton.tsx'
import { TextArea } from '../../ui/forms/text-area.tsx'
import { formatCount } from '../../ui/text/figures.ts'
import styles from './suggestions.module.css'

interface SuggestDialogProps {
  suite: { id: number; title: string }
  onAsk: (requirements: string) => void
  onClose: () => void
}

export function SuggestDialog({ suite, onAsk, onClose }: SuggestDialogProps) {
  const { key } = useProject()
  const { send } = useApplication()
  const { value, failure, retry } = useResource(
    async () => (await send(getAiCredits, { params: { projectKey: key } })).data,
  )
  const title = `Suggest test cases for ${suite.title}`
  if (value === null)
    return (
      <Dialog title={title} onClose={onClose} footer={<Button onClick={onClose}>Cancel</Button>}>
        {failure === null ? (
          <div aria-busy className={styles.waiting}>
            <Skeleton width={280} />
            <Skeleton width={360} />
          </div>
        ) : (
          <Banner
            actions={
              <Button size="sm" onClick={retry}>
                Retry
              </Button>
            }
          >
            {messageOf(failure)}
          </Banner>
        )}
      </Dialog>
    )
  if (value.model === null) return <HowToConnect title={title} onClose={onClose} />
  return <AskForm {...{ suite, title, credits: value, onAsk, onClose }} />
}

const SETTINGS = `AI_URL=https://api.openai.com/v1
AI_MODEL=gpt-4.1
AI_KEY=…
# Suggested cases per month; as many as are asked for without it
AI_CREDITS=500`

function HowToConnect({ title, onClose }: { title: string; onClose: () => void }) {
  const settings = integrationHref('ai')
  const canConnect = useCanOpen()(settings)
  return (
    <Dialog title={title} width="medium" onClose={onClose} footer={<Button onClick={onClose}>Close</Button>}>
      <div className={styles.about}>
        <p>{TEXTS.assistantNotConnected}.</p>
        <p>
          Any service with an OpenAI-compatible chat completions API, or your own with Ollama, vLLM or LM Studio.{' '}
          {canConnect ? (
            <>
              <Link href={settings}>Connect one under Integrations</Link>, or let the server’s administrator set its
              address, its name and, where it wants one, its key:
            </>
          ) : (
            'An administrator connects one under Settings > Integrations, or sets its address, its name and, where it wants one, its key on the server:'
          )}
        </p>
        <CodeBlock label="Settings of the server" code={SETTINGS} />
        <p>It receives the names of the project and suite, the titles of the suite’s cases, and your prompt.</p>
      </div>
    </Dialog>
  )
}

interface AskFormProps extends SuggestDialogProps {
  title: string
  credits: AiCredits
}

const schema = z.object({ requirements: Requirements })

function AskForm({ suite, title, credits: { model, credits }, onAsk, onClose }: AskFormProps) {
  const form = useForm({
    name: `suggest:${suite.id}`,
    initial: { requirements: '' },
    schema,
    submit: ({ requirements }) => Promise.resolve(requirements),
    onDone: (requirements) => {
      onAsk(requirements)
      onClose()
    },
  })
  return (
    <FormDialog title={title} of={form} action="Suggest" onClose={onClose}>
      <TextArea
        {...form.field('requirements')}
        label="Requirements"
        description="Optional: a user story, acceptance criteria, past bugs. Supports Markdown."
        rows={8}
      />
      <p className={styles.model}>
        {credits === null
          ? `Written by ${model}.`
          : `Written by ${model}. ${formatCount(credits, 'credit is', 'credits are')} left this month; each test case takes one.`}
      </p>
    </FormDialog>
  )
}
