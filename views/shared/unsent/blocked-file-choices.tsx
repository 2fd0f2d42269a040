/** Ways to resolve a file that the server does not accept. Nothing is discarded without a decision. */
import { bytesOf, giveFileUp, retryFile } from '../../../store/outbox/files.ts'
import type { DeviceFile } from '../../../store/log/log.ts'
import { useApplication } from '../../application/context.tsx'
import { useLog } from '../../application/log/log.ts'
import { saveFile } from '../../ui/files/save-file.ts'
import { Choice } from './choice.tsx'

interface BlockedFileChoicesProps {
  file: DeviceFile
  /** Scopes of which the server accepts nothing. */
  denied?: readonly string[]
  /** By default, the file is discarded on this device alone. */
  discard?: () => Promise<unknown>
}

export function BlockedFileChoices({ file, denied, discard }: BlockedFileChoicesProps) {
  const { fileUuid, name, state } = file
  const log = useLog()
  const { unsent } = useApplication()
  const save = async () => {
    const bytes = await bytesOf(log, fileUuid)
    if (bytes === null) throw new Error('The file is no longer on this device')
    saveFile(bytes, name)
  }
  return (
    <>
      {state === 'refused' && (
        <Choice act={() => retryFile(log, fileUuid).then(() => unsent.start())}>Try again</Choice>
      )}
      <Choice act={save}>Save a copy</Choice>
      <Choice isDanger act={discard ?? (() => giveFileUp(log, fileUuid, denied))}>
        Discard
      </Choice>
    </>
  )
}
