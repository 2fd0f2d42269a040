import { Secret, TOTP } from 'otpauth'
import { SECURITY_TEXTS } from '../../../contract/workspace/account-security-texts.ts'
import { signInPage, userMenu } from '../pages/sign-in.ts'
import { OWNER, unattended } from '../support/founding.ts'
import { signInDirectly } from '../support/session.ts'
import { expect, test } from '../support/test.ts'

// Browsers make no passkeys for IP addresses.
test.use({
  environment: { ...unattended, HOST: 'localhost' },
  baseURL: async ({ assay }, use) => {
    await use(assay.url.replace('127.0.0.1', 'localhost'))
  },
})

/** A code of an authenticator app, `steps` time steps from now: the server accepts the next one, and no code twice. */
const codeOf = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 })

test('a passkey is added, signs in alone and after the password, and is removed', async ({ page }) => {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  /** While enabled, the browser also accepts the offer in the username field. */
  const answer = (enabled: boolean) =>
    devtools.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled })
  const door = signInPage(page)
  const passkeys = page.getByRole('table', { name: 'Passkeys' })
  await signInDirectly(page)

  await test.step('it is added with the password, and comes with recovery codes', async () => {
    await page.goto('/profile?tab=security')
    await page.getByRole('button', { name: 'Add passkey' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Laptop')
    await page.getByLabel('Current password').fill(OWNER.password)
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByText(SECURITY_TEXTS.passkeyAdded('Laptop'))).toBeVisible()
    await expect(page.getByRole('region', { name: 'Recovery codes' })).toBeVisible()
    await page.getByRole('button', { name: 'Done' }).click()
    await expect(passkeys.getByRole('row')).toHaveCount(2)
  })

  await test.step('[SESSION-02] it signs in without a password', async () => {
    await answer(false)
    await userMenu(page).signOut()
    await door.expectShown()
    await answer(true)
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await expect(page.getByRole('button', { name: /your account$/ })).toBeVisible()
  })

  await test.step('it is requested after the password', async () => {
    await answer(false)
    await userMenu(page).signOut()
    await door.signIn(OWNER.username, OWNER.password)
    await expect(page.getByRole('heading', { name: 'Two-step verification' })).toBeVisible()
    await answer(true)
    await page.getByRole('button', { name: 'Use a passkey' }).click()
    await expect(page.getByRole('button', { name: /your account$/ })).toBeVisible()
  })

  await test.step('it is renamed and removed', async () => {
    await page.goto('/profile?tab=security')
    await expect(page.getByRole('table', { name: 'Sign-in log' })).toContainText('Password and passkey')
    await page.getByRole('button', { name: 'Rename Laptop' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Work laptop')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Remove Work laptop' }).click()
    await page.getByLabel('Current password').fill(OWNER.password)
    await page.getByRole('button', { name: 'Remove', exact: true }).click()
    await expect(page.getByText(SECURITY_TEXTS.passkeyRemoved('Work laptop'))).toBeVisible()
    await expect(passkeys).toHaveCount(0)
  })
})

test('a required second factor is set up, signs in with codes, and its sessions are ended elsewhere', async ({
  page,
  browser,
}) => {
  let secret = ''
  let recoveryCode = ''
  await signInDirectly(page)

  await test.step('a user who requires it from everybody sets it up first, and returns to the page', async () => {
    await page.goto('/settings/sign-in')
    await page.getByText('Everybody needs a second factor').click()
    await expect(page.getByRole('link', { name: '1 active user has none' })).toBeVisible()
    await page.getByRole('button', { name: 'Save rules' }).click()
    await expect(page.getByRole('heading', { name: 'Set up two-step verification' })).toBeVisible()
    await page.getByRole('button', { name: 'Use an authenticator app' }).click()
    await page.getByLabel('Current password').fill(OWNER.password)
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
    secret = (await page.getByRole('region', { name: 'Key' }).innerText()).replace(/\s/g, '')
    const code = page.getByLabel('Code', { exact: true })
    await expect(code).toHaveAttribute('autocomplete', 'one-time-code')
    await code.fill(codeOf(secret))
    await page.keyboard.press('Enter')
    const codes = await page.getByRole('region', { name: 'Recovery codes' }).innerText()
    recoveryCode = codes.trim().split('\n')[0] ?? ''
    expect(recoveryCode).toMatch(/^[a-z2-9]{4}(?:-[a-z2-9]{4}){3}$/)
    await page.getByRole('button', { name: 'Done' }).click()
    await expect(page).toHaveURL(/\/settings\/sign-in$/)
    await expect(page.getByRole('button', { name: /your account$/ })).toBeVisible()
  })

  const other = await (await browser.newContext()).newPage()
  const door = signInPage(other)
  await test.step('another browser signs in with a code', async () => {
    await door.open()
    await door.signIn(OWNER.username, OWNER.password)
    await expect(other.getByRole('heading', { name: 'Two-step verification' })).toBeVisible()
    await expect(other.getByLabel('Code')).toBeFocused()
    await other.keyboard.type(codeOf(secret, 1))
    await other.keyboard.press('Enter')
    await expect(other.getByRole('heading', { level: 1, name: 'Projects' })).toBeVisible()
  })

  await test.step('its session is ended here, and it signs in again with a recovery code', async () => {
    await page.goto('/profile?tab=security')
    await expect(page.getByText('10 recovery codes are left.')).toBeVisible()
    await page.getByRole('button', { name: 'Sign out everywhere else' }).click()
    await page.getByRole('button', { name: 'Sign out', exact: true }).click()
    await expect(page.getByText(SECURITY_TEXTS.otherSessionsEnded)).toBeVisible()
    await expect(page.getByRole('table', { name: 'Sessions' }).getByRole('row')).toHaveCount(2)
    await other.reload()
    await door.signIn(OWNER.username, OWNER.password)
    await other.getByRole('button', { name: 'Use a recovery code' }).click()
    await other.getByLabel('Recovery code').fill(recoveryCode)
    await other.keyboard.press('Enter')
    await expect(other.getByRole('heading', { level: 1, name: 'Projects' })).toBeVisible()
  })
  await other.context().close()
})
