import { shortCommit } from '../../contract/launches/launch-origin.ts'
import type { Label, Launch } from '../../contract/launches/launches.ts'
import { LIMITS } from '../../contract/limits.ts'

/** `group`: chips of one topic, collapsed when there are five or more (LIST-15). */
export type LaunchChip = {
  key: string
  kind:
    | 'milestone'
    | 'browser'
    | 'platform'
    | 'locale'
    | 'build'
    | 'branch'
    | 'pullRequest'
    | 'commit'
    | 'label'
    | 'group'
  words: string
  /** Topic of the value: 'Browser'. */
  about: string
  /** Values of a group. */
  values: readonly string[]
}

type Labelled = Pick<
  Launch,
  'milestone' | 'browser' | 'browserVersion' | 'platform' | 'platformVersion' | 'locale' | 'build' | 'labels'
> &
  // Pages for the public do not have it.
  Partial<Pick<Launch, 'origin'>>

/** Facts about a launch besides its result, by importance (LIST-12 to 14). What was tested comes first. */
export function chipsOf(launch: Labelled): LaunchChip[] {
  const { branch, pullRequest, commit } = launch.origin ?? {}
  const { milestone, browser, browserVersion, platform, platformVersion, locale, build, labels } = launch
  const one = (kind: LaunchChip['kind'], about: string, words: string | null | undefined): LaunchChip[] =>
    words === null || words === undefined || words === '' ? [] : [{ key: kind, kind, words, about, values: [] }]
  return [
    ...one('pullRequest', 'Pull request', pullRequest === undefined ? undefined : `#${pullRequest}`),
    ...one('branch', 'Branch', branch),
    ...one('milestone', 'Milestone', milestone?.name),
    ...one('browser', 'Browser', withVersion(browser, browserVersion)),
    ...one('platform', 'Platform', withVersion(platform, platformVersion)),
    ...one('locale', 'Locale', locale),
    ...one('build', 'Build', build),
    ...one('commit', 'Commit', commit === undefined ? undefined : shortCommit(commit)),
    ...labelChips(labels),
  ]
}

/** Labels by key; a key with five or more values is one expandable chip. */
export const labelChips = (labels: readonly Label[]): LaunchChip[] =>
  [...valuesByKey(labels)].flatMap(([about, values]): LaunchChip[] =>
    values.length > LIMITS.labelsInline
      ? [{ key: about, kind: 'group', words: `${about} ${values.length}`, about, values }]
      : values.map((words) => ({ key: `${about}:${words}`, kind: 'label', words, about, values: [] })),
  )

function valuesByKey(labels: readonly Label[]): Map<string, string[]> {
  const byKey = new Map<string, string[]>()
  for (const { key, value } of labels) {
    const values = byKey.get(key)
    if (values === undefined) byKey.set(key, [value])
    else if (!values.includes(value)) values.push(value)
  }
  return byKey
}

/** 'Chrome 131': capitalised name and major version. */
const withVersion = (name: string | null, version: string | null): string | null =>
  name === null
    ? null
    : `${name.charAt(0).toUpperCase()}${name.slice(1)}${version === null ? '' : ` ${major(version)}`}`

const major = (version: string) => /^(\d+)\.\d+\.\d+\.\d+$/.exec(version)?.[1] ?? version
