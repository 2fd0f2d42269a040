/** An attached file that the server rejected: the reason, and ways to resolve it. Nothing is discarded without confirmation. */
import type { Observation } from '../../../contract/exploratory/observations.ts'
import { bytesOf, giveFileUp, retryFile } from '../../../store/outbox/files.ts'
import type { KeptFile } from '../../../store/outbox/rows.ts'
import { useApplication } from '../../boot/context.tsx'
import { useLog } from '../../boot/log/log.ts'
import { saveFile } from '../../ui/save-file.ts'
import { useDo } from '../use-local.ts'
import { Choice } from '../../shared/choice.tsx'
import styles from './timeline.module.css'

interface RefusedFileProps {
  file: KeptFile
  observation: Observation
  sessionId: string
  /** Whether the observation can still be changed. */
  isOpen: boolean
}

export function RefusedFile({ file: { fileUuid, name, refusal }, observation, sessionId, isOpen }: RefusedFileProps) {
  const log = useLog()
  const { unsent } = useApplication()
  const carryOut = useDo()
  const save = async () => {
    const bytes = await bytesOf(log, fileUuid)
    if (bytes !== null) saveFile(bytes, name)
  }
  const giveUp = () => {
    if (!isOpen) return giveFileUp(log, fileUuid)
    const all = observation.attachments.map(({ receivedBytes: _, ...one }) => one)
    const attachments = all.filter((one) => one.fileUuid !== fileUuid)
    return carryOut(
      {
        type: 'observation/edit',
        sessionId,
        observationId: observation.id,
        values: { attachments },
        expected: { attachments: all },
      },
      { before: observation },
    )
  }
  return (
    <section className={styles.story} aria-label="File refused">
      <p>
        <b>The server refused {name}.</b> {refusal}
      </p>
      <div className={styles.choices}>
        <Choice act={() => retryFile(log, fileUuid).then(() => unsent.start())}>Try again</Choice>
        <Choice act={save}>Save a copy</Choice>
        <Choice act={giveUp} isDanger>
          Discard
        </Choice>
      </div>
    </section>
  )
}
