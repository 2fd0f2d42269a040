import type { Page } from '@playwright/test'
import { TEXTS } from '../../../contract/texts.ts'
import { profilePage } from '../pages/profile.ts'
import { choose, expectOptions } from '../support/choose.ts'
import { OWNER, PROJECT_KEY, unattended } from '../support/founding.ts'
import { signInDirectly } from '../support/session.ts'
import { expect, test } from '../support/test.ts'

test.use({ environment: unattended, permissions: ['clipboard-read', 'clipboard-write'] })

/** A red picture. */
const aPicture = async (page: Page) => {
  const url = await page.evaluate(() => {
    const canvas = document.createElement('canvas')
    canvas.width = 300
    canvas.height = 200
    const context = canvas.getContext('2d')
    if (context) {
      context.fillStyle = '#ff0000'
      context.fillRect(0, 0, 300, 200)
    }
    return canvas.toDataURL('image/png')
  })
  return { name: 'me.png', mimeType: 'image/png', buffer: Buffer.from(url.slice(url.indexOf(',') + 1), 'base64') }
}

test('a user changes photo, names, e-mail address, start page and password', async ({ page, assay }) => {
  const profile = profilePage(page)
  const email = page.getByLabel('E-mail')
  const startPage = page.getByLabel('Start page', { exact: true })
  await signInDirectly(page)

  await test.step('[ROUTES-01] [WNAV-01] the start page is the list of projects at first', async () => {
    await page.goto('/')
    await expect(page).toHaveURL(/\/projects$/)
    await page.getByRole('table', { name: 'Projects' }).getByRole('link', { name: PROJECT_KEY }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Launches')
  })

  await test.step('[PROF-04] [PROF-05] [PROF-06] [PROF-07] [PROF-08] the page has the username, the service URL to copy, and its tabs', async () => {
    await profile.open()
    await expect(profile.tabs()).toHaveText(['Profile', 'API Access', 'Password', 'Security'])
    await expect(page.getByText(`Username ${OWNER.username}`)).toBeVisible()
    await page.getByRole('button', { name: 'Copy service URL' }).click()
    await expect(page.getByText('Service URL was copied into your clipboard.')).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(assay.url)
  })

  await test.step('[PROF-02] [PROF-20] a photo is cropped, shown here and in the navigation, and removed', async () => {
    await profile.photo.choose(await aPicture(page))
    await profile.photo.use()
    await expect(page.getByText(TEXTS.photoUpdated)).toBeVisible()
    await expect(profile.menuPhoto()).toBeVisible()
    await expect
      .poll(
        () => profile.photo.shown().evaluate((image: HTMLImageElement) => image.naturalWidth),
        'the browser reads it',
      )
      .toBe(256)
    await profile.photo.remove()
    await expect(page.getByText(TEXTS.photoDeleted)).toBeVisible()
    await expect(profile.photo.shown().or(profile.menuPhoto())).toHaveCount(0)
  })

  await test.step('a press on Save counts although the message about the last field appears at the same moment', async () => {
    const save = page.getByRole('button', { name: 'Save' })
    await page.getByLabel('Last name').fill("O'Krol-Smith (QA)")
    await email.fill('nobody')
    // At the upper edge of the button, which the message would shift.
    const box = await save.boundingBox()
    if (box === null) throw new Error('there is no button')
    await page.mouse.move(box.x + 10, box.y + 3)
    await page.mouse.down()
    await expect(email).not.toBeFocused()
    await page.mouse.up()
    await expect(email).toBeFocused()
    await expect(page.getByText('Must be a valid email address')).toBeVisible()
  })

  await test.step('[PROF-14] names and e-mail address are saved, the address with the current password', async () => {
    const password = page.getByLabel('Current password')
    await email.fill('nadia@elsewhere.test')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Enter your current password to change your e-mail address')).toBeVisible()
    await expect(password).toBeFocused()
    await password.fill(OWNER.password)
    await page.keyboard.press('Enter')
    await expect(page.getByText('Profile was successfully updated')).toBeVisible()
    await expect(password).toHaveCount(0)
  })

  await test.step('[PROF-15] [PROF-16] [PROF-17] [ROUTES-01] [ROUTES-02] the start page is chosen and followed', async () => {
    await expectOptions(startPage, ['All projects', 'The project I opened last'])
    await choose(startPage, 'The project I opened last')
    await expect(page.getByText('Homepage was successfully updated')).toBeVisible()
    await page.reload()
    await expect(startPage).toHaveText('The project I opened last')
    await expect(email).toHaveValue('nadia@elsewhere.test')
    await expect(page.getByLabel('Last name')).toHaveValue("O'Krol-Smith (QA)")
    await page.goto('/')
    await expect(page).toHaveURL(new RegExp(`/projects/${PROJECT_KEY}/automation-launches$`))
  })

  await test.step('[PASSW-05] [PASSW-06] the password is changed once both entries match', async () => {
    await profile.open('password')
    await profile.changePassword(OWNER.password, 'fig-tree-61', 'fig-tree-62')
    await expect(page.getByText('Passwords do not match')).toBeVisible()
    await profile.changePassword(OWNER.password, 'fig-tree-61')
    await expect(page.getByText('Password was successfully updated')).toBeVisible()
  })

  await test.step('[TOKN-02] [TOKN-11] [TOKN-17] a token has a last day in the zone of the user, and is shown once', async () => {
    await profile.tabs().nth(1).click()
    const created = page.waitForRequest((one) => one.method() === 'POST' && one.url().includes('access-tokens'))
    await profile.createToken('laptop', '03/01/2099')
    // The zone of the browser is an hour east of Greenwich in winter.
    expect((await created).postDataJSON()).toMatchObject({ name: 'laptop', expiresAt: '2099-03-01T22:59:59.000Z' })
    await expect(page.getByRole('dialog', { name: 'Token laptop' })).toContainText(/Copy it now.*not be shown again/s)
    const value = (await page.getByRole('region', { name: 'Token' }).innerText()).trim()
    expect(value).toMatch(/^assay_[\w-]{40,}$/)
    await page.getByRole('button', { name: 'Done' }).click()
    await expect(profile.token('laptop')).toContainText('March 1, 2099')
    await page.getByRole('link', { name: 'Expired' }).click()
    await expect(page.getByRole('heading', { name: 'No token has expired' }), '[TOKN-15]').toBeVisible()
    await assay.db.updateTable('access_token').set({ expires_at: '2020-01-01' }).where('name', '=', 'laptop').execute()
    await page.reload()
    await expect(profile.token('laptop')).toBeVisible()
    await expect(profile.token('Set-up')).toHaveCount(0)
    expect(await page.content()).not.toContain(value)
  })

  await test.step('[TOKN-15] [TOKN-16] [TOKN-17] tokens are deleted, also the last active one', async () => {
    await page.getByRole('link', { name: 'Active' }).click()
    await page.getByRole('button', { name: 'Delete token Set-up' }).click()
    await expect(page.getByRole('alertdialog', { name: 'Delete token Set-up?' })).toContainText(
      'Agents that use it can no longer report. This cannot be undone.',
    )
    await page.getByRole('button', { name: 'Delete token', exact: true }).click()
    await expect(page.getByText("Token with name 'Set-up' was successfully deleted")).toBeVisible()
    await expect(page.getByRole('heading', { name: 'There are no active tokens yet' })).toBeVisible()
    await signInDirectly(page, { ...OWNER, password: 'fig-tree-61' })
  })
})
