import { assign, emit, fromCallback, setup } from 'xstate'
import type { Attachment } from '../../contract/cases/steps.ts'
import { LIMITS } from '../../contract/limits.ts'

/** A file to upload; `target`: what it is attached to, `part`: uploaded fraction, 0 to 1. */
export interface Upload<File> {
  key: string
  target: string
  name: string
  sizeBytes: number
  file: File
  part: number
  /** Reason of the failure; null while waiting or uploading. */
  failure: string | null
}

export type AttachmentUploadsEvent<File> =
  | { type: 'files/given'; uploads: readonly Omit<Upload<File>, 'part' | 'failure'>[] }
  | { type: 'upload/cancelled'; key: string }
  | { type: 'upload/retried'; key: string }
  /** Progress of the current upload. */
  | { type: 'upload/progressed'; part: number }
  | { type: 'upload/done'; attachment: Attachment }
  | { type: 'upload/failed'; message: string }

const tooLarge = (maxBytes: number) => `Must be smaller than ${maxBytes / 1024 / 1024} MB`
const IS_EMPTY = 'The file is empty'

const refusalUnder =
  (maxBytes: number) =>
  ({ sizeBytes }: { sizeBytes: number }): string | null =>
    sizeBytes === 0 ? IS_EMPTY : sizeBytes > maxBytes ? tooLarge(maxBytes) : null

/** Uploads files one after the other, in the order in which they were added. Failed ones stay until they are retried or dismissed. */
export function attachmentUploads<File>({ maxBytes = LIMITS.attachmentBytes }: { maxBytes?: number } = {}) {
  const refusalOf = refusalUnder(maxBytes)
  type Context = { uploads: readonly Upload<File>[] }
  const nextOf = ({ uploads }: Context) => uploads.find(({ failure }) => failure === null)
  const isCurrent = (context: Context, key: string) => nextOf(context)?.key === key
  const change = (context: Context, key: string | undefined, to: Partial<Upload<File>>): Context => ({
    uploads: context.uploads.map((one) => (one.key === key ? { ...one, ...to } : one)),
  })
  const without = (context: Context, key: string | undefined): Context => ({
    uploads: context.uploads.filter((one) => one.key !== key),
  })
  return setup({
    types: {
      context: {} as Context,
      events: {} as AttachmentUploadsEvent<File>,
      emitted: {} as { type: 'file/attached'; target: string; attachment: Attachment },
    },
    actors: {
      /** Reports progress and the outcome; aborts the transfer when stopped. */
      send: fromCallback<{ type: string }, { upload: Upload<File> }>(() => undefined),
    },
    guards: { hasNext: ({ context }) => nextOf(context) !== undefined },
    actions: {
      take: assign(({ context }, uploads: readonly Omit<Upload<File>, 'part' | 'failure'>[]) => ({
        uploads: [...context.uploads, ...uploads.map((one) => ({ ...one, part: 0, failure: refusalOf(one) }))],
      })),
      again: assign(({ context }, key: string) => {
        const one = context.uploads.find((upload) => upload.key === key)
        return one === undefined ? context : change(context, key, { part: 0, failure: refusalOf(one) })
      }),
      finish: assign(({ context }) => without(context, nextOf(context)?.key)),
    },
  }).createMachine({
    id: 'attachmentUploads',
    context: { uploads: [] },
    initial: 'idle',
    states: {
      idle: {
        always: { guard: 'hasNext', target: 'sending' },
        on: {
          'files/given': { actions: { type: 'take', params: ({ event }) => event.uploads } },
          'upload/cancelled': { actions: assign(({ context, event }) => without(context, event.key)) },
          'upload/retried': { actions: { type: 'again', params: ({ event }) => event.key } },
        },
      },
      sending: {
        tags: 'busy',
        invoke: {
          id: 'send',
          src: 'send',
          input: ({ context }) => ({ upload: nextOf(context) as Upload<File> }),
        },
        on: {
          'files/given': { actions: { type: 'take', params: ({ event }) => event.uploads } },
          'upload/cancelled': [
            {
              guard: ({ context, event }) => isCurrent(context, event.key),
              target: 'idle',
              actions: assign(({ context, event }) => without(context, event.key)),
            },
            { actions: assign(({ context, event }) => without(context, event.key)) },
          ],
          // Goes behind waiting files: the first in the list is the one being uploaded.
          'upload/retried': {
            actions: [
              assign(({ context, event }) => ({
                uploads: [
                  ...context.uploads.filter(({ key }) => key !== event.key),
                  ...context.uploads.filter(({ key }) => key === event.key),
                ],
              })),
              { type: 'again', params: ({ event }) => event.key },
            ],
          },
          'upload/progressed': {
            actions: assign(({ context, event }) => change(context, nextOf(context)?.key, { part: event.part })),
          },
          'upload/done': {
            target: 'idle',
            actions: [
              emit(({ context, event }) => ({
                type: 'file/attached',
                target: nextOf(context)?.target ?? '',
                attachment: event.attachment,
              })),
              'finish',
            ],
          },
          'upload/failed': {
            target: 'idle',
            actions: assign(({ context, event }) => change(context, nextOf(context)?.key, { failure: event.message })),
          },
        },
      },
    },
  })
}
