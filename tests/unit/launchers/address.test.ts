import { expect, test } from 'vitest'
import {
  addRepoHref,
  isFromLaunches,
  keeping,
  launchersHref,
  usedLaunchHref,
} from '../../../views/launchers/address.ts'

const area = '/projects/SHOP/automation-launchers'

test('[LNAV-08] the context is where the area was opened from; nothing else of an address is kept', () => {
  const search = '?from=launches&state=no-launcher-repos&provider=github'
  expect(launchersHref('SHOP', { repoId: 1, launcherId: 2, presetId: 3 }, search)).toBe(`${area}/1/2/3?from=launches`)
  expect([search, '', '?from=elsewhere'].map(isFromLaunches)).toEqual([true, false, false])
})

test('[LNAV-20] the list of launches is reached with what was kept', () => {
  expect(keeping('/projects/SHOP/automation-launches', '?from=launches&usedLaunchId=7')).toBe(
    '/projects/SHOP/automation-launches?from=launches',
  )
  expect(keeping('/projects/SHOP/automation-launches', '')).toBe('/projects/SHOP/automation-launches')
})

test('[NAV-10] an earlier launch is named beside its launcher', () => {
  expect(usedLaunchHref('SHOP', { repoId: 1, launcherId: 2 }, 7, '')).toBe(`${area}/1/2?usedLaunchId=7`)
})

test('[ADDR-03] [ADDR-04] the words that are sought and the state of the page are in its address', () => {
  const query = { provider: 'gitlab', search: 'shop e2e', state: 'no-launcher-repos' } as const
  expect(addRepoHref('SHOP', query)).toBe(`${area}/add-repo?provider=gitlab&state=no-launcher-repos&search=shop+e2e`)
})
