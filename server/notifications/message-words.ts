import { RESULT_KINDS, testsIn, type ResultKind } from '../../contract/launches/launches.ts'
import type { LaunchEvent } from '../../contract/notifications/deliveries.ts'

/** Message as plain text in parts; each channel escapes and formats them. */
export interface MessageWords {
  title: string
  lines: string[]
  link: string
}

const KINDS: Record<ResultKind, string> = {
  passed: 'passed',
  passedManually: 'passed manually',
  failed: 'failed',
  failedAsKnown: 'known issues',
  blocked: 'blocked',
  skipped: 'skipped',
  aborted: 'aborted',
  inProgress: 'in progress',
}
const STATUSES: Record<LaunchEvent['data']['launch']['status'], string> = {
  PASSED: 'passed',
  FAILED: 'failed',
  ABORTED: 'was aborted',
  SKIPPED: 'was skipped',
  IN_PROGRESS: 'is in progress',
  QUEUED: 'is queued',
  LAUNCHING: 'is starting',
}
/** Limits of the listed names and of their length. */
const NAMES = { most: 5, characters: 150 } as const

export const wordsOf = ({ type, data }: LaunchEvent): MessageWords => {
  const { launch, newFailures, review, project } = data
  const name = `${shortened(launch.name)} #${launch.number}`
  const title =
    type === 'test'
      ? `Test message from Assay: ${name} ${STATUSES[launch.status]}`
      : type === 'launch.reviewed'
        ? `${name} was reviewed by ${review?.by ?? 'somebody'}`
        : `${name} ${STATUSES[launch.status]}`
  const counts = RESULT_KINDS.filter((kind) => launch.statistics[kind] > 0).map(
    (kind) => `${launch.statistics[kind]} ${KINDS[kind]}`,
  )
  const tests = testsIn(launch.statistics)
  const where = [project.name, launch.environment, launch.build === null ? null : `build ${launch.build}`]
  return {
    title,
    lines: [
      ...(review === null ? [] : [review.comment]),
      [`${tests} ${tests === 1 ? 'test' : 'tests'}`, ...counts].join(', '),
      ...(newFailures.count === 0 ? [] : [newFailureWords(newFailures)]),
      where.filter((part) => part !== null && part !== '').join(' · '),
    ],
    link: launch.url,
  }
}

const newFailureWords = ({ count, tests }: LaunchEvent['data']['newFailures']): string => {
  const names = tests.slice(0, NAMES.most).map(({ name }) => shortened(name))
  const rest = count - names.length
  return `New failures (${count}): ${names.join('; ')}${rest > 0 ? ` and ${rest} more` : ''}`
}

const shortened = (text: string): string =>
  text.length <= NAMES.characters ? text : `${text.slice(0, NAMES.characters - 1).toWellFormed()}…`
