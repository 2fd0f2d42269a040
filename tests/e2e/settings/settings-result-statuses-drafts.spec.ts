import { saveResultStatuses } from '../../../contract/settings/result-statuses.ts'
import { resultStatusesPage } from '../pages/result-statuses.ts'
import { signInPage } from '../pages/sign-in.ts'
import { OWNER, unattended } from '../support/founding.ts'
import { aName, anotherDevice, changing, deafTo, withStored } from '../support/result-statuses.ts'
import { endSessionsDuring, signInDirectly } from '../support/session.ts'
import { expectKept } from '../support/leaving.ts'
import { TEAM } from '../support/people.ts'
import { expect, test } from '../support/test.ts'

test.use({ environment: unattended, people: TEAM })

test.beforeEach(({ page }) => signInDirectly(page))

test('a reload and a crash in the middle of edits lose nothing: coming back offers to continue or to discard', async ({
  page,
  context,
}) => {
  const name = aName('Safe')
  const statuses = await withStored(page, name)
  await statuses.edit(name)
  await statuses.fill('Aliases', 'held')
  // What another tab shows is on the disk.
  const beside = await context.newPage()
  await resultStatusesPage(beside).open()
  await expect(resultStatusesPage(beside).row(name)).toContainText('held')
  await page.reload()
  await expect(statuses.bar).toContainText('From your last visit')
  await statuses.expectHeld(1)
  await expect(statuses.row(name)).toContainText('held')
  await statuses.goOn()
  await statuses.undo().click()
  await statuses.redo().click()
  await statuses.toggle(name)
  await expect(resultStatusesPage(beside).row(name).getByRole('switch')).not.toBeChecked()
  await page.close({ runBeforeUnload: false })
  await beside.close({ runBeforeUnload: false })
  const again = await context.newPage()
  const later = resultStatusesPage(again)
  await later.open()
  await expect(later.bar).toContainText('From your last visit')
  await expect(later.row(name)).toContainText('held')
  await expect(later.row(name).getByRole('switch')).not.toBeChecked()
  await later.discard()
  await expect(later.bar).toBeHidden()
  await expectKept(again)
  await again.reload()
  await expect(later.row(name).getByRole('switch')).toBeChecked()
  await expect(later.bar).toBeHidden()
})

test('a refusal, the end of a session and leaving lose no edit', async ({ page, assay }) => {
  await test.step('a refused save keeps every edit, and says at the field what the server says of it', async () => {
    const name = aName('Refused')
    const statuses = await withStored(page, name)
    const place = (await statuses.names()).indexOf(name)
    await statuses.edit(name)
    await statuses.fill('Aliases', 'mine')
    await page.route('**/result-statuses', (route) =>
      route.request().method() === 'PUT'
        ? route.fulfill({
            status: 400,
            json: {
              code: 'API-4000',
              message: 'Not like this',
              errors: [{ field: `resultStatuses.${place}.aliases`, message: 'Not these' }],
            },
          })
        : route.fallback(),
    )
    await statuses.save()
    await expect(page.getByRole('alert').getByText('Not like this')).toBeVisible()
    await expect(statuses.field('Aliases')).toHaveAccessibleDescription('Not these')
    await expect(statuses.field('Aliases')).toHaveValue('mine')
    await page.unroute('**/result-statuses')
    await statuses.fill('Aliases', 'others')
    await statuses.save()
    await statuses.expectSaved()
  })

  await test.step('a session that is over while edits are held loses none of them', async () => {
    const name = aName('Expired')
    const statuses = await withStored(page, name)
    await statuses.edit(name)
    await statuses.fill('Aliases', 'survives')
    await endSessionsDuring(page, saveResultStatuses, assay)
    await statuses.save()
    await signInPage(page).signIn(OWNER.username, OWNER.password)
    await expect(statuses.row(name)).toContainText('survives')
    await statuses.goOn()
    await statuses.save()
    await statuses.expectSaved()
  })

  await test.step('[RESULTS-08] leaving with held edits asks once: by a link, with Back, and stays, goes or discards', async () => {
    const name = aName('Left')
    const statuses = await withStored(page, name)
    await page.goto('/projects')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    // As a link of the page does: a fresh load would leave the application's own history behind.
    await page.evaluate((address) => history.pushState(null, '', address), statuses.address)
    await statuses.toggle(name)
    await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link').first().click()
    await expect(statuses.dialog).toContainText('Leave with 1 change not saved?')
    await statuses.dialog.getByRole('button', { name: 'Stay' }).click()
    await expect(page).toHaveURL(new RegExp(`${statuses.address}$`))
    await page.evaluate(() => history.back())
    await expect(statuses.dialog).toBeVisible()
    await expect(page).toHaveURL(new RegExp(`${statuses.address}$`))
    await statuses.dialog.getByRole('button', { name: 'Leave', exact: true }).click()
    await expect(page).toHaveURL(/\/projects$/)
    await statuses.open()
    await statuses.expectHeld(1)
    await statuses.goOn()
    await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link').first().click()
    await statuses.dialog.getByRole('button', { name: 'Discard and leave' }).click()
    await expect(page).not.toHaveURL(new RegExp(statuses.address))
    await statuses.open()
    await expect(statuses.bar).toBeHidden()
  })
})

