import { profilePage } from '../pages/profile.ts'
import { signInDirectly } from '../support/session.ts'
import { OWNER, PROJECT_KEY, unattended } from '../support/founding.ts'
import { expect, test } from '../support/test.ts'
import { choose, expectOptions } from '../support/choose.ts'

test.use({ environment: unattended })
test.describe.configure({ mode: 'serial' })

test.beforeEach(async ({ page }) => {
  await signInDirectly(page)
})

test('names and e-mail address', async ({ page, context, assay }) => {
  await test.step('[PROF-04] [PROF-05] [PROF-06] [PROF-07] [PROF-08] username, service URL with copy, and the parts', async () => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const profile = profilePage(page)
    await profile.open()
    await expect(profile.tabs()).toHaveText(['Profile', 'API Access', 'Password', 'Security'])
    await expect(page.getByText(`Username ${OWNER.username}`)).toBeVisible()
    await page.getByRole('button', { name: 'Copy service URL' }).click()
    await expect(page.getByText('Service URL was copied into your clipboard.')).toBeVisible()
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(assay.url)
  })

  await test.step('[PROF-09] [PROF-10] [PROF-11] [PROF-12] [PROF-14] names are checked and saved', async () => {
    const profile = profilePage(page)
    await profile.open()
    await profile.rename('Nadia#', 'Krol {m}')
    await expect(page.getByText('First name contains illegal characters')).toBeVisible()
    await expect(page.getByText('Last name contains illegal characters')).toBeVisible()
    await profile.rename('N'.repeat(101), 'K'.repeat(101))
    await expect(page.getByText('Must be between 1 and 100 characters')).toHaveCount(2)
    await profile.rename("Nad.ia-O'", "O'Krol-Smith (QA)")
    await expect(page.getByText('Profile was successfully updated')).toBeVisible()
    await page.reload()
    await expect(page.getByLabel('Last name')).toHaveValue("O'Krol-Smith (QA)")
    await profile.rename('', '')
    await expect(page.getByText('Profile was successfully updated')).toBeVisible()
    await expect(page.getByRole('heading', { name: OWNER.username, exact: true })).toBeVisible()
  })

  await test.step('another e-mail address asks for the current password; the same one does not', async () => {
    const profile = profilePage(page)
    await profile.open()
    const email = page.getByLabel('E-mail')
    const password = page.getByLabel('Current password')
    const save = page.getByRole('button', { name: 'Save' })
    await expect(email).toHaveValue(OWNER.email)
    await expect(password).toHaveCount(0)
    await email.fill('nadia@elsewhere.test')
    await save.click()
    await expect(page.getByText('Enter your current password to change your e-mail address')).toBeVisible()
    await expect(password).toBeFocused()
    await password.fill('a guess')
    await save.click()
    await expect(page.getByText('The current password is wrong')).toBeVisible()
    await password.fill(OWNER.password)
    await save.click()
    await expect(page.getByText('Profile was successfully updated')).toBeVisible()
    await expect(password).toHaveCount(0)
    await page.reload()
    await expect(email).toHaveValue('nadia@elsewhere.test')
    await email.fill(OWNER.email)
    await password.fill(OWNER.password)
    await save.click()
    await expect(password).toHaveCount(0)
  })

  await test.step('a press on Save counts although what was typed last is wrong, and is said, and then right', async () => {
    const profile = profilePage(page)
    await profile.open()
    const email = page.getByLabel('E-mail')
    const save = page.getByRole('button', { name: 'Save' })
    /** At the button's upper edge, where words that came above it would move it away. */
    const pressSave = async () => {
      const box = await save.boundingBox()
      if (box === null) throw new Error('there is no button')
      await page.mouse.move(box.x + 10, box.y + 3)
      await page.mouse.down()
      await expect(email).not.toBeFocused()
      await page.mouse.up()
    }
    await email.fill('nobody')
    await pressSave()
    // It was tried to save: the focus goes to what is wrong.
    await expect(email).toBeFocused()
    await expect(page.getByText('Must be a valid email address')).toBeVisible()
    await email.fill(OWNER.email)
    await pressSave()
    await expect(page.getByText('Profile was successfully updated')).toBeVisible()
  })
})

