import type { Page } from '@playwright/test'
import { TEXTS } from '../../../contract/texts.ts'
import { updateProject } from '../../../contract/settings/general.ts'
import { generalPage } from '../pages/general.ts'
import { MEMBERS_PASSWORD } from '../support/people.ts'
import { endSessionsDuring, signInDirectly } from '../support/session.ts'
import { unattended } from '../support/founding.ts'
import { expect, test } from '../support/test.ts'

test.use({
  environment: unattended,
  people: {
    members: [
      { username: 'mara', role: 'MANAGER', name: 'Mara Koch' },
      { username: 'emil', role: 'ENGINEER', name: 'Emil Svensson' },
      { username: 'greta', role: 'GUEST' },
      { username: 'rolf', role: 'ADMINISTRATOR', readOnly: true },
      { username: 'ivo', role: null, name: 'Ivo Brandt' },
      { username: 'ilse', role: null, permissions: ['projects:update'] },
    ],
  },
})
test.describe.configure({ mode: 'serial' })

const credentials = (username: string) => ({ username, password: MEMBERS_PASSWORD })

/** A picture of two halves, red at the left and blue at the right, made by the browser. */
const aPicture = async (page: Page): Promise<Buffer> => {
  const url = await page.evaluate(() => {
    const canvas = document.createElement('canvas')
    canvas.width = 400
    canvas.height = 100
    const context = canvas.getContext('2d')
    if (context) {
      context.fillStyle = '#ff0000'
      context.fillRect(0, 0, 200, 100)
      context.fillStyle = '#0000ff'
      context.fillRect(200, 0, 200, 100)
    }
    return canvas.toDataURL('image/png')
  })
  return Buffer.from(url.slice(url.indexOf(',') + 1), 'base64')
}
/** The colours at the left end, in the middle and at the right end of the logo that is shown, and how it is sized. */
const lookAt = (page: Page) =>
  generalPage(page)
    .logo()
    .evaluate(async (image: HTMLImageElement) => {
      // Rejects while another picture takes its place: look again.
      const isThere = await image.decode().then(
        () => true,
        () => false,
      )
      if (!isThere) return null
      const canvas = document.createElement('canvas')
      canvas.width = image.naturalWidth
      canvas.height = image.naturalHeight
      const context = canvas.getContext('2d')
      context?.drawImage(image, 0, 0)
      const at = (x: number, y: number) => [...(context?.getImageData(x, y, 1, 1).data ?? [])].join(' ')
      return { size: [canvas.width, canvas.height], left: at(8, 128), right: at(248, 128), above: at(128, 4) }
    })

