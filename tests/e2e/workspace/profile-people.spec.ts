import { profilePage } from '../pages/profile.ts'
import { MEMBERS_PASSWORD, TEAM } from '../support/people.ts'
import { signInDirectly } from '../support/session.ts'
import { unattended } from '../support/founding.ts'
import { expect, test } from '../support/test.ts'

test.use({ environment: unattended, people: TEAM })

test('[TOKN-01] [PASSW-08] [ROLE-07] a read-only person makes no tokens, and who signs in elsewhere has no password here', async ({
  page,
  context,
}) => {
  const parts = { rolf: ['Profile', 'Password'], sam: ['Profile', 'API Access'] }
  for (const [username, wanted] of Object.entries(parts)) {
    await context.clearCookies()
    await signInDirectly(page, { username, password: MEMBERS_PASSWORD })
    const profile = profilePage(page)
    await profile.open()
    await expect(profile.tabs()).toHaveText(wanted)
  }
  // Its address alone opens nothing more.
  await profilePage(page).open('password')
  await expect(page.getByLabel('Current password')).toBeHidden()
})
