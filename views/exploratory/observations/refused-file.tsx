/** An attached file that the server rejected: the reason, and ways to resolve it. Nothing is discarded without confirmation. */
import type { Observation } from '../../../contract/exploratory/observations.ts'
import type { DeviceFile } from '../../../store/log/log.ts'
import { BlockedFileChoices } from '../../shared/unsent/blocked-file-choices.tsx'
import { useDo } from '../use-local.ts'
import styles from './timeline.module.css'

interface RefusedFileProps {
  file: DeviceFile
  observation: Observation
  sessionId: string
  /** Whether the observation can still be changed. */
  isOpen: boolean
}

export function RefusedFile({ file, observation, sessionId, isOpen }: RefusedFileProps) {
  const { fileUuid, name, refusal } = file
  const carryOut = useDo()
  const remove = () => {
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
        <BlockedFileChoices file={file} {...(isOpen ? { discard: remove } : {})} />
      </div>
    </section>
  )
}