test('name and lead are changed', async ({ page, browser, assay }) => {
  await test.step('[GENERAL-01] [GENERAL-02] [GENERAL-04] a manager changes name and lead; the key stays; everything that shows them follows', async () => {
    await signInDirectly(page, credentials('mara'))
    const general = generalPage(page)
    await general.open()
    await expect(page.getByLabel('Key', { exact: true })).not.toBeEditable()
    await general.name().fill('Web shop')
    await general.lead().fill('emi')
    await general.option('Emil Svensson').click()
    await expect(general.project.getByText('Emil Svensson')).toBeVisible()
    await general.save()
    await expect(page.getByText(TEXTS.projectUpdated)).toBeVisible()
    await expect(page.getByRole('button', { name: /^Web shop .*switch project$/ })).toBeVisible()
    await page.reload()
    await expect(general.name()).toHaveValue('Web shop')
    await expect(general.project.getByText('Emil Svensson')).toBeVisible()
  })

  await test.step('the lead is picked from members by keyboard, and nobody is a choice', async () => {
    await signInDirectly(page)
    const general = generalPage(page)
    await general.open()
    await general.lead().fill('ivo')
    await expect(page.getByText(TEXTS.noUsers)).toBeVisible()
    await general.lead().fill('mara')
    await expect(page.getByRole('option')).toHaveText([/Mara Koch/])
    await general.lead().press('Enter')
    await expect(general.project.getByText('Mara Koch')).toBeVisible()
    await expect(general.project.getByText('Emil Svensson')).toBeHidden()
    await general.lead().press('Backspace')
    await expect(general.project.getByText('Mara Koch')).toBeHidden()
    await general.discard().click()
    await expect(general.project.getByText('Emil Svensson')).toBeVisible()
  })

  await test.step('[GENERAL-04] [ERRORS-05] a wrong name is said at the field; what was typed survives a refused save, a reload and an expired session', async () => {
    await signInDirectly(page)
    const general = generalPage(page)
    await general.open()
    await general.name().fill('   ')
    await general.name().press('Enter')
    await expect(page.getByText(TEXTS.required)).toBeVisible()
    await expect(general.name()).toBeFocused()

    await general.name().fill('Half an idea')
    await page.route('**/api/projects/SHOP', (route) =>
      route.request().method() === 'PATCH'
        ? route.fulfill({ status: 500, json: { code: 'API-5000', message: 'The disk is full' } })
        : route.fallback(),
    )
    await general.save()
    await expect(general.project.getByRole('alert')).toHaveText('The disk is full')
    await expect(general.name()).toHaveValue('Half an idea')
    await page.unrouteAll()
    await page.reload()
    await expect(general.name()).toHaveValue('Half an idea')

    await endSessionsDuring(page, updateProject, assay)
    await general.save()
    await expect(page).toHaveURL(/\/signin\?to=/)
    await signInDirectly(page)
    await general.open()
    await expect(general.name()).toHaveValue('Half an idea')
    await general.discard().click()
    await expect(general.name()).toHaveValue('Web shop')
  })

  await test.step('somebody else’s save is seen at once, and a save of the lead leaves their name alone', async () => {
    const { authToken } = await signInDirectly(page)
    const general = generalPage(page)
    await general.open()
    await expect(general.name()).toHaveValue('Web shop')
    const headers = { authorization: `Bearer ${authToken}` }
    const rename = async (name: string) => {
      const answer = await page.request.patch(updateProject.path.replace(':projectKey', 'SHOP'), {
        headers,
        data: { name },
      })
      expect(answer.ok()).toBe(true)
    }
    const other = await browser.newContext()
    const reader = await other.newPage()
    await signInDirectly(reader, credentials('greta'))
    await generalPage(reader).open()
    await expect(generalPage(reader).project.getByText('Web shop')).toBeVisible()
    let last = ''
    await expect
      .poll(async () => {
        last = `Shop ${Date.now()}`
        await rename(last)
        return generalPage(reader).project.innerText()
      })
      .toContain('Shop 1')
    // A form that nobody has typed into begins anew with what others saved.
    await expect(general.name()).toHaveValue(last)
    await general.lead().fill('mara')
    await general.option('Mara Koch').click()
    await rename('Renamed meanwhile')
    await general.save()
    await expect(page.getByText(TEXTS.projectUpdated)).toBeVisible()
    await expect(generalPage(reader).project.getByText('Renamed meanwhile')).toBeVisible()
    await expect(generalPage(reader).project.getByText('Mara Koch')).toBeVisible()
    await rename('Web shop')
    await other.close()
  })
})

