import { expect, test } from 'vitest'
import { PAGES } from '../../../views/pages.ts'
import { ownCommands, type Place } from '../../../views/shell/palette/own-commands.tsx'

const P = '/projects/SHOP'
const place: Place = {
  pages: PAGES,
  projectKey: 'SHOP',
  navigation: [{ id: 'launches', label: 'Launches', icon: null, href: `${P}/automation-launches` }],
  canOpen: () => true,
  canWriteCases: true,
  isReadOnly: false,
  theme: 'light',
  projects: [
    { key: 'SHOP', name: 'Sample shop', href: `${P}/automation-launches` },
    { key: 'BANK', name: 'Bank', href: '/projects/BANK/automation-launches' },
  ],
  recent: [],
  location: P,
  onTheme: () => undefined,
  onUnsent: () => undefined,
  onSignOut: () => undefined,
  onCreateProject: () => undefined,
}
const labelsOf = (of: Partial<Place>, group: string) =>
  ownCommands({ ...place, ...of })
    .filter((command) => command.group === group)
    .map(({ label }) => label)
const page = (href: string, label: string) => ({ href, label, detail: 'Sample shop' })

test('the palette offers what the user may create', () => {
  expect(labelsOf({}, 'Create')).toEqual([
    'New test case',
    'New exploratory session',
    'Add members',
    'New access token',
    'New project',
  ])
  const canOpen = (href: string) => !/members|exploratory|create/.test(href)
  expect(labelsOf({ canWriteCases: false, isReadOnly: true, canOpen, onCreateProject: undefined }, 'Create')).toEqual(
    [],
  )
})

test('the palette finds settings pages that the user may open, and other projects with their names only', () => {
  const canOpen = (href: string) => href.startsWith(`${P}/`) && !href.endsWith('/change-log')
  const settings = labelsOf({ canOpen }, 'Settings')
  expect(settings).toContain('Observation types')
  expect(settings).not.toContain('Change log')
  expect(labelsOf({ canOpen }, 'Switch project')).toEqual(['Bank'])
  expect(labelsOf({ projectKey: null, navigation: [] }, 'Settings')).toEqual([])
})

test('the palette offers the two themes that are not in use', () =>
  expect(labelsOf({ theme: 'dark' }, 'Actions')).toEqual([
    'Use the light theme',
    'Use the theme of the system',
    'Help',
    'Sign out',
  ]))

test('recent pages omit the open page, pages offered already, and pages that the user may no longer open', () => {
  const recent = [
    page(`${P}/automation-launches/12`, 'Nightly #3'),
    page(`${P}/automation-launches`, 'Launches'),
    page(`${P}/test-cases/7`, 'SHOP-7 Pay by card'),
    page('/projects/GONE/test-cases/1', 'GONE-1'),
    page('/projects/BANK/test-cases/1', 'BANK-1'),
    page(P, 'Overview'),
  ]
  const canOpen = (href: string) => !href.includes('/test-cases/7')
  expect(labelsOf({ recent, canOpen }, 'Recent')).toEqual(['Nightly #3', 'BANK-1'])
})
