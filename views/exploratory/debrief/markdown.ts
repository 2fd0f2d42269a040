import { clockMark, formatTimeSpent } from '../../ui/text/format-clock.ts'
import type { Observation } from '../../../contract/exploratory/observations.ts'
import type { ExploratorySession } from '../../../contract/exploratory/sessions.ts'
import { charterText } from '../session-sides.ts'
import { debriefOf } from './metrics.ts'

/** Returns a session's report as Markdown. `origin`: the server's, for URLs of files. */
export const markdownOf = (
  session: ExploratorySession,
  observations: readonly Observation[],
  { href, fileHref }: { href: string; fileHref: (file: { fileUuid: string; name: string }) => string },
): string => {
  const metrics = debriefOf(session, observations)
  const charter = charterText(session.charter)
  const facts = [
    ['Tester', session.assignee?.name ?? session.createdBy.name],
    ['Started', session.createdAt],
    ['Closed', session.closedAt ?? 'still open'],
    ['Milestone', session.milestone?.name],
    ['Environment', session.environment?.name],
    [
      'Configurations',
      session.configurations.map(({ groupName, optionName }) => `${groupName}: ${optionName}`).join(', '),
    ],
    ['Requirements', session.requirements.join(', ')],
  ].flatMap(([name, value]) => (value ? [`- **${name}:** ${inline(value)}`] : []))
  return [
    `# ${inline(session.title)}`,
    href,
    ...(charter === null ? [] : [`> ${inline(charter)}`]),
    facts.join('\n'),
    ...(session.description.trim() === '' ? [] : [session.description.trim()]),
    '## Time',
    [
      '| In all | Testing | Bugs | Set-up | Findings per hour |',
      '|---|---|---|---|---|',
      `| ${[metrics.elapsedMillis, metrics.byWork.test, metrics.byWork.bugs, metrics.byWork.setup]
        .map(formatTimeSpent)
        .join(' | ')} | ${metrics.perHour ?? '–'} |`,
    ].join('\n'),
    ...metrics.types.flatMap(({ name, observations: found }) => [
      `## ${inline(name)} (${found.length})`,
      found.map((one) => itemOf(one, fileHref)).join('\n'),
    ]),
    ...(observations.length === 0 ? ['No observations.'] : []),
    '',
  ].join('\n\n')
}

const itemOf = (one: Observation, fileHref: (file: { fileUuid: string; name: string }) => string): string => {
  const at = one.clockMillis === null ? '' : `\`${clockMark(one.clockMillis)}\` `
  const links = [one.issueId, one.improvementId].flatMap((id) => id ?? []).map((id) => ` (${inline(id)})`)
  // Indented, so that paragraphs and lists stay within the list item.
  const text = one.description.trim().split('\n').join('\n  ')
  const files = one.attachments.map((file) =>
    file.contentType.startsWith('image/')
      ? `\n\n  ![${inline(file.name)}](${fileHref(file)})`
      : `\n\n  [${inline(file.name)}](${fileHref(file)})`,
  )
  return `- ${at}${text}${links.join('')}${files.join('')}`
}

/** Collapses to one line and escapes what would end the surrounding syntax. */
const inline = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .replace(/([[\]|<>`*_\\])/g, '\\$1')
    .trim()
