/** Text of the comment on a pull request, as Markdown that all git hosts render. */
import { gateFailures } from '../../contract/launches/gate-texts.ts'
import type { QualityGate } from '../../contract/launches/quality-gate.ts'
import { RESULT_KINDS, testsIn, type ResultKind, type Statistics } from '../../contract/launches/launches.ts'
import { shortCommit } from '../../contract/launches/launch-origin.ts'

export const TEST_LISTS = ['newFailures', 'fixed', 'flaky', 'quarantined', 'stillFailing'] as const
export type TestList = (typeof TEST_LISTS)[number]

/** What a comment says of one launch. Names are untrusted text. */
export interface CommentSection {
  launch: { name: string; number: number; environment: string | null; url: string }
  commit: string | null
  branch: string | null
  /** The pull request has a launch of a later commit. */
  isOutdated: boolean
  gate: Pick<QualityGate, 'verdict' | 'reasons' | 'checks'>
  statistics: Statistics
  /** Launch that this one is compared with; null for the first. */
  baseline: { number: number; branch: string | null; url: string } | null
  /** Number of the tests of each list, and the first of them. */
  lists: Record<TestList, { count: number; tests: { name: string; url: string }[] }>
}

/** Numbers of listed tests to try, until the comment is short enough. */
const LISTED = [20, 10, 5, 2, 0]
const MAX_NAME = 150

/**
 * Returns the comment with its marker, at most `maxLength` characters long: with fewer names, and in the end with fewer sections, where it
 * would be longer. `omitted`: launches without a section.
 */
export const commentText = (
  { marker, sections, omitted }: { marker: string; sections: readonly CommentSection[]; omitted: number },
  maxLength: number,
): string => {
  const withSections = (count: number, listed: number): string => {
    const rest = sections.length - count + omitted
    return [
      markerLine(marker),
      ...sections.slice(0, count).map((section) => sectionText(section, listed)),
      ...(rest > 0 ? [`${rest} more ${rest === 1 ? 'launch' : 'launches'}`] : []),
    ].join('\n\n')
  }
  for (const listed of LISTED) {
    const text = withSections(sections.length, listed)
    if (text.length <= maxLength) return text
  }
  for (let count = sections.length - 1; count > 0; count -= 1) {
    const text = withSections(count, 0)
    if (text.length <= maxLength) return text
  }
  return withSections(0, 0)
}

/** Returns a line that is not rendered. Bitbucket shows HTML comments, so that it is the definition of a link that nothing refers to. */
export const markerLine = (marker: string): string => `[assay]: # (${marker})`

/** Returns a text of at most 140 characters without names, for the status of a commit. */
export const statusText = ({ statistics, lists }: Pick<CommentSection, 'statistics' | 'lists'>): string =>
  [
    countsOf(statistics),
    ...(lists.newFailures.count > 0 ? [counted(lists.newFailures.count, 'new failure')] : []),
    ...(lists.fixed.count > 0 ? [`${lists.fixed.count} fixed`] : []),
  ]
    .join(', ')
    .slice(0, 140)

const VERDICTS: Record<QualityGate['verdict'], string> = {
  passed: '✅ Passed',
  failed: '❌ Failed',
  pending: '⏳ In progress',
}

const sectionText = (section: CommentSection, listed: number): string => {
  const { launch, commit, isOutdated, gate, statistics, baseline, lists } = section
  const facts = [
    ...(commit === null ? [] : [`commit ${shortCommit(commit)}${isOutdated ? ' (not the latest)' : ''}`]),
    countsOf(statistics),
    ...(baseline === null ? [] : [`compared with ${baselineText(baseline)}`]),
  ]
  const reasons = gate.verdict === 'failed' ? gateFailures(gate) : []
  return [
    `### ${VERDICTS[gate.verdict]}: [${code(titleOf(launch))} #${launch.number}](${launch.url})`,
    facts.join(' · '),
    ...(reasons.length === 0 ? [] : [reasons.map((reason) => `- ${reason}`).join('\n')]),
    ...TEST_LISTS.flatMap((list) => listText(list, lists[list], listed)),
  ].join('\n\n')
}

const titleOf = ({ name, environment }: CommentSection['launch']): string =>
  environment === null || environment === '' ? name : `${name} · ${environment}`

const baselineText = ({ number, branch, url }: NonNullable<CommentSection['baseline']>): string =>
  `[#${number}](${url})${branch === null ? '' : ` of ${code(branch)}`}`

const LIST_TITLES: Record<TestList, string> = {
  newFailures: 'New failures',
  fixed: 'Fixed',
  flaky: 'Flaky: passed after a retry',
  quarantined: 'Failed in quarantine',
  stillFailing: 'Failed before, too',
}

const listText = (list: TestList, { count, tests }: CommentSection['lists'][TestList], listed: number): string[] => {
  if (count === 0) return []
  const title = `**${LIST_TITLES[list]} (${count})**`
  const lines = tests.slice(0, listed).map(({ name, url }) => `- [${code(name)}](${url})`)
  if (lines.length === 0) return [title]
  const rest = count - lines.length
  return [title, [...lines, ...(rest > 0 ? [`- and ${rest} more`] : [])].join('\n')]
}

const KINDS: Record<ResultKind, string> = {
  passed: 'passed',
  passedManually: 'passed manually',
  failed: 'failed',
  failedAsKnown: 'failed with a known issue',
  blocked: 'blocked',
  skipped: 'skipped',
  aborted: 'aborted',
  inProgress: 'in progress',
}

const countsOf = (statistics: Statistics): string =>
  [
    counted(testsIn(statistics), 'test'),
    ...RESULT_KINDS.filter((kind) => statistics[kind] > 0).map((kind) => `${statistics[kind]} ${KINDS[kind]}`),
  ].join(', ')

const counted = (count: number, noun: string): string => `${count} ${count === 1 ? noun : `${noun}s`}`

/** Invisible characters, which can reverse the order of the text after them, and all white space. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu

/**
 * Returns untrusted text as a code span, in which hosts neither render Markdown and HTML nor mention people, refer to issues or run commands.
 * Its fence is longer than any row of backticks in the text.
 */
const code = (text: string): string => {
  const line = text.replaceAll(INVISIBLE, ' ').trim()
  const name =
    line === '' ? 'unnamed' : line.length <= MAX_NAME ? line : `${line.slice(0, MAX_NAME - 1).toWellFormed()}…`
  const longest = Math.max(0, ...(name.match(/`+/g) ?? []).map((row) => row.length))
  const fence = '`'.repeat(longest + 1)
  const space = name.startsWith('`') || name.endsWith('`') ? ' ' : ''
  return `${fence}${space}${name}${space}${fence}`
}
