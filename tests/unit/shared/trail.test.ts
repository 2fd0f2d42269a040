import { describe, expect, test } from 'vitest'
import { matchPage, PAGES } from '../../../views/pages.ts'
import { paths } from '../../../views/shared/routes.ts'
import { trailOf } from '../../../views/shared/page/trail.ts'

const params = {
  projectKey: 'SHOP',
  caseId: '7',
  launchId: '12',
  testId: '3',
  exploratorySessionId: '5',
  framework: 'mocha',
  repoId: '2',
  launcherId: '4',
  presetId: '6',
}
const inWorkspace = { userId: 1, workspaceName: 'Larkspur', project: null }
const inProject = { userId: 1, workspaceName: 'Larkspur', project: { key: 'SHOP', name: 'Sample shop' } }
const rootOf = (pattern: string) => (pattern.includes(':projectKey') ? inProject : inWorkspace)
const textOf = (pattern: string, names = {}) =>
  trailOf(PAGES, { pattern, params }, rootOf(pattern), names).map(({ label }) => label)

const pages = PAGES.filter(({ gate, load }) => gate.who === 'signed-in' && load !== undefined).map(
  ({ pattern }) => pattern,
)

describe('breadcrumbs', () => {
  test.each(pages)('lead from the root down to %s, the page itself last', (pattern) => {
    const trail = trailOf(PAGES, { pattern, params }, rootOf(pattern))
    const [root, ...rest] = trail
    expect(root).toEqual(
      pattern.includes(':projectKey')
        ? { label: 'Sample shop', href: '/projects/SHOP' }
        : { label: 'Larkspur', href: '/projects' },
    )
    expect(rest.length).toBeGreaterThan(0)
    expect(trail.map(({ label }) => label)).not.toContain('')
    expect(trail.map(({ href }) => href === undefined)).toEqual([...trail.slice(1).map(() => false), true])
    const lost = trail.slice(0, -1).filter(({ href = '' }) => matchPage(href)?.page.load === undefined)
    expect(lost).toEqual([])
  })

  test('show the name that the open page provides', () => {
    const names = { [paths.launch]: 'Nightly #3', [paths.test]: 'adds up' }
    expect(textOf(paths.launch, names)).toEqual(['Sample shop', 'Launches', 'Nightly #3'])
    expect(textOf(paths.test, names)).toEqual(['Sample shop', 'Launches', 'Nightly #3', 'adds up'])
    expect(textOf(paths.test)).toEqual(['Sample shop', 'Launches', 'Launch', 'Test'])
    expect(textOf(paths.members)).toEqual(['Sample shop', 'Settings', 'Members'])
    expect(textOf(paths.project)).toEqual(['Sample shop', 'Overview'])
  })

  test('lead to the view of a page that the page gives', () => {
    const href = '/projects/SHOP/test-cases?suite=4'
    const trail = trailOf(PAGES, { pattern: paths.testCase, params }, inProject, {
      [paths.testCases]: { label: 'Test cases', href },
      [paths.testCase]: 'SHOP-7',
    })
    expect(trail.slice(1)).toEqual([{ label: 'Test cases', href }, { label: 'SHOP-7' }])
  })
})
