import { profilePage } from './pages/profile.ts'
import { addMembers, MEMBERS_PASSWORD } from './support/people.ts'
import { signInDirectly } from './support/session.ts'
import { unattended } from './support/founding.ts'
import { expect, test } from './support/test.ts'

test.use({ environment: unattended })

test('[TOKN-01] [PASSW-08] [ROLE-07] a read-only person makes no tokens, and who signs in elsewhere has no password here', async ({
  page,
  context,
  assay,
}) => {
  await addMembers(assay, [
    { username: 'rolf', role: 'GUEST', readOnly: true },
    { username: 'sam', role: 'ENGINEER', source: 'SAML' },
  ])
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
