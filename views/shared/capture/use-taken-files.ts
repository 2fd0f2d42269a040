/** Files that are being stored on this device; they are uploaded later. */
import { useActorRef, useSelector } from '@xstate/react'
import { useMemo } from 'react'
import { fromCallback } from 'xstate'
import type { ObservationFile } from '../../../contract/exploratory/observations.ts'
import { LIMITS } from '../../../contract/limits.ts'
import { attachmentUploads, type Upload } from '../../../machines/attachments/attachment-uploads.machine.ts'
import { messageOf } from '../../../services/http/api-error.ts'
import { letFileGo, takeFile } from '../../../store/outbox/files.ts'
import { useProject } from '../../application/context.tsx'
import { useEmitted } from '../use-emitted.ts'
import { useLog } from '../../application/log/log.ts'

export function useTakenFiles(onTaken: (file: ObservationFile) => void) {
  const log = useLog()
  const { key: projectKey } = useProject()
  const machine = useMemo(
    () =>
      attachmentUploads<File>({ maxBytes: LIMITS.exploratoryFileBytes }).provide({
        actors: {
          send: fromCallback<{ type: string }, { upload: Upload<File> }>(({ input, sendBack }) => {
            let isStopped = false
            const { key, file } = input.upload
            const contentType = file.type === '' ? 'application/octet-stream' : file.type
            const taken = { fileUuid: key, name: file.name, contentType, sizeBytes: file.size }
            takeFile(log, projectKey, taken, file).then(
              // Cancelled while it was being stored: nothing will refer to it.
              () =>
                isStopped ? letFileGo(log, key) : sendBack({ type: 'upload/done', attachment: { id: key, ...taken } }),
              (error: unknown) => isStopped || sendBack({ type: 'upload/failed', message: messageOf(error) }),
            )
            return () => {
              isStopped = true
            }
          }),
        },
      }),
    [log, projectKey],
  )
  const actor = useActorRef(machine)
  const uploads = useSelector(actor, ({ context }) => context.uploads)
  const isTaking = useSelector(actor, (snapshot) => snapshot.hasTag('busy'))
  useEmitted(actor, {
    'file/attached': ({ attachment: { id, name, contentType, sizeBytes } }) =>
      onTaken({ fileUuid: id, name, contentType, sizeBytes }),
  })
  return {
    uploads,
    isTaking,
    give: (files: readonly File[]) =>
      actor.send({
        type: 'files/given',
        uploads: files.map((file) => ({
          key: crypto.randomUUID(),
          target: 'observation',
          name: file.name,
          sizeBytes: file.size,
          file,
        })),
      }),
    cancel: (key: string) => actor.send({ type: 'upload/cancelled', key }),
  }
}
export type TakenFiles = ReturnType<typeof useTakenFiles>
