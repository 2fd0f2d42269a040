/** Results of a case in this run, newest first: stored ones, and unsent ones of this device. */
import { Bot, CloudUpload, FileText, TriangleAlert } from 'lucide-react'
import { useMemo } from 'react'
import { filter } from 'rxjs'
import { topics } from '../../../contract/live.ts'
import { RunChange } from '../../../contract/runs/changes.ts'
import { resultFilePath } from '../../../contract/runs/files.ts'
import { listCaseResults, type TestRunResult } from '../../../contract/runs/results.ts'
import type { RunCase } from '../../../contract/runs/run-cases.ts'
import { isWebAddress } from '../../../contract/links.ts'
import { filesOf$ } from '../../../store/outbox/files.ts'
import type { DeviceFile } from '../../../store/log/log.ts'
import type { RunOverlay } from '../../../store/projections/runs.ts'
import { useApplication, useProject, useResource, useSession, useStream } from '../../application/context.tsx'
import { useLog } from '../../application/log/log.ts'
import { BlockedFileChoices } from '../../shared/unsent/blocked-file-choices.tsx'
import { Link, PlainLink } from '../../ui/controls/link.tsx'
import { Markdown } from '../../ui/markdown/markdown.tsx'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { formatDuration } from '../../ui/text/time.ts'
import { runUnsentTexts } from '../unsent-texts.ts'
import { StatusSign } from './status-sign.tsx'
import type { Statuses } from './statuses.ts'
import { Undecided } from './undecided.tsx'
import styles from './attempts.module.css'

interface AttemptsProps {
  runId: number
  /** The server's version. */
  row: RunCase
  overlay: RunOverlay
  statuses: Statuses
}

/** Whether an event may concern the case: bulk events do not name cases. */
const concerns = (news: unknown, caseId: number): boolean => {
  const change = RunChange.safeParse(news)
  return !change.success || (change.data.cases?.some((one) => one.caseId === caseId) ?? true)
}

export function Attempts({ runId, row, overlay, statuses }: AttemptsProps) {
  const { id: projectId, key } = useProject()
  const { live, sendKept } = useApplication()
  const { tenant } = useSession().workspace
  const { value, failure, isLoading } = useResource(
    async () => {
      const params = { projectKey: key, runId, caseId: row.caseId }
      return (await sendKept(listCaseResults, { params })).items
    },
    {
      follow: (again) =>
        live
          .followNews(topics.runs(tenant, projectId), again)
          .pipe(filter((news) => news.type === 'RUN' && news.runId === runId && concerns(news, row.caseId))),
    },
  )
  const stored = value ?? []
  const unsent = (overlay.pending.get(row.caseId) ?? []).filter(
    ({ resultId }) => !stored.some(({ id }) => id === resultId),
  )
  const undecided = overlay.undecided.filter(({ caseIds }) => caseIds.includes(row.caseId))
  const count = stored.length + unsent.length
  return (
    <section className={styles.attempts} aria-label="Attempts">
      <h3>Attempts {count > 0 && <small>{count}</small>}</h3>
      {count === 0 && (
        <p className={styles.none}>
          {isLoading ? 'Loading…' : failure === null ? 'No results yet.' : 'Earlier attempts are not on this device.'}
        </p>
      )}
      <ol>
        {undecided
          .filter(({ command }) => command.type === 'results/withdraw')
          .map((one) => (
            <li key={one.key} className={styles.attempt}>
              <TriangleAlert aria-hidden data-refused />
              <div>
                <p className={styles.name}>{runUnsentTexts.what(one.command, one.hints)}</p>
                <p className={styles.by}>Not accepted: {one.refusal.message}</p>
                <Undecided undecided={one} statuses={statuses} />
              </div>
            </li>
          ))}
        {unsent.toReversed().map((one) => (
          <li key={one.resultId} className={styles.attempt}>
            <StatusSign status={statuses.of(one.values.statusId)} hasName />
            <div>
              <p className={styles.name}>
                {statuses.of(one.values.statusId).name}
                {one.sending === 'refused' ? <TriangleAlert aria-hidden data-refused /> : <CloudUpload aria-hidden />}
              </p>
              <p className={styles.by}>
                {one.sending === 'refused' ? `Not accepted: ${one.refusal?.message ?? ''}` : 'Not sent yet'}
              </p>
              {one.values.comment !== '' && <Markdown className={styles.comment}>{one.values.comment}</Markdown>}
              {undecided
                .filter(({ key }) => key === one.key)
                .map((command) => (
                  <Undecided key={command.key} undecided={command} statuses={statuses} />
                ))}
            </div>
          </li>
        ))}
        {stored.toReversed().map((one) => (
          <Stored
            key={one.id}
            result={one}
            isWithdrawn={one.withdrawnAt !== null || overlay.withdrawn.has(one.id)}
            statuses={statuses}
          />
        ))}
      </ol>
    </section>
  )
}

const NO_FILES: readonly DeviceFile[] = []

/** Files of a result that the server rejected, on the device that has them. */
function RefusedFiles({ resultId }: { resultId: string }) {
  const log = useLog()
  const files$ = useMemo(() => filesOf$(log, resultId), [log, resultId])
  const files = useStream<readonly DeviceFile[]>(files$, NO_FILES)
  return files
    .filter(({ state }) => state === 'refused')
    .map((file) => (
      <div key={file.fileUuid}>
        <p className={styles.by}>
          {file.name} was not accepted: {file.refusal}
        </p>
        <div className={styles.choices}>
          <BlockedFileChoices file={file} />
        </div>
      </div>
    ))
}

interface StoredProps {
  result: TestRunResult
  isWithdrawn: boolean
  statuses: Statuses
}

function Stored({ result, isWithdrawn, statuses }: StoredProps) {
  const { statusId, recordedBy, automated, at, durationMs, comment, attachments, defects, steps } = result
  const status = statuses.of(statusId)
  const files = [...attachments, ...steps.flatMap((step) => step.attachments)]
  return (
    <li className={styles.attempt} data-withdrawn={isWithdrawn || undefined}>
      <StatusSign status={status} hasName />
      <div>
        <p className={styles.name}>
          {status.name}
          {automated !== null && <Bot aria-label="Automated" />}
          {isWithdrawn && <small>taken back</small>}
        </p>
        <p className={styles.by}>
          {automated?.launchName ?? recordedBy?.name ?? 'Somebody'} <RelativeTime at={at} />
          {durationMs !== null && `, ${formatDuration(durationMs)}`}
        </p>
        {comment !== '' && <Markdown className={styles.comment}>{comment}</Markdown>}
        {steps
          .filter((step) => step.comment !== '')
          .map((step) => (
            <Markdown key={step.stepId} className={styles.comment}>
              {step.comment}
            </Markdown>
          ))}
        {files.some(({ receivedBytes, sizeBytes }) => receivedBytes < sizeBytes) && (
          <RefusedFiles resultId={result.id} />
        )}
        {(defects.length > 0 || files.length > 0) && (
          <ul className={styles.links}>
            {defects.map((defect) => (
              <li key={defect}>{isWebAddress(defect) ? <Link href={defect}>{defect}</Link> : defect}</li>
            ))}
            {files.map((file) => (
              <li key={file.fileUuid}>
                <FileText aria-hidden />
                {file.receivedBytes >= file.sizeBytes ? (
                  <PlainLink href={resultFilePath(file)} target="_blank" rel="noopener">
                    {file.name}
                  </PlainLink>
                ) : (
                  `${file.name}, on its way`
                )}
              </li>
            ))}
          </ul>
        )}
      </div>
    </li>
  )
}