test('start page and tokens', async ({ page }) => {
  await test.step('the homepage is chosen; until then it is the projects', async () => {
    await test.step('[ROUTES-01] [WNAV-01] the projects, at first', async () => {
      await page.goto('/')
      await expect(page).toHaveURL(/\/projects$/)
    })
    await page.goto(`/projects/${PROJECT_KEY}/automation-launches`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Launches')
    await test.step('[PROF-17] [ROUTES-02] what can be chosen', async () => {
      await profilePage(page).open()
      await expectOptions(page.getByLabel('Start page', { exact: true }), ['All projects', 'The project I opened last'])
    })
    await test.step('[PROF-15] [PROF-16] the choice is saved', async () => {
      await choose(page.getByLabel('Start page', { exact: true }), 'The project I opened last')
      await expect(page.getByText('Homepage was successfully updated')).toBeVisible()
      await page.reload()
      await expect(page.getByLabel('Start page', { exact: true })).toHaveText('The project I opened last')
    })
    await test.step('[ROUTES-01] the choice is followed', async () => {
      await page.goto('/')
      await expect(page).toHaveURL(new RegExp(`/projects/${PROJECT_KEY}/automation-launches$`))
    })
  })

  await test.step('[TOKN-02] [TOKN-14] [TOKN-16] a token is shown once, listed, and deleted', async () => {
    const profile = profilePage(page)
    await profile.open('api-access')
    await profile.createToken('nightly build')
    const value = await page.getByRole('region', { name: 'Token' }).textContent()
    expect(value?.trim()).toMatch(/^assay_[\w-]{40,}$/)
    await expect(page.getByText('It will not be shown again')).toBeVisible()
    await page.getByRole('button', { name: 'Done' }).click()
    await expect(profile.token('nightly build')).toContainText('Never')
    await page.reload()
    await expect(profile.token('nightly build')).toBeVisible()
    expect(await page.content()).not.toContain(value?.trim())
    await profile.deleteToken('nightly build')
    await expect(page.getByText("Token with name 'nightly build' was successfully deleted")).toBeVisible()
    await expect(profile.token('nightly build')).toHaveCount(0)
  })

  await test.step('what is wrong with a token is said', async () => {
    const profile = profilePage(page)
    await profile.open('api-access')
    await test.step('[TOKN-03] [TOKN-07] a name is required', async () => {
      await profile.createToken('')
      await expect(page.getByText('This field is required')).toBeVisible()
    })
    await test.step('[TOKN-04] its characters', async () => {
      await page.getByLabel('Name', { exact: true }).fill('schlüssel')
      await expect(page.getByText('Name must have only latin letters, numbers or special symbols')).toBeVisible()
    })
    await test.step('[TOKN-05] [TOKN-07] its length', async () => {
      await page.getByLabel('Name', { exact: true }).fill('n'.repeat(41))
      await expect(page.getByText('Must be between 1 and 40 characters')).toBeVisible()
    })
    await page.getByLabel('Name', { exact: true }).fill('laptop')
    await page.getByText('Expires on a date').click()
    await page.getByRole('button', { name: /^Expiry date|Calendar/ }).click()
    await expect(page.getByRole('grid')).toBeVisible()
    await page.keyboard.press('Escape')
    await test.step('[TOKN-08] [TOKN-09] a date is required', async () => {
      await page.getByRole('button', { name: 'Create token' }).click()
      await expect(page.getByText("Must be a valid date. The format is 'mm/dd/yyyy'")).toBeVisible()
    })
    await test.step('[TOKN-10] a day in the past', async () => {
      await page.getByRole('spinbutton', { name: /month/i }).click()
      await page.keyboard.type('01022020')
      await expect(page.getByText('Must be today or a day in the future')).toBeVisible()
    })
  })
})

test('[TOKN-11] [TOKN-12] [TOKN-13] [TOKN-15] a token lives to the end of its last day, then it is expired', async ({
  page,
}) => {
  const profile = profilePage(page)
  await page.clock.install()
  await profile.open('api-access')
  const created = page.waitForRequest(
    (request) => request.method() === 'POST' && request.url().includes('access-tokens'),
  )
  await profile.createToken('laptop', '03/01/2099')
  // The reader's zone is an hour east of Greenwich in winter.
  expect((await created).postDataJSON()).toMatchObject({ name: 'laptop', expiresAt: '2099-03-01T22:59:59.000Z' })
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(profile.token('laptop')).toContainText('March 1, 2099')
  await page.clock.setFixedTime(new Date('2099-03-01T22:59:58Z'))
  await page.reload()
  await expect(profile.token('laptop')).toBeVisible()
  await page.clock.setFixedTime(new Date('2099-03-01T23:00:00Z'))
  await page.reload()
  await expect(profile.token('Set-up')).toBeVisible()
  await expect(profile.token('laptop')).toHaveCount(0)
  await page.getByRole('link', { name: 'Expired' }).click()
  await expect(profile.token('laptop')).toBeVisible()
})

test('tokens say what they do, and the password is changed', async ({ page }) => {
  await test.step('[TOKN-17] making and deleting a token say what they do, and a list without tokens what it is for', async () => {
    const profile = profilePage(page)
    await profile.open('api-access')
    await page.getByRole('button', { name: 'New token' }).click()
    const dialog = page.getByRole('dialog', { name: 'New access token' })
    await expect(dialog).toContainText('It cannot be changed later.')
    await expect(dialog.getByRole('radio')).toHaveCount(2)
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(profile.token('Set-up')).toBeVisible()

    await page.getByRole('button', { name: 'Delete token Set-up' }).click()
    const question = page.getByRole('alertdialog', { name: 'Delete token Set-up?' })
    await expect(question).toContainText('Agents that use it can no longer report. This cannot be undone.')
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(profile.token('Set-up')).toBeVisible()
    await profile.deleteToken('Set-up')
    await profile.deleteToken('laptop')
    await expect(page.getByRole('heading', { name: 'There are no active tokens yet' })).toBeVisible()
    await page.getByRole('link', { name: 'Expired' }).click()
    await expect(page.getByRole('heading', { name: 'No token has expired' })).toBeVisible()
    await page.getByRole('link', { name: 'Active' }).click()
    // What says that a token was made is its value.
    await profile.createToken('nightly build')
    await expect(page.getByRole('dialog', { name: 'Token nightly build' })).toContainText('Copy it now')
    await page.getByRole('button', { name: 'Done' }).click()
    await expect(profile.token('nightly build')).toBeVisible()
  })

  await test.step('[PASSW-01] [PASSW-02] [PASSW-04] [PASSW-05] [PASSW-06] the password is changed', async () => {
    const profile = profilePage(page)
    await profile.open('password')
    await profile.changePassword('', '')
    await expect(page.getByText('Password required')).toHaveCount(2)
    await profile.changePassword(OWNER.password, 'пароль-пароль')
    await expect(page.getByText('Password must have only latin letters, numbers or special symbols')).toBeVisible()
    await profile.changePassword(OWNER.password, 'p'.repeat(51))
    await expect(page.getByText('Password must be between 8 and 50 characters')).toBeVisible()
    await profile.changePassword(OWNER.password, 'fig-tree-61', 'fig-tree-62')
    await expect(page.getByText('Passwords do not match')).toBeVisible()
    await profile.changePassword('not the old one', 'fig-tree-61')
    await expect(page.getByText('The old password is wrong')).toBeVisible()
    await profile.changePassword(OWNER.password, 'fig-tree-61')
    await expect(page.getByText('Password was successfully updated')).toBeVisible()
    await signInDirectly(page, { ...OWNER, password: 'fig-tree-61' })
  })
})
