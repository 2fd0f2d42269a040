/** Traces of an attempt, in the viewer of Playwright. The viewer loads when the tab is opened. */
import { Download, SquareArrowOutUpRight } from 'lucide-react'
import { useState } from 'react'
import { isTrace, traceViewerHref } from '../../../contract/launches/traces.ts'
import type { Artifact } from '../../../contract/launches/launches.ts'
import type { TestDetails } from '../../../machines/launches/test-page.machine.ts'
import { messageOf } from '../../../services/http/api-error.ts'
import { useResource } from '../../application/context.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { ButtonLink } from '../../ui/controls/link.tsx'
import { Select } from '../../ui/forms/select.tsx'
import { EmptyState, ProblemState } from '../../ui/layout/empty-state.tsx'
import { startTraceViewer } from './start-viewer.ts'
import styles from './test-traces.module.css'

export type TestTracesProps = {
  /** Null until they have loaded. */
  attempts: TestDetails['attempts'] | null
  /** Artifacts of the attempt that is shown. */
  files: readonly Artifact[]
  onAttempt: (attempt: number) => void
}

export function TestTraces({ attempts, files, onAttempt }: TestTracesProps) {
  // Meanwhile, the test loads.
  const viewer = useResource(startTraceViewer)
  const traces = files.filter(isTrace)
  if (attempts === null) return null
  if (traces.length > 0) return <Traces traces={traces} viewer={viewer} />
  const others = attempts.filter(({ artifacts }) => artifacts.some(isTrace))
  return (
    <EmptyState
      title={others.length > 0 ? 'This attempt has no trace' : 'No trace'}
      actions={others.map(({ attempt }) => (
        <Button key={attempt} onClick={() => onAttempt(attempt)}>
          Trace of attempt {attempt}
        </Button>
      ))}
    >
      {others.length === 0 && 'A trace.zip of Playwright that is reported with the test opens here.'}
    </EmptyState>
  )
}

type Viewer = Pick<ReturnType<typeof useResource<boolean>>, 'value' | 'failure' | 'retry'>

function Traces({ traces, viewer }: { traces: readonly Artifact[]; viewer: Viewer }) {
  const [url, setUrl] = useState<string | null>(null)
  const trace = traces.find((one) => one.url === url) ?? traces[0]
  if (trace === undefined) return null
  const download = (
    <ButtonLink href={trace.url} download size="sm" variant="quiet" icon={<Download aria-hidden />}>
      Download
    </ButtonLink>
  )
  if (viewer.failure !== null)
    return (
      <ProblemState title="The trace viewer did not start" onRetry={viewer.retry} actions={download}>
        {messageOf(viewer.failure)}
      </ProblemState>
    )
  if (viewer.value === false)
    return (
      <EmptyState title="Traces open on secure addresses only" actions={download}>
        The viewer needs HTTPS or localhost. Download the trace, and open it with{' '}
        <code>npx playwright show-trace {trace.name}</code>.
      </EmptyState>
    )
  const href = traceViewerHref(trace.url)
  return (
    <section className={styles.traces} aria-label="Trace" aria-busy={viewer.value === null}>
      <div className={styles.bar}>
        {traces.length > 1 ? (
          <Select
            label="Trace"
            hideLabel
            value={trace.url}
            options={traces.map((one) => ({ value: one.url, label: one.name }))}
            onValueChange={setUrl}
          />
        ) : (
          <span className={styles.name}>{trace.name}</span>
        )}
        {download}
        {viewer.value !== null && (
          <ButtonLink
            href={href}
            target="_blank"
            size="sm"
            variant="quiet"
            icon={<SquareArrowOutUpRight aria-hidden />}
          >
            Full window
          </ButtonLink>
        )}
      </div>
      {viewer.value !== null && (
        <iframe
          key={trace.url}
          className={styles.frame}
          title={`Trace ${trace.name}`}
          src={href}
          // oxlint-disable-next-line react/iframe-missing-sandbox -- the viewer's service worker needs the origin; its documents have a policy
          sandbox="allow-scripts allow-same-origin allow-downloads allow-popups"
        />
      )}
    </section>
  )
}
