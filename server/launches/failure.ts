import { createHash } from 'node:crypto'
import { failurePartsOf, type FailureParts } from '../../contract/launches/failures/failure-parts.ts'
import { fingerprintOf, frameText } from '../../contract/launches/failures/fingerprint.ts'
import { cut } from '../db/storable.ts'
import type { Batch } from './writer/batch.ts'

// ANSI escape sequences that test frameworks write for terminals.
const ANSI = /\u001b\[[0-9;?]*[ -/]*[@-~]/g

/** Columns of a test that are derived from its failure's text. */
export interface Failure {
  reason: string | null
  message: string | null
  /** Hash of the fingerprint: equal for failures of the same cause, also across launches. */
  failure_key: string | null
  /** First line of the error; after a line break, the details that distinguish it from others with the same first line. */
  failure_label: string | null
}

export const NO_FAILURE: Failure = { reason: null, message: null, failure_key: null, failure_label: null }

/** Failure tag of a failed test. */
export interface FailureTagged {
  failure_tag_id: number | null
  failure_tag_feedback: boolean
}

export const NO_TAG: FailureTagged = { failure_tag_id: null, failure_tag_feedback: false }

/** Returns the tag of a test that fails now. A failure with the same key as before keeps its tag. */
export const tagOfFailure = (
  batch: Pick<Batch, 'failureTag'>,
  projectId: number,
  key: string | null,
  before: (FailureTagged & Pick<Failure, 'failure_key'>) | null,
): FailureTagged => {
  if (before !== null && before.failure_tag_id !== null && before.failure_key === key)
    return { failure_tag_id: before.failure_tag_id, failure_tag_feedback: before.failure_tag_feedback }
  const { tagId, isKnown } = batch.failureTag(projectId, key)
  return { failure_tag_id: tagId, failure_tag_feedback: isKnown }
}

/** Returns the failure's whole text, its beginning (live-topics: 255 characters and ` ...`), and its key and label. */
export const failureOf = (reason: string | null | undefined): Failure => {
  const plain = plainOf(reason)
  return plain === '' ? NO_FAILURE : { reason: plain, message: beginningOf(plain), ...causeOf(plain) }
}

export const messageOf = (reason: string | null): string | null => {
  const plain = plainOf(reason)
  return plain === '' ? null : beginningOf(plain)
}

/** `text` is without ANSI escapes, as stored. */
const causeOf = (text: string): Pick<Failure, 'failure_key' | 'failure_label'> => {
  const parts = failurePartsOf(text)
  return {
    failure_key: createHash('md5').update(fingerprintOf(parts)).digest('hex'),
    failure_label: `${cut(firstLineOf(parts.message), 500)}\n${cut(detailOf(parts), 500)}`.trim(),
  }
}

const plainOf = (reason: string | null | undefined): string =>
  (reason ?? '').replace(ANSI, '').replaceAll('\0', '').trim()

const beginningOf = (plain: string): string => (plain.length > 255 ? `${cut(plain, 255)} ...` : plain)

const firstLineOf = (text: string): string => text.split('\n', 1)[0] ?? ''

/** Returns the details that the first line lacks. */
const detailOf = ({ message, locator, expected, received, frame }: FailureParts): string => {
  const first = firstLineOf(message)
  const values =
    expected !== null && received !== null && !(first.includes(expected) && first.includes(received))
      ? `expected ${firstLineOf(expected)}, received ${firstLineOf(received)}`
      : null
  const what = locator !== null && !first.includes(locator) ? locator : null
  return [what, values, frame === null ? null : frameText(frame)]
    .filter((part) => part !== null && part !== '')
    .join(' · ')
}
