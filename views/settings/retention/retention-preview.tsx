import {
  previewRetention,
  type RetentionPolicy,
  type RetentionPreview as Preview,
} from '../../../contract/settings/retention.ts'
import type { Send } from '../../../services/http/http.ts'
import { useApplication, useProject } from '../../application/context.tsx'
import { formatCount } from '../../ui/text/figures.ts'
import { PolicyPreview } from '../policy/policy-preview.tsx'
import { formatAmounts, keptText, unreachedText } from './retention-text.ts'
import styles from './retention.module.css'

interface RetentionPreviewProps {
  form: { values: RetentionPolicy; follow: (changed: (values: RetentionPolicy) => void) => () => void }
}

/** Applies the policy of the form without deleting anything. */
export function RetentionPreview({ form }: RetentionPreviewProps) {
  const { key } = useProject()
  const { send } = useApplication()
  return (
    <section className={styles.section} aria-label="Next run">
      <h2>Next run</h2>
      <PolicyPreview
        form={form}
        apply={(policy: RetentionPolicy, _: Preview | null, signal) => readPreview(send, key, policy, signal)}
      >
        {(preview) => <PreviewText preview={preview} />}
      </PolicyPreview>
    </section>
  )
}

export function PreviewText({ preview }: { preview: Preview }) {
  const amounts = formatAmounts(preview.deleted)
  return (
    <>
      <p className={styles.amounts}>
        {amounts === null ? 'The next run deletes nothing.' : `The next run deletes ${amounts}.`}
      </p>
      {preview.uncounted > 0 && (
        <p>{`Without logs and files of ${formatCount(preview.uncounted, 'launch', 'launches')} that are still being counted.`}</p>
      )}
      {preview.unreached.map((part) => (
        <p key={part.part} className={styles.amounts}>
          {unreachedText(part)}.
        </p>
      ))}
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

/** Limits that are off are not sent. */
export const readPreview = (
  send: Send,
  projectKey: string,
  { keepsMilestones, ...limits }: RetentionPolicy,
  signal: AbortSignal,
): Promise<Preview> =>
  send(previewRetention, {
    params: { projectKey },
    query: {
      ...Object.fromEntries(Object.entries(limits).filter(([, value]) => value !== null)),
      keepsMilestones: keepsMilestones ? 'true' : 'false',
    },
    signal,
  })
