import type { Page } from '@playwright/test'
import { LIMITS } from '../../../contract/limits.ts'
import { updateProject } from '../../../contract/settings/general.ts'
import { TEXTS } from '../../../contract/texts.ts'
import { changeLogPage } from '../pages/change-log.ts'
import { generalPage } from '../pages/general.ts'
import { membersPage } from '../pages/members.ts'
import { callsAs } from '../support/calls.ts'
import { unattended } from '../support/founding.ts'
import { MEMBERS_PASSWORD } from '../support/people.ts'
import { signInDirectly } from '../support/session.ts'
import { expect, test } from '../support/test.ts'

test.use({
  environment: unattended,
  people: {
    members: [
      { username: 'adam', role: 'ADMINISTRATOR', name: 'Adam Reed' },
      { username: 'mara', role: 'MANAGER', name: 'Mara Koch' },
      { username: 'emil', role: 'ENGINEER', name: 'Emil Svensson' },
      { username: 'greta', role: 'GUEST', name: 'Greta Lind' },
      { username: 'rolf', role: 'GUEST', readOnly: true, name: 'Rolf Adler' },
      { username: 'ines', role: null, readOnly: true, name: 'Ines Duarte' },
      { username: 'ira', role: null, name: 'Ira Cole' },
    ],
  },
})

const as = (username: string) => ({ username, password: MEMBERS_PASSWORD })
const [GREEN, RED, BLUE] = ['0 255 0 255', '255 0 0 255', '0 0 255 255']

/** A red picture, wider than high, with a green strip at the left end and a blue one at the right. */
const aPicture = async (page: Page) => {
  const url = await page.evaluate(() => {
    const canvas = document.createElement('canvas')
    canvas.width = 240
    canvas.height = 200
    const context = canvas.getContext('2d')
    const strips = [
      ['#00ff00', 0],
      ['#ff0000', 20],
      ['#0000ff', 220],
    ] as const
    for (const [color, left] of strips) {
      if (context === null) continue
      context.fillStyle = color
      context.fillRect(left, 0, 240, 200)
    }
    return canvas.toDataURL('image/png')
  })
  return { name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from(url.slice(url.indexOf(',') + 1), 'base64') }
}

/** The colors at the left end, at the right end and above the middle of the displayed logo, and its width. */
const lookAt = (page: Page) =>
  generalPage(page)
    .logo()
    .evaluate(async (image: HTMLImageElement) => {
      // Rejects while another picture replaces it: the caller polls.
      const isLoaded = await image.decode().then(
        () => true,
        () => false,
      )
      if (!isLoaded) return null
      const canvas = document.createElement('canvas')
      canvas.width = image.naturalWidth
      canvas.height = image.naturalHeight
      const context = canvas.getContext('2d')
      context?.drawImage(image, 0, 0)
      const at = (x: number, y: number) => [...(context?.getImageData(x, y, 1, 1).data ?? [])].join(' ')
      return { width: canvas.width, left: at(4, 128), right: at(251, 128), above: at(128, 4) }
    })

