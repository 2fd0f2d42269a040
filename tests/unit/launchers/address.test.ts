import { expect, test } from 'vitest'
import type { RepositoryNode } from '../../../contract/launchers/repositories.ts'
import {
  addRepoHref,
  entryHref,
  isFromLaunches,
  keeping,
  launchersHref,
  openedItem,
  shownItem,
  usedLaunchHref,
} from '../../../views/launchers/address.ts'
import { paths } from '../../../views/shared/routes.ts'

const area = '/projects/SHOP/automation-launchers'

test('[LNAV-08] the context is the page from which the area was opened, without the rest of its address', () => {
  const search = '?from=launches&state=no-launcher-repos&provider=github'
  expect(launchersHref('SHOP', { repoId: 1, launcherId: 2, presetId: 3 }, search)).toBe(`${area}/1/2/3?from=launches`)
  expect([search, '', '?from=elsewhere'].map(isFromLaunches)).toEqual([true, false, false])
})

test('[LNAV-20] links to the list of launches keep its query', () => {
  expect(keeping('/projects/SHOP/automation-launches', '?from=launches&usedLaunchId=7')).toBe(
    '/projects/SHOP/automation-launches?from=launches',
  )
  expect(keeping('/projects/SHOP/automation-launches', '')).toBe('/projects/SHOP/automation-launches')
})

test('[NAV-10] the address of a launcher may name an earlier launch', () => {
  expect(usedLaunchHref('SHOP', { repoId: 1, launcherId: 2 }, 7, '')).toBe(`${area}/1/2?usedLaunchId=7`)
})

test('[ADDR-03] [ADDR-04] the words that are sought and the state of the page are in its address', () => {
  const query = { provider: 'gitlab', search: 'shop e2e', state: 'no-launcher-repos' } as const
  expect(addRepoHref('SHOP', query)).toBe(`${area}/add-repo?provider=gitlab&state=no-launcher-repos&search=shop+e2e`)
})

const preset = { id: 3 }
const launcher = { id: 2, presets: [preset] }
const repository = { id: 1, launchers: [launcher] }
const tree = [repository] as unknown as RepositoryNode[]

test('[LNAV-18] [LNAV-19] the area opens its first repository, or the page that adds one', () => {
  expect(entryHref('SHOP', tree, '')).toBe(`${area}/1`)
  expect(entryHref('SHOP', [], '?from=launches')).toBe(
    `${area}/add-repo?from=launches&provider=github&state=no-launcher-repos`,
  )
})

test('[LNAV-13] [LNAV-14] [LNAV-15] [LERR-04] an unknown id names no repository', () => {
  expect(openedItem(tree, { repoId: 1 }, paths.launcherRepository)).toMatchObject({ repository })
  expect(openedItem(tree, { repoId: 1 }, paths.newLauncher)).toMatchObject({ repository })
  expect(openedItem(tree, { repoId: 1, launcherId: 2 }, paths.launcher)).toMatchObject({ launcher })
  expect(openedItem(tree, { repoId: 1, launcherId: 2, presetId: 3 }, paths.launcherPreset)).toMatchObject({ preset })
  expect(openedItem(tree, { repoId: 999 }, paths.launcherRepository)).toBeNull()
  expect(openedItem(tree, {}, paths.launcherRepository)).toBeNull()
  expect(openedItem(tree, { repoId: 1, launcherId: 999 }, paths.launcher)).toBeNull()
  expect(openedItem(tree, { repoId: 1, launcherId: 2, presetId: 999 }, paths.launcherPreset)).toBeNull()
})

test('an item that another user deletes while it is open stays, and is marked; one that was never in the tree is missing', () => {
  const at = { repoId: 1, launcherId: 2 }
  const seen = openedItem(tree, at, paths.launcher)
  const gone = openedItem([], at, paths.launcher)
  expect(shownItem(seen, seen, false)).toEqual({ item: seen, isDeleted: false })
  expect(shownItem(gone, seen, false)).toEqual({ item: seen, isDeleted: true })
  expect(shownItem(gone, null, false)).toBe('missing')
  // A tree that is being loaded may have the item.
  expect(shownItem(gone, seen, true)).toEqual({ item: seen, isDeleted: false })
  expect(shownItem(gone, null, true)).toBe('loading')
})
