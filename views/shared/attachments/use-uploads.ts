/** Uploads of a form, one after the other: for the case and for each of its steps. */
import { useActorRef, useSelector } from '@xstate/react'
import { useMemo } from 'react'
import { fromCallback } from 'xstate'
import type { Attachment } from '../../../contract/cases/steps.ts'
import { attachmentUploads, type Upload } from '../../../machines/attachments/attachment-uploads.machine.ts'
import { messageOf } from '../../../services/http/api-error.ts'
import { createAttachmentsService } from '../../../services/cases/attachments.ts'
import { useApplication, useProject } from '../../application/context.tsx'
import { useEmitted } from '../use-emitted.ts'

export interface Uploads {
  /** Upload target: 'case' or the id of a step. */
  of: (target: string) => readonly Upload<File>[]
  give: (target: string, files: readonly File[]) => void
  cancel: (key: string) => void
  retry: (key: string) => void
  isBusy: boolean
}

/** `onAttached` is called for each uploaded file, in the order in which files were added. */
export function useUploads(onAttached: (target: string, attachment: Attachment) => void): Uploads {
  const { token } = useApplication()
  const { key: projectKey } = useProject()
  const machine = useMemo(() => {
    const service = createAttachmentsService(token, () => new XMLHttpRequest())
    return attachmentUploads<File>().provide({
      actors: {
        send: fromCallback<{ type: string }, { upload: Upload<File> }>(({ input, sendBack }) => {
          const transfer = service.send(projectKey, input.upload, {
            progressed: (part) => sendBack({ type: 'upload/progressed', part }),
            done: (attachment) => sendBack({ type: 'upload/done', attachment }),
            failed: (error) => sendBack({ type: 'upload/failed', message: messageOf(error) }),
          })
          return () => transfer.stop()
        }),
      },
    })
  }, [token, projectKey])
  const actor = useActorRef(machine)
  const uploads = useSelector(actor, ({ context }) => context.uploads)
  const isBusy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'))
  useEmitted(actor, {
    'file/attached': ({ target, attachment }) => onAttached(target, attachment),
  })
  return {
    of: (target) => uploads.filter((one) => one.target === target),
    give: (target, files) =>
      actor.send({
        type: 'files/given',
        uploads: files.map((file) => ({
          key: crypto.randomUUID(),
          target,
          name: file.name,
          sizeBytes: file.size,
          file,
        })),
      }),
    cancel: (key) => actor.send({ type: 'upload/cancelled', key }),
    retry: (key) => actor.send({ type: 'upload/retried', key }),
    isBusy,
  }
}
