/** Description of a new issue about a failed test, in Markdown and in the wiki markup of Jira Server. */
import { stripVTControlCharacters } from 'node:util'
import { ISSUE_LIMITS } from '../../contract/launches/issues.ts'

export interface FailureFacts {
  test: { name: string; className: string | null; url: string }
  launch: { title: string; url: string; build: string | null }
  stackTrace: string
  /** Number of failed tests with the same cause, including this one. */
  tests: number
  /** Newest first. */
  history: readonly { kind: string; launchTitle: string; at: string }[]
}

const HISTORY_SHOWN = 8

export const titleOf = ({ test, stackTrace }: FailureFacts): string => {
  const [first = ''] = cleaned(stackTrace).split('\n')
  return `${test.name}: ${first}`.replaceAll(/\s+/g, ' ').trim().slice(0, ISSUE_LIMITS.title)
}

const cleaned = (text: string): string => stripVTControlCharacters(text).trim()

const traceOf = (text: string): string => {
  const whole = cleaned(text)
  if (whole.length <= ISSUE_LIMITS.stackTrace) return whole
  return `${whole.slice(0, ISSUE_LIMITS.stackTrace)}\n… (cut off)`
}

interface Markup {
  text: (words: string) => string
  link: (words: string, url: string) => string
  heading: (words: string) => string
  item: (line: string) => string
  code: (text: string) => string
}

/** The zero-width space prevents names such as @team from notifying users. */
const plain = (words: string): string => words.replaceAll('@', '@\u200b').replaceAll(/\s+/g, ' ')

const MARKDOWN: Markup = {
  text: (words) => plain(words).replaceAll(/[\\`*_[\]<>#|~]/g, String.raw`\$&`),
  link: (words, url) => `[${MARKDOWN.text(words)}](<${url.replaceAll(/[<>\s]/g, encodeURIComponent)}>)`,
  heading: (words) => `## ${words}`,
  item: (line) => `- ${line}`,
  code: (text) => {
    // The fence must be longer than any run of backticks in the text.
    const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length))
    const fence = '`'.repeat(longest + 1)
    return `${fence}\n${text}\n${fence}`
  },
}

const WIKI: Markup = {
  text: (words) => plain(words).replaceAll(/[\\*_[\]{}|!^~+-]/g, String.raw`\$&`),
  link: (words, url) => `[${words.replaceAll(/[[\]|\n]/g, ' ')}|${url.replaceAll(/[\]|\s]/g, encodeURIComponent)}]`,
  heading: (words) => `h2. ${words}`,
  item: (line) => `* ${line}`,
  code: (text) => `{noformat}\n${text.replaceAll('{noformat}', '{ noformat }')}\n{noformat}`,
}

const describe = (facts: FailureFacts, { text, link, heading, item, code }: Markup): string => {
  const { test, launch, stackTrace, tests, history } = facts
  const lines = [
    item(`Test: ${link(test.name, test.url)}`),
    ...(test.className === null ? [] : [item(`Class: ${text(test.className)}`)]),
    item(`Launch: ${link(launch.title, launch.url)}`),
    ...(launch.build === null ? [] : [item(`Build: ${text(launch.build)}`)]),
    ...(tests > 1 ? [item(`${tests} tests of this launch failed for the same cause`)] : []),
    '',
    heading('Failure'),
    '',
    code(traceOf(stackTrace)),
  ]
  if (history.length > 0)
    lines.push(
      '',
      heading('Last results'),
      '',
      ...history
        .slice(0, HISTORY_SHOWN)
        .map(({ kind, launchTitle, at }) => item(`${kind}: ${text(launchTitle)}, ${at}`)),
    )
  return lines.join('\n')
}

export const descriptionOf = (facts: FailureFacts): { markdown: string; wiki: string } => ({
  markdown: describe(facts, MARKDOWN),
  wiki: describe(facts, WIKI),
})

/** Returns a link to a file in the markup of a description. */
export const fileLink = (markup: 'markdown' | 'wiki', name: string, url: string): string =>
  (markup === 'wiki' ? WIKI : MARKDOWN).link(name, url)