test('a manager changes a project and its members, a guest sees it without a reload, and the log lists it', async ({
  page,
  browser,
  assay,
}) => {
  const general = generalPage(page)
  const members = membersPage(page)
  const log = changeLogPage(page)
  const call = await callsAs(assay, 'adam')
  await signInDirectly(page, as('mara'))

  await test.step('the change log is empty at first, and lists changes as they happen', async () => {
    await log.open()
    await expect(page.getByRole('heading', { name: 'No changes yet' })).toBeVisible()
    for (let i = 1; i <= LIMITS.changesAtOnce; i += 1) await call(updateProject, {}, { name: `Shop ${i}` })
    await expect(log.entries()).toHaveCount(LIMITS.changesAtOnce)
  })

  const theirs = await (await browser.newContext()).newPage()
  await signInDirectly(theirs, as('greta'))
  const project = generalPage(theirs).project

  await test.step('[GENERAL-01] [GENERAL-03] [GENERAL-12] a guest reads name, key and lead, and changes none', async () => {
    await generalPage(theirs).open()
    await expect(project).toContainText(`NameShop ${LIMITS.changesAtOnce}KeySHOPLeadnadia`)
    await expect(project.getByRole('textbox').or(project.getByRole('button'))).toHaveCount(0)
    await expect(theirs.getByRole('link', { name: 'Members' })).toHaveCount(0)
  })

  await test.step('[GENERAL-02] [GENERAL-04] [ERRORS-05] a manager changes name and lead, and cannot change the key', async () => {
    await log.entries().first().getByRole('link', { name: 'General' }).click()
    await expect(page.getByLabel('Key', { exact: true })).not.toBeEditable()
    await general.name().fill('   ')
    await general.name().press('Enter')
    await expect(page.getByText(TEXTS.required)).toBeVisible()
    await expect(general.name()).toBeFocused()
    await general.name().fill('Web shop')
    await general.lead().fill('emi')
    await expect(page.getByRole('option')).toHaveText([/Emil Svensson/])
    await general.lead().press('Enter')
    await general.save()
    await expect(page.getByText(TEXTS.projectUpdated)).toBeVisible()
    await expect(page.getByRole('button', { name: /^Web shop .*switch project$/ })).toBeVisible()
    await expect(project).toContainText(/Web shop.*SHOP.*Emil Svensson/s)
    await page.reload()
    await expect(general.name()).toHaveValue('Web shop')
    await general.lead().press('Backspace')
    await general.discard().click()
    await expect(general.project.getByText('Emil Svensson')).toBeVisible()
  })

  await test.step('a form without edits shows what another user has saved', async () => {
    await call(updateProject, {}, { name: 'Web shop 2' })
    await expect(general.name()).toHaveValue('Web shop 2')
  })

  await test.step('a logo is moved by keyboard and by mouse, fitted and removed', async () => {
    const picture = await aPicture(page)
    await general.choose(picture)
    await page.getByRole('application').focus()
    for (let i = 0; i < 3; i += 1) await page.keyboard.press('ArrowLeft')
    await general.useAsLogo()
    await expect(page.getByText(TEXTS.logoUpdated)).toBeVisible()
    await expect.poll(() => lookAt(page)).toEqual({ width: 256, left: GREEN, right: RED, above: RED })
    await expect(generalPage(theirs).logo()).toBeVisible()

    await general.choose(picture)
    const box = await page.getByRole('application').boundingBox()
    if (box === null) throw new Error('there is no stage')
    await page.mouse.move(box.x + 200, box.y + 100)
    await page.mouse.down()
    await page.mouse.move(box.x + 20, box.y + 100, { steps: 4 })
    await page.mouse.up()
    await general.useAsLogo()
    await expect.poll(() => lookAt(page)).toMatchObject({ left: RED, right: BLUE })

    await general.choose(picture)
    await general.cropping.getByText('Fit').click()
    await general.useAsLogo()
    await expect.poll(() => lookAt(page)).toEqual({ width: 256, left: GREEN, right: BLUE, above: '0 0 0 0' })
    await page.getByRole('button', { name: 'Remove logo' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove logo' }).click()
    await expect(page.getByText(TEXTS.logoDeleted)).toBeVisible()
    await general.choose({ ...picture, buffer: Buffer.from('<svg onload="alert(1)">') })
    await expect(page.getByText(TEXTS.logoType)).toBeVisible()
  })

  await test.step('[GENERAL-05] [GENERAL-11] [MEMBERS-01] [MEMBERS-03] [MEMBERS-06] a card leads to the members, who are sorted and searched', async () => {
    await page.getByRole('region', { name: 'Access management' }).getByRole('link', { name: 'Members' }).click()
    await expect(page).toHaveTitle(/^Members/)
    await expect(members.row('Rolf Adler')).toContainText(/Read-only.*rolf.*Guest/s)
    await expect(members.row('Rolf Adler').locator('time')).toBeVisible()
    await members.table.getByRole('columnheader').getByRole('button', { name: 'Username' }).click()
    await expect(page).toHaveURL(/sort=username/)
    await expect.poll(async () => (await members.usernames()).slice(0, 2)).toEqual(['adam', 'emil'])
    await members.search('nobody at all')
    await expect(page.getByRole('heading', { name: 'No users found' }), '[ERRORS-07]').toBeVisible()
    await page.getByRole('main').getByText('Clear search').click()
  })

  await test.step('[MEMBERS-07] [MEMBERS-08] [MEMBERS-09] [MEMBERS-11] [MEMBERS-16] members are added with a role', async () => {
    await members.add()
    await members.submit()
    await expect(members.dialog.getByText('This field is required')).toHaveCount(2)
    await members.pick('Ines Duarte')
    await members.pick('Ira Cole')
    await page.keyboard.press('Escape')
    await members.chooseRole('Engineer')
    await expect(members.dialog.getByText(TEXTS.readOnlyLeftOut(1, 2))).toBeVisible()
    await members.submit()
    await expect(page.getByText(TEXTS.membersAdded(1)), '[ERRORS-06]').toBeVisible()
    await expect(page.getByRole('button', { name: 'Add members' })).toBeFocused()
    await members.search('i')
    await expect.poll(members.usernames).toContain('ira')
    expect(await members.usernames()).not.toContain('ines')
  })

  await test.step('[MEMBERS-13] [ERRORS-01] a rejected change of a role is reverted, an accepted one reaches the open page of the member', async () => {
    await page.route('**/members/*', (route) =>
      route.fulfill({ status: 409, json: { code: 'API-4090', message: 'Not this one' } }),
    )
    await members.giveRole('Greta Lind', 'Manager')
    await expect(page.getByText('Not this one')).toBeVisible()
    await expect(members.role('Greta Lind')).toHaveText('Guest')
    await page.unrouteAll()
    await members.giveRole('Greta Lind', 'Manager')
    await expect(page.getByText('Project member was successfully updated'), '[ERRORS-06]').toBeVisible()
    await expect(theirs.getByRole('link', { name: 'Members' }).first()).toBeVisible()
  })

  await test.step('[MEMBERS-14] [MEMBERS-16] [ERRORS-06] a removed member loses the project immediately', async () => {
    await members.askToRemove('Greta Lind')
    await expect(members.question()).toContainText('Remove Greta Lind from')
    await members.question().getByRole('button', { name: 'Remove member' }).click()
    await expect(page.getByText('Project member was successfully deleted')).toBeVisible()
    const ended = 'This project was deleted, or you are no longer a member of it'
    await expect(theirs.getByRole('heading', { name: ended })).toBeVisible()
    await theirs.context().close()
  })

  await test.step('the change log lists who changed what, filtered by the address, and older changes on request', async () => {
    await page.getByRole('link', { name: 'Change log' }).click()
    await expect(log.entries()).toHaveCount(LIMITS.changesAtOnce)
    await expect(log.entries().nth(1)).toContainText(/Mara Koch.*Changed Greta Lind.*Guest\s*became\s*Manager/s)
    await log.older().click()
    await expect(log.older()).toBeHidden()
    await expect(log.entries().last()).toContainText(/SHOP\s*became\s*Shop 1/)
    await log.byUser('Mara Koch')
    await log.byArea('Members')
    await page.reload()
    await expect(log.entries()).toHaveCount(3)
    await log.byArea('Milestones')
    await expect(page.getByRole('heading', { name: 'No change matches' })).toBeVisible()
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await expect(log.entries()).toHaveCount(LIMITS.changesAtOnce)
  })

  await test.step('a long page scrolls inside the shell; on a phone the strip of pages shows the open one and stays where it is pushed', async () => {
    await page.keyboard.press('End')
    await page.getByRole('navigation', { name: 'Main' }).hover({ position: { x: 20, y: 20 } })
    await page.mouse.wheel(0, 2000)
    await log.entries().last().scrollIntoViewIfNeeded()
    expect(await page.evaluate(() => document.scrollingElement?.scrollTop)).toBe(0)
    await page.setViewportSize({ width: 390, height: 844 })
    await page.reload()
    const strip = page.getByRole('navigation', { name: 'Project settings' })
    await expect(strip.getByRole('link', { name: 'Change log' })).toBeInViewport({ ratio: 1 })
    await strip.evaluate((element) => (element.scrollLeft = 0))
    await strip.getByRole('link', { name: 'Test case fields' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Test case fields')
    await expect(strip.getByRole('link', { name: 'Test case fields' })).toBeInViewport({ ratio: 1 })
    expect(await strip.evaluate((element) => element.scrollLeft)).toBe(0)
  })
})
