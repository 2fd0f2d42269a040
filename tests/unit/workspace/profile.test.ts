import { describe, expect, test } from 'vitest'
import { TEXTS } from '../../../contract/texts.ts'
import { AccessTokenName } from '../../../contract/workspace/profile.ts'
import { endOfDay } from '../../../views/shared/days.ts'
import { expiryFault, isActive, longDate } from '../../../views/workspace/profile/expiry.ts'
import { tabsOf } from '../../../views/workspace/profile/tabs.ts'

const labelsOf = (...user: Parameters<typeof tabsOf>) => tabsOf(...user).map(({ label }) => label)

test('[PROF-06] [PROF-07] [PROF-08] the profile has four tabs', () => {
  expect(labelsOf({ readOnly: false, source: 'INTERNAL' })).toEqual(['Profile', 'API Access', 'Password', 'Security'])
})
test('[TOKN-01] [ROLE-07] [PROF-07] a read-only user has no access tokens', () => {
  expect(labelsOf({ readOnly: true, source: 'INTERNAL' })).toEqual(['Profile', 'Password', 'Security'])
})
test.each(['SAML', 'OIDC', 'SCIM'] as const)('[PASSW-08] [PROF-08] a user of %s has no password', (source) => {
  expect(labelsOf({ readOnly: false, source })).toEqual(['Profile', 'API Access', 'Security'])
})

describe('the name of an access token', () => {
  const faultOf = (name: string) => AccessTokenName.safeParse(name).error?.issues.map(({ message }) => message) ?? []
  test('[TOKN-03] [TOKN-07] is required', () => {
    expect(faultOf('')).toEqual([TEXTS.required])
    expect(faultOf('   ')).toEqual([TEXTS.required])
  })
  test('[TOKN-04] accepts latin letters, numbers and symbols only', () => {
    expect(faultOf('nightly build #2')).toEqual([])
    expect(faultOf('schlüssel')).toEqual([TEXTS.tokenNameCharacters])
  })
  test('[TOKN-05] [TOKN-07] has at most 40 characters', () => {
    expect(faultOf('n'.repeat(40))).toEqual([])
    expect(faultOf('n'.repeat(41))).toEqual([TEXTS.tokenNameLength])
    expect(TEXTS.tokenNameLength).toBe('Must be between 1 and 40 characters')
  })
})

describe('the last day of an access token', () => {
  const noon = new Date(2026, 2, 9, 12).getTime()
  test('[TOKN-08] [TOKN-09] is required and complete', () => {
    expect(expiryFault('', noon)).toBe("Must be a valid date. The format is 'mm/dd/yyyy'")
  })
  test('[TOKN-10] is today or later', () => {
    expect(expiryFault('2026-03-08', noon)).toBe('Must be today or a day in the future')
    expect(expiryFault('2026-03-09', noon)).toBeNull()
    expect(expiryFault('2026-03-10', noon)).toBeNull()
  })
  test('[TOKN-11] ends at 23:59:59 in the reader’s time zone', () => {
    const end = endOfDay('2099-03-01')
    expect([end.getFullYear(), end.getMonth(), end.getDate()]).toEqual([2099, 2, 1])
    expect([end.getHours(), end.getMinutes(), end.getSeconds()]).toEqual([23, 59, 59])
  })
  test('[TOKN-12] is displayed in full', () => {
    expect(longDate(endOfDay('2099-03-01').toISOString())).toBe('March 1, 2099')
  })
  test('[TOKN-13] [TOKN-14] keeps the token active until it has passed; without one the token stays active', () => {
    const expiresAt = endOfDay('2026-03-09').toISOString()
    expect(isActive({ expiresAt }, Date.parse(expiresAt) - 1)).toBe(true)
    expect(isActive({ expiresAt }, Date.parse(expiresAt))).toBe(false)
    expect(isActive({ expiresAt: null }, Number.MAX_SAFE_INTEGER)).toBe(true)
  })
})