test('two tabs and two people edit one list', async ({ page, context, assay }) => {
  await test.step('two tabs of one person edit one draft: each shows the other at once, and a save settles both', async () => {
    const name = aName('Shared')
    const statuses = await withStored(page, name)
    const second = await context.newPage()
    const other = resultStatusesPage(second)
    await other.open()
    await statuses.toggle(name)
    await expect(other.row(name).getByRole('switch')).not.toBeChecked()
    await other.edit(name)
    await other.fill('Aliases', 'from the other tab')
    await expect(statuses.row(name)).toContainText('from the other tab')
    await other.undo().click()
    await expect(statuses.row(name)).not.toContainText('from the other tab')
    await other.redo().click()
    await expect(statuses.row(name)).toContainText('from the other tab')
    await other.closeEditor()
    await statuses.save()
    await statuses.expectSaved()
    await expect(other.bar).toBeHidden()
    await expect(other.row(name).getByRole('switch')).not.toBeChecked()
    await second.close()
  })

  await test.step('two people save the same list: what does not collide is merged without a word lost', async () => {
    const [mine, theirs] = [aName('Mine'), aName('Theirs')]
    const statuses = await withStored(page, mine, theirs)
    const mara = await anotherDevice(assay, 'mara')
    await statuses.edit(mine)
    await statuses.fill('Aliases', 'by-me')
    const hearAgain = await deafTo(page, () =>
      mara.save((all) => changing(mine, { colorHex: '#0F9B95' })(changing(theirs, { aliases: 'by-mara' })(all))),
    )
    await statuses.save()
    await statuses.expectSaved()
    await hearAgain()
    const stored = await mara.statuses()
    expect(stored.find(({ name }) => name === mine)).toMatchObject({ aliases: 'by-me', colorHex: '#0F9B95' })
    expect(stored.find(({ name }) => name === theirs)).toMatchObject({ aliases: 'by-mara' })
    await expect(statuses.row(theirs)).toContainText('by-mara')
    await mara.end()
  })

  await test.step('two people save the same entry: both sides are shown, and either can be chosen', async () => {
    const [first, second, third] = [aName('First'), aName('Second'), aName('Third')]
    const statuses = await withStored(page, first, second, third)
    const mara = await anotherDevice(assay, 'mara')
    for (const name of [first, second]) {
      await statuses.edit(name)
      await statuses.fill('Colour', '#D93A34')
      await statuses.closeEditor()
    }
    await statuses.delete(third)
    const hearAgain = await deafTo(page, () =>
      mara.save((all) =>
        [first, second, third].reduce((list, name) => changing(name, { colorHex: '#0F9B95' })(list), all),
      ),
    )
    await statuses.save()
    await hearAgain()
    await expect(page.getByText('3 problems to fix before saving')).toBeVisible()
    await expect(statuses.row(first)).toContainText('Changed here and by mara')
    await expect(statuses.row(first)).toContainText('#D93A34')
    await expect(statuses.row(first)).toContainText('#0F9B95')
    await expect(statuses.row(third)).toContainText('Deleted here, and changed by mara')
    await expect(statuses.saveButton).toHaveAttribute('aria-disabled', 'true')
    await page.getByRole('button', { name: `a conflict on ${second}` }).click()
    await expect(statuses.row(second).getByRole('radio').first()).toBeFocused()
    await statuses.settle(second, 'theirs', 'Use theirs')
    await statuses.settle(first, 'Yours', 'Use yours')
    await statuses.settle(third, 'theirs', 'Use theirs')
    await expect(page.getByText('to fix before saving')).toBeHidden()
    await statuses.undo().click()
    await expect(statuses.row(third)).toContainText('Conflict')
    await statuses.settle(third, 'Yours', 'Use yours')
    await statuses.save()
    await statuses.expectSaved()
    const stored = await mara.statuses()
    const colorOf = (name: string) => stored.find((one) => one.name === name)?.colorHex
    expect([first, second, third].map(colorOf)).toEqual(['#D93A34', '#0F9B95', undefined])
    await mara.end()
  })

  await test.step('a status deleted there and changed here is reported immediately: it can be dropped, or kept as a new one', async () => {
    const [kept, gone] = [aName('Kept'), aName('Gone')]
    const statuses = await withStored(page, kept, gone)
    const mara = await anotherDevice(assay, 'mara')
    for (const name of [kept, gone]) {
      await statuses.edit(name)
      await statuses.fill('Aliases', `alias of ${name}`)
      await statuses.closeEditor()
    }
    await mara.save((all) => all.filter(({ name }) => name !== kept && name !== gone))
    await expect(statuses.row(kept)).toContainText('Changed here, and deleted by mara')
    await statuses.settle(kept, 'Yours', 'Use yours')
    await statuses.settle(gone, 'theirs', 'Use theirs')
    await expect(statuses.row(gone)).toHaveCount(0)
    await statuses.save()
    await statuses.expectSaved()
    const stored = await mara.statuses()
    expect(stored.find(({ name }) => name === kept)?.aliases).toBe(`alias of ${kept}`)
    expect(stored.some(({ name }) => name === gone)).toBe(false)
    await mara.end()
  })
})
