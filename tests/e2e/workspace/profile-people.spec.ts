import type { Page } from '@playwright/test'
import { TEXTS } from '../../../contract/texts.ts'
import { profilePage } from '../pages/profile.ts'
import { MEMBERS_PASSWORD, TEAM } from '../support/people.ts'
import { signInDirectly } from '../support/session.ts'
import { PROJECT_KEY, unattended } from '../support/founding.ts'
import { expect, test } from '../support/test.ts'

test.use({ environment: unattended, people: TEAM })
test.describe.configure({ mode: 'serial' })

/** A picture that is red all over, made by the browser. */
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

test('photos', async ({ page }) => {
  await test.step('[PROF-02] [PROF-20] a photo is cropped, shown wherever the person is, and removed', async () => {
    await signInDirectly(page)
    const { open, photo, menuPhoto } = profilePage(page)
    await open()
    await expect(menuPhoto()).toBeHidden()
    await photo.choose(await aPicture(page))
    await photo.use()
    await expect(page.getByText(TEXTS.photoUpdated)).toBeVisible()
    await expect(photo.shown()).toBeVisible()
    await expect(menuPhoto()).toBeVisible()
    // It is really there: the browser could read it, as large as photos are kept.
    await expect.poll(() => photo.shown().evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(256)

    await page.goto(`/projects/${PROJECT_KEY}/members`)
    await expect(page.getByRole('row', { name: /nadia/ }).locator('img[src^="/api/files/photos/"]')).toBeVisible()

    await open()
    await photo.remove()
    await expect(page.getByText(TEXTS.photoDeleted)).toBeVisible()
    await expect(photo.shown()).toBeHidden()
    await expect(menuPhoto()).toBeHidden()
  })

  await test.step('[PROF-20] what is no picture by its content is refused whatever it is called', async () => {
    const { open, photo } = profilePage(page)
    await open()
    await photo.choose({ name: 'me.png', mimeType: 'image/png', buffer: Buffer.from('<svg onload="alert(1)">') })
    await expect(page.getByText(TEXTS.photoType)).toBeVisible()
    await expect(photo.cropping).toBeHidden()
  })

  await test.step('[PROF-03] a read-only person uploads no photo', async () => {
    await signInDirectly(page, { username: 'rolf', password: MEMBERS_PASSWORD })
    await profilePage(page).open()
    await expect(page.getByRole('heading', { name: 'rolf' })).toBeVisible()
    await expect(page.getByRole('button', { name: /photo/i })).toHaveCount(0)
    await expect(page.locator('input[type=file]')).toHaveCount(0)
  })
})

test('[TOKN-01] [PASSW-08] [ROLE-07] a read-only person makes no tokens, and who signs in elsewhere has no password here', async ({
  page,
  context,
}) => {
  const parts = { rolf: ['Profile', 'Password', 'Security'], sam: ['Profile', 'API Access', 'Security'] }
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
