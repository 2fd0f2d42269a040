import { RESULT_KINDS, testsIn, type ResultKind } from '../../contract/launches/launches.ts'
import type { LaunchEvent } from '../../contract/notifications/deliveries.ts'
import type { FailuresEvent, MessageEvent } from './event.ts'

/** Message as plain text in parts; each channel escapes and formats them. */
export interface MessageText {
  title: string
  lines: string[]
  link: string
  linkLabel: string
}
type Failures = FailuresEvent['data']['failures']

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
const NAMES = { max: 5, characters: 150 } as const

export const messageTextOf = (event: MessageEvent): MessageText => {
  const { launch, project } = event.data
  const counts = RESULT_KINDS.filter((kind) => launch.statistics[kind] > 0).map(
    (kind) => `${launch.statistics[kind]} ${KINDS[kind]}`,
  )
  const tests = testsIn(launch.statistics)
  const where = [project.name, launch.environment, launch.build === null ? null : `build ${launch.build}`]
  return {
    title: titleOf(event),
    lines: [
      ...subjectLines(event),
      [`${tests} ${tests === 1 ? 'test' : 'tests'}`, ...counts].join(', '),
      ...newFailureLines(event),
      where.filter((part) => part !== null && part !== '').join(' · '),
    ],
    ...linkOf(event),
  }
}

const titleOf = (event: MessageEvent): string => {
  const { launch } = event.data
  const name = `${shortened(launch.name)} #${launch.number}`
  switch (event.type) {
    case 'test':
      return `Test message from Assay: ${name} ${STATUSES[launch.status]}`
    case 'launch.reviewed':
      return `${name} was reviewed by ${event.data.review?.by ?? 'somebody'}`
    case 'launch.failing':
      return `${failedTests(event.data.failures)} failed in ${name}`
    case 'launch.finished':
      return `${name} ${STATUSES[launch.status]}`
  }
}

const failedTests = ({ count, tests: [first] }: Failures): string =>
  count === 1 && first ? shortened(first.name) : `${count} tests`

/** Lines about what the message is sent for, before those about the whole launch. */
const subjectLines = (event: MessageEvent): string[] => {
  if (event.type !== 'launch.failing') return event.data.review === null ? [] : [event.data.review.comment]
  const { count, tests } = event.data.failures
  const [first] = tests
  if (count === 1 && first) return first.message === '' ? [] : [shortened(firstLineOf(first.message))]
  const listed = tests.slice(0, NAMES.max)
  const lines = listed.map(({ name, message }) =>
    [shortened(name), shortened(firstLineOf(message))].filter((part) => part !== '').join(': '),
  )
  return count > listed.length ? [...lines, `and ${count - listed.length} more`] : lines
}

const firstLineOf = (text: string): string => text.split('\n', 1)[0] ?? ''

const linkOf = (event: MessageEvent): Pick<MessageText, 'link' | 'linkLabel'> => {
  const { url } = event.data.launch
  const [only, ...others] = event.type === 'launch.failing' ? event.data.failures.tests : []
  return only && others.length === 0
    ? { link: `${url}/tests/${only.testId}`, linkLabel: 'Open test' }
    : { link: url, linkLabel: 'Open launch' }
}

const newFailureLines = (event: MessageEvent): string[] => {
  if (event.type === 'launch.failing' || event.data.newFailures.count === 0) return []
  const { count, tests } = event.data.newFailures
  const names = tests.slice(0, NAMES.max).map(({ name }) => shortened(name))
  const rest = count - names.length
  return [`New failures (${count}): ${names.join('; ')}${rest > 0 ? ` and ${rest} more` : ''}`]
}

const shortened = (text: string): string =>
  text.length <= NAMES.characters ? text : `${text.slice(0, NAMES.characters - 1).toWellFormed()}…`
