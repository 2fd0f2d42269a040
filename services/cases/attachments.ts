import { attachmentsPath, UploadedAttachment } from '../../contract/cases/attachments.ts'
import type { Attachment } from '../../contract/cases/steps.ts'
import { ApiError, refusal } from '../http/api-error.ts'
import { renewing, type TokenSource } from '../http/renewing.ts'

/** An upload in progress. After `stop`, neither `done` nor `failed` is called. */
export interface Transfer {
  stop(): void
}

export interface TransferListener {
  /** Uploaded fraction, 0 to 1. */
  progressed: (part: number) => void
  done: (attachment: Attachment) => void
  failed: (error: unknown) => void
}

/** Uploads files with progress, which `fetch` does not report. Renews an expired session once. */
export const createAttachmentsService = (session: TokenSource, newRequest: () => XMLHttpRequest) => {
  const withRenewal = renewing(session)
  return {
    /** `key`: idempotency key, the same for each attempt. */
    send: (projectKey: string, { key, file }: { key: string; file: File }, listener: TransferListener): Transfer => {
      let isStopped = false
      let current: XMLHttpRequest | null = null
      const attempt = (token: string | null) =>
        new Promise<Attachment>((resolve, reject) => {
          if (isStopped) return reject(new ApiError('aborted'))
          const request = newRequest()
          current = request
          request.open('POST', attachmentsPath(projectKey))
          request.responseType = 'json'
          if (token !== null) request.setRequestHeader('authorization', `Bearer ${token}`)
          request.setRequestHeader('idempotency-key', key)
          request.upload.addEventListener('progress', ({ loaded, total }) =>
            listener.progressed(total === 0 ? 0 : loaded / total),
          )
          request.addEventListener('error', () => reject(new ApiError('unreachable')))
          request.addEventListener('abort', () => reject(new ApiError('aborted')))
          request.addEventListener('load', () => {
            if (request.status >= 400) return reject(refusal(request.status, request.response))
            const parsed = UploadedAttachment.safeParse(request.response)
            if (parsed.success) resolve(parsed.data.data)
            else reject(new ApiError('unreadable', { cause: parsed.error }))
          })
          const form = new FormData()
          form.append('file', file, file.name)
          request.send(form)
        })
      const reportProgress = async () => {
        try {
          const attachment = await withRenewal(attempt)
          if (!isStopped) listener.done(attachment)
        } catch (error) {
          if (!isStopped) listener.failed(error)
        }
      }
      void reportProgress()
      return {
        stop: () => {
          isStopped = true
          current?.abort()
        },
      }
    },
  }
}
