import { expect, test } from 'vitest'
import { getInitialSnapshot, getNextSnapshot } from 'xstate'
import { LIMITS } from '../../../contract/limits.ts'
import {
  attachmentUploads,
  type AttachmentUploadsEvent,
} from '../../../machines/attachments/attachment-uploads.machine.ts'
import { describeMachine } from '../support/describe-machine.ts'
import { play, toursThrough } from '../support/paths.ts'

const machine = attachmentUploads<string>()
const file = (key: string, sizeBytes = 9) => ({ key, target: 'case', name: `${key}.png`, sizeBytes, file: key })
const attachment = { id: '00000000-0000-4000-8000-000000000001', name: 'a.png', contentType: 'image/png', sizeBytes: 9 }
const events: AttachmentUploadsEvent<string>[] = [
  { type: 'files/given', uploads: [file('a'), file('b')] },
  { type: 'files/given', uploads: [file('huge', LIMITS.attachmentBytes + 1)] },
  { type: 'upload/cancelled', key: 'a' },
  { type: 'upload/cancelled', key: 'b' },
  { type: 'upload/retried', key: 'a' },
  { type: 'upload/progressed', part: 0.5 },
  { type: 'upload/done', attachment },
  { type: 'upload/failed', message: 'Error' },
]
const paths = describeMachine(machine, {
  input: undefined,
  events,
  stopWhen: ({ context }) => context.uploads.length > 2,
  table: {
    idle: 'always files/given upload/{cancelled,retried}',
    sending: 'files/given upload/{cancelled,done,failed,progressed,retried}',
  },
  ignored: {
    idle: { events: 'upload/progressed upload/done upload/failed', because: 'nothing is being sent' },
  },
  invariants: {
    'sends exactly while a file waits': (s) =>
      s.matches('sending') === s.context.uploads.some(({ failure }) => failure === null),
    'never sends a file that is too large': (s) =>
      s.context.uploads.every(({ key, failure }) => key !== 'huge' || failure !== null),
  },
})

test('rejects an empty file and one above the limit, but not one of exactly the limit', () => {
  const max = LIMITS.attachmentBytes
  const state = getNextSnapshot(machine, getInitialSnapshot(machine), {
    type: 'files/given',
    uploads: [file('empty', 0), file('small', 1), file('full', max), file('huge', max + 1)],
  })
  expect(state.context.uploads.map(({ failure }) => failure)).toEqual([
    'The file is empty',
    null,
    null,
    'Must be smaller than 50 MB',
  ])
})

test('reports each stored file with what it belongs to, and removes it', () => {
  for (const path of toursThrough(paths)) {
    const arrived = path.steps.filter(
      ({ event }, i) => event.type === 'upload/done' && path.steps[i - 1]?.state.matches('sending'),
    )
    expect(play(machine, path, undefined)).toEqual(
      arrived.map(() => ({ type: 'file/attached', target: 'case', attachment })),
    )
  }
})
