/** Steps of a guide, the open one with values and snippets. */
import { Download } from 'lucide-react'
import { useSearch } from 'wouter'
import { TEXTS } from '../../../contract/texts.ts'
import { messageOf } from '../../../services/http/api-error.ts'
import { useProject } from '../../application/context.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { CodeBlock } from '../../ui/code/code-block.tsx'
import { ButtonLink, PlainLink } from '../../ui/controls/link.tsx'
import { Markdown } from '../../ui/markdown/markdown.tsx'
import { toast } from '../../ui/toasts/toasts.ts'
import { guideHref, stepIn } from './guide-address.ts'
import { DriverFields, ReportingFields, SystemFields } from './guide-fields.tsx'
import { GuideResults } from './guide-results.tsx'
import { GuideTokenLine } from './guide-token.tsx'
import styles from './guide.module.css'
import type { Guide, StepId } from './guide.ts'
import { saveSample } from './sample-archive.ts'
import { partsOf, type Snippet } from './snippets.ts'
import { useReportingGuide } from './use-reporting-guide.ts'

export function GuideSteps({ guide }: { guide: Guide }) {
  const { key } = useProject()
  const wanted = stepIn(useSearch())
  const { steps } = guide
  const place = Math.max(
    0,
    steps.findIndex(({ id }) => id === wanted),
  )
  const step = steps[place] ?? { id: 'sample' as const, title: '', parts: [] }
  const state = useReportingGuide(guide, step.id)
  const { values, changed, token, change } = state
  const hrefOf = (id: StepId) => guideHref(key, guide.id, { step: id, values: changed })
  const params = { origin: location.origin, projectKey: key, token: token?.value ?? null, values }
  const [before, after] = [steps[place - 1], steps[place + 1]]
  return (
    <div className={styles.guide}>
      <ol className={styles.steps} aria-label="Steps">
        {steps.map(({ id, title }, index) => (
          <li key={id} data-done={index < place || undefined}>
            <PlainLink href={hrefOf(id)} aria-current={id === step.id ? 'step' : undefined}>
              <span className={styles.number}>{index + 1}</span>
              {title}
            </PlainLink>
          </li>
        ))}
      </ol>
      <section className={styles.step} aria-label={step.title}>
        <h2>{step.title}</h2>
        {guide.hasSystems && step.id !== 'results' && <SystemFields values={values} onChange={change} />}
        {step.id === 'sample' && guide.sample !== null && <SampleLine sample={guide.sample} />}
        {step.id === 'credentials' && (
          <>
            <ReportingFields guide={guide} values={values} onChange={change} />
            <GuideTokenLine guide={state} />
          </>
        )}
        {step.id === 'driver' && <DriverFields guide={guide} values={values} onChange={change} />}
        {partsOf(step, params).map((part, index) =>
          'markdown' in part ? (
            <Markdown key={index} className={styles.note}>
              {part.markdown}
            </Markdown>
          ) : (
            <SnippetBlock key={part.label} snippet={part} />
          ),
        )}
        {step.id === 'results' && <GuideResults guide={state} />}
        <footer className={styles.foot}>
          {before !== undefined && <ButtonLink href={hrefOf(before.id)}>Back</ButtonLink>}
          {after !== undefined && (
            <ButtonLink variant="primary" href={hrefOf(after.id)}>
              Next: {after.title}
            </ButtonLink>
          )}
        </footer>
      </section>
    </div>
  )
}

function SampleLine({ sample }: { sample: string }) {
  return (
    <div className={styles.token}>
      <span>A small project with two tests and the agent. Download it, or add the agent to your own project.</span>
      <Button
        size="sm"
        variant="primary"
        icon={<Download aria-hidden />}
        onClick={() => void saveSample(sample).catch((error: unknown) => toast.error(messageOf(error)))}
      >
        Download {sample}.zip
      </Button>
    </div>
  )
}

function SnippetBlock({ snippet: { label, code, isSettings } }: { snippet: Snippet }) {
  return (
    <CodeBlock
      label={label}
      code={code}
      wraps
      onCopied={() => toast.success(isSettings ? TEXTS.settingsCopied : TEXTS.valueCopied(label))}
    />
  )
}