test('the logo is changed', async ({ page }) => {
  await test.step('a logo is cropped or fitted to a square, changed and removed', async () => {
    await signInDirectly(page, credentials('mara'))
    const general = generalPage(page)
    await general.open()
    const picture = { name: 'logo.png', mimeType: 'image/png', buffer: await aPicture(page) }
    await general.choose(picture)
    await expect(general.cropping).toBeVisible()
    // To the left end of the picture: all of what is shown is red then.
    await page.getByRole('application').focus()
    for (let i = 0; i < 60; i += 1) await page.keyboard.press('ArrowLeft')
    await general.useAsLogo()
    await expect(page.getByText(TEXTS.logoUpdated)).toBeVisible()
    const red = '255 0 0 255'
    const blue = '0 0 255 255'
    await expect.poll(() => lookAt(page)).toEqual({ size: [256, 256], left: red, right: red, above: red })

    await general.choose(picture)
    await general.cropping.getByText('Fit').click()
    await general.useAsLogo()
    await expect.poll(async () => (await lookAt(page))?.right).toBe(blue)
    expect(await lookAt(page)).toEqual({ size: [256, 256], left: red, right: blue, above: '0 0 0 0' })
    await expect(page.getByRole('button', { name: /^Web shop .*switch project$/ }).locator('img')).toBeVisible()

    await page.getByRole('button', { name: 'Remove logo' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove logo' }).click()
    await expect(page.getByText(TEXTS.logoDeleted)).toBeVisible()
    await expect(general.logo()).toBeHidden()
  })

  await test.step('the logo follows the mouse', async () => {
    await signInDirectly(page)
    const general = generalPage(page)
    await general.open()
    await general.choose({ name: 'logo.png', mimeType: 'image/png', buffer: await aPicture(page) })
    const box = await page.getByRole('application').boundingBox()
    if (box === null) throw new Error('there is no stage')
    await page.mouse.move(box.x + 20, box.y + 100)
    await page.mouse.down()
    await page.mouse.move(box.x + 900, box.y + 100, { steps: 4 })
    await page.mouse.up()
    await general.useAsLogo()
    await expect.poll(async () => (await lookAt(page))?.right).toBe('255 0 0 255')
  })

  await test.step('what is no picture by its content is refused whatever it is called', async () => {
    const general = generalPage(page)
    await general.open()
    await general.choose({ name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from('<svg onload="alert(1)">') })
    await expect(page.getByText(TEXTS.logoType)).toBeVisible()
    await expect(general.cropping).toBeHidden()
  })
})

test('what others see, and what a narrow screen shows', async ({ page }) => {
  await test.step('[GENERAL-01] [GENERAL-03] [GENERAL-12] engineers, guests and read-only people read logo, name, key and lead, and can change none', async () => {
    for (const username of ['emil', 'greta', 'rolf']) {
      await signInDirectly(page, credentials(username))
      const general = generalPage(page)
      await general.open()
      await expect(general.project).toContainText('Web shop')
      await expect(general.project).toContainText('SHOP')
      await expect(general.project.getByRole('img', { name: 'Mara Koch' })).toBeVisible()
      await expect(general.logo()).toBeVisible()
      await expect(general.project.getByRole('textbox')).toHaveCount(0)
      await expect(general.project.getByRole('button')).toHaveCount(0)
      await expect(page.getByRole('link', { name: 'Members' })).toHaveCount(0)
    }
  })

  await test.step('on a narrow screen the open page of the settings is in sight, and the strip stays where it is pushed', async () => {
    await signInDirectly(page)
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('/projects/SHOP/settings/change-log')
    const strip = page.getByRole('navigation', { name: 'Project settings' })
    await expect(strip.getByRole('link', { name: 'Change log' })).toBeInViewport({ ratio: 1 })
    await strip.evaluate((element) => (element.scrollLeft = 0))
    await strip.getByRole('link', { name: 'Test case fields' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Test case fields')
    await expect(strip.getByRole('link', { name: 'Test case fields' })).toBeInViewport({ ratio: 1 })
    expect(await strip.evaluate((element) => element.scrollLeft)).toBe(0)
  })
})

test('the way to the members', async ({ page }) => {
  await test.step('[MEMBERS-02] who holds projects:update opens the members of a project that they do not belong to, and no launches', async () => {
    await signInDirectly(page, credentials('ilse'))
    await page.goto('/projects/SHOP/members')
    await expect(page.getByRole('row', { name: /Emil Svensson/ })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Add members' })).toBeVisible()
    const rail = page.getByRole('navigation', { name: 'Main' })
    await expect(rail.getByRole('link', { name: 'Settings' })).toBeVisible()
    await expect(rail.getByRole('link', { name: 'Launches' })).toHaveCount(0)
    await page.goto('/projects/SHOP/automation-launches')
    await expect(page.getByRole('heading', { name: 'There is no page at this address' })).toBeVisible()
  })

  await test.step('[GENERAL-05] [GENERAL-11] cards lead to the other settings', async () => {
    await signInDirectly(page)
    const general = generalPage(page)
    await general.open()
    await expect.poll(() => general.cards('Access management')).toEqual(['Members', 'Change log'])
    await page.getByRole('region', { name: 'Access management' }).getByRole('link', { name: 'Members' }).click()
    await expect(page).toHaveURL(/\/projects\/SHOP\/members$/)
  })
})
