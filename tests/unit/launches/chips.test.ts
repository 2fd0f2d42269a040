import { expect, test } from 'vitest'
import { chipsOf, labelChips } from '../../../views/launches/launch-chips.ts'
import { aLaunch } from '../store/support/launches.ts'

const labels = (key: string, count: number) =>
  Array.from({ length: count }, (_, i) => ({ key, value: `${key} ${i + 1}` }))

test('[LIST-12] [LIST-13] [LIST-14] a launch shows its pull request, branch, milestone, browser, platform, locale, build, commit and labels, in this order', () => {
  const chips = chipsOf(
    aLaunch({
      milestone: { name: '2.41' },
      browser: 'chrome',
      browserVersion: '131.0.6778.85',
      platform: 'linux',
      platformVersion: '12',
      locale: 'en_GB',
      build: '2.41.7',
      origin: { branch: 'fix', pullRequest: '12', commit: '0123456789abcdef', job: 'test' },
      labels: [{ key: 'team', value: 'web' }],
    }),
  )
  expect(chips.map(({ about, words }) => [about, words])).toEqual([
    ['Pull request', '#12'],
    ['Branch', 'fix'],
    ['Milestone', '2.41'],
    ['Browser', 'Chrome 131'],
    ['Platform', 'Linux 12'],
    ['Locale', 'en_GB'],
    ['Build', '2.41.7'],
    ['Commit', '01234567'],
    ['team', 'web'],
  ])
})

test('an unknown value has no chip', () => expect(chipsOf(aLaunch())).toEqual([]))

test('[LIST-15] up to four labels of a key are separate chips, five and more are one chip that opens', () => {
  expect(labelChips(labels('feature', 4)).map(({ kind }) => kind)).toEqual(['label', 'label', 'label', 'label'])
  const [group, ...others] = labelChips([...labels('feature', 5), { key: 'team', value: 'web' }])
  expect(group).toMatchObject({ kind: 'group', words: 'feature 5' })
  expect(group?.values).toHaveLength(5)
  expect(others.map(({ words }) => words)).toEqual(['web'])
})

test('shows a repeated label once', () => {
  expect(labelChips([...labels('team', 1), ...labels('team', 1)])).toHaveLength(1)
})
