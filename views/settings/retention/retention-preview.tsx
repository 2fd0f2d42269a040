import {
  previewRetention,
  type RetentionPolicy,
  type RetentionPreview as Preview,
} from '../../../contract/settings/retention.ts'
import { messageOf } from '../../../services/http/api-error.ts'
import type { Send } from '../../../services/http/http.ts'
import { useApplication, useProject } from '../../application/context.tsx'
import { ProblemState } from '../../ui/layout/empty-state.tsx'
import { Skeleton } from '../../ui/layout/skeleton.tsx'
import { formatCount } from '../../ui/text/figures.ts'
import { useRulesPreview } from '../use-rules-preview.ts'
import { formatAmounts, keptText } from './retention-text.ts'
import styles from './retention.module.css'

interface RetentionPreviewProps {
  form: { values: RetentionPolicy; follow: (changed: (values: RetentionPolicy) => void) => () => void }
}

/** Applies the policy of the form without deleting anything. */
export function RetentionPreview({ form }: RetentionPreviewProps) {
  const { key } = useProject()
  const { send } = useApplication()
  const { preview, failure, hasFailed, isCurrent, retry } = useRulesPreview<RetentionPolicy, Preview>({
    form,
    apply: (policy, _, signal) => readPreview(send, key, policy, signal),
    isComplete: () => true,
  })
  return (
    <section className={styles.section} aria-label="Next run">
      <h2>Next run</h2>
      {hasFailed && (
        <ProblemState title="The preview did not load" onRetry={retry}>
          {messageOf(failure)}
        </ProblemState>
      )}
      {!hasFailed && preview === null && <Skeleton height={64} />}
      {!hasFailed && preview !== null && (
        <div className={styles.preview} aria-live="polite" data-old={isCurrent ? undefined : ''}>
          <PreviewText preview={preview} />
        </div>
      )}
    </section>
  )
}

export function PreviewText({ preview }: { preview: Preview }) {
  const amounts = formatAmounts(preview.deleted)
  return (
    <>
      <p>{amounts === null ? 'The next run deletes nothing.' : `The next run deletes ${amounts}.`}</p>
      {preview.uncounted > 0 && (
        <p>{`Without logs and files of ${formatCount(preview.uncounted, 'launch', 'launches')} that are still being counted.`}</p>
      )}
      {preview.kept.length > 0 && (
        <ul className={styles.kept}>
          {preview.kept.map((kept) => (
            <li key={kept.reason}>{keptText(kept)}.</li>
          ))}
        </ul>
      )}
    </>
  )
}

/** Days that are off are not sent. */
export const readPreview = (
  send: Send,
  projectKey: string,
  { keepsMilestones, ...days }: RetentionPolicy,
  signal: AbortSignal,
): Promise<Preview> =>
  send(previewRetention, {
    params: { projectKey },
    query: {
      ...Object.fromEntries(Object.entries(days).filter(([, value]) => value !== null)),
      keepsMilestones: keepsMilestones ? 'true' : 'false',
    },
    signal,
  })
