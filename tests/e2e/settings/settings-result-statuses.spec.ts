import { saveResultStatuses } from '../../../contract/settings/result-statuses.ts'
import { TEXTS } from '../../../contract/texts.ts'
import { resultStatusesPage } from '../pages/result-statuses.ts'
import { signInPage } from '../pages/sign-in.ts'
import { drop } from '../support/dropping.ts'
import { OWNER, unattended } from '../support/founding.ts'
import { TEAM } from '../support/people.ts'
import { anotherDevice, changing, withoutReads } from '../support/result-statuses.ts'
import { endSessionsDuring, signInDirectly } from '../support/session.ts'
import { expect, test } from '../support/test.ts'

test.use({ environment: unattended, people: TEAM })

test.beforeEach(({ page }) => signInDirectly(page))

test('edits are unsaved until Save, and undone, redone and discarded before', async ({ page }) => {
  const statuses = resultStatusesPage(page)

  await test.step('Retry loads a list that did not load', async () => {
    await page.route('**/result-statuses', (route) => route.abort('connectionfailed'))
    await page.goto(statuses.address)
    await expect(page.getByRole('heading', { name: 'Result statuses did not load' })).toBeVisible()
    await page.unroute('**/result-statuses')
    await page.getByRole('button', { name: 'Retry' }).click()
  })

  await test.step('[RESULTS-11] [RESULTS-12] Untested is neither deleted nor switched off', async () => {
    await expect(statuses.row('Untested').getByRole('switch')).toBeDisabled()
    await expect(page.getByRole('button', { name: 'Delete Untested' })).toHaveCount(0)
  })

  await test.step('undo and redo by key and by button take back typed text as one step', async () => {
    await statuses.edit('Retest')
    await statuses.field('Aliases').press('End')
    await statuses.field('Aliases').pressSequentially(',al')
    await expect(statuses.undo()).toHaveAccessibleName('Undo: edit Retest')
    await page.keyboard.press('Control+z')
    await expect(statuses.field('Aliases')).toHaveValue('retest,again')
    await statuses.redo().click()
    await expect(statuses.field('Aliases')).toHaveValue('retest,again,al')
  })

  await test.step('[RESULTS-27] blank aliases are removed when the field is left', async () => {
    await statuses.fill('Aliases', ' , again,, once more ,')
    await statuses.field('Aliases').blur()
    await expect(statuses.field('Aliases')).toHaveValue('again,once more')
  })

  await test.step('[RESULTS-14] [RESULTS-15] success and failure exclude each other, and both count as completed', async () => {
    const counts = page.getByRole('radiogroup', { name: 'Counts as' })
    await counts.getByText('Success').click()
    await expect(page.getByRole('checkbox', { name: 'Completed' })).toBeChecked()
    await counts.getByText('Failure').click()
    await expect(counts.getByRole('radio', { name: 'Success' })).not.toBeChecked()
  })

  await test.step('[RESULTS-17] a wrong name blocks Save, and the list of problems leads to it', async () => {
    await statuses.fill('Name', 'ab')
    await expect(statuses.field('Name')).toHaveAccessibleDescription(TEXTS.nameShort)
    await expect(statuses.saveButton).toHaveAttribute('aria-disabled', 'true')
    await statuses.closeEditor()
    await expect(statuses.row('ab')).toContainText(TEXTS.nameShort)
    await page.getByRole('button', { name: 'the name of ab' }).click()
    await expect(statuses.field('Name')).toBeFocused()
    await statuses.closeEditor()
    await expect(page.getByRole('button', { name: 'Edit ab' })).toBeFocused()
    await statuses.edit('ab')
    await statuses.fill('Name', 'Retest')
  })

  await test.step('a rejected save keeps the edits and shows the message of the server at its field', async () => {
    const index = (await statuses.names()).indexOf('Retest')
    const errors = [{ field: `resultStatuses.${index}.aliases`, message: 'Not these' }]
    const reject = { status: 400, json: { code: 'API-4000', message: 'Not like this', errors } }
    await page.route('**/result-statuses', (route) =>
      route.request().method() === 'PUT' ? route.fulfill(reject) : route.fallback(),
    )
    await statuses.save()
    await expect(page.getByRole('alert').getByText('Not like this')).toBeVisible()
    await expect(statuses.field('Aliases')).toHaveAccessibleDescription('Not these')
    await page.unroute('**/result-statuses')
    await statuses.fill('Aliases', 'again')
    await statuses.closeEditor()
  })

  await test.step('[RESULTS-07] Discard restores the saved list, and can be undone', async () => {
    await statuses.delete('Skipped')
    await statuses.discard()
    await expect(statuses.row('Skipped')).not.toContainText('Deleted')
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await expect(statuses.row('Skipped')).toContainText('Deleted')
  })

  await test.step('[RESULTS-03] [RESULTS-06] [RESULTS-30] Save stores the whole list', async () => {
    await statuses.toggle('Retest')
    await statuses.add()
    await statuses.fill('Name', 'Flaky')
    await statuses.fill('Aliases', 'one, two')
    await statuses.closeEditor()
    await expect(statuses.saveButton).toHaveText('Save 3 changes')
    await statuses.save()
    await statuses.expectSaved()
    await page.reload()
    await expect(statuses.row('Retest')).toContainText('Failure')
    await expect(statuses.row('Retest').getByRole('switch')).not.toBeChecked()
    await expect(statuses.row('Flaky')).toContainText('one, two')
    await expect(statuses.row('Skipped')).toHaveCount(0)
  })
})

test('statuses are moved by mouse, finger and keyboard, and Untested stays first', async ({ page, context }) => {
  const statuses = resultStatusesPage(page)
  await statuses.open()
  const expectOrder = (...names: string[]) =>
    expect.poll(async () => (await statuses.names()).slice(0, 4)).toEqual(['Untested', ...names])
  const announced = page.locator('[aria-live="assertive"]', { hasText: /position \d/ })
  const boxOf = async (target: ReturnType<typeof statuses.row>) => {
    const box = await target.boundingBox()
    if (!box) throw new Error('The row is not rendered')
    return box
  }

  await test.step('[RESULTS-09] [RESULTS-10] a status that is dragged to the top comes after Untested', async () => {
    await expect(statuses.grip('Untested')).toHaveCount(0)
    const [from, to] = [await boxOf(statuses.grip('Blocked')), await boxOf(statuses.row('Untested'))]
    await page.mouse.move(from.x + 8, from.y + 8)
    await page.mouse.down()
    await page.mouse.move(to.x + 40, to.y + 20, { steps: 8 })
    await page.mouse.move(to.x + 40, to.y + 3, { steps: 4 })
    await drop(page)
    await expect(statuses.row('Blocked')).toContainText('Moved')
    await expectOrder('Blocked', 'Passed', 'Failed')
  })

  await test.step('on a narrow page a finger moves a status after a long press', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    const touch = await context.newCDPSession(page)
    await touch.send('Emulation.setTouchEmulationEnabled', { enabled: true })
    const finger = (type: 'touchStart' | 'touchMove' | 'touchEnd', at: { x: number; y: number } | null) =>
      touch.send('Input.dispatchTouchEvent', { type, touchPoints: at === null ? [] : [at] })
    const [from, to] = [await boxOf(statuses.grip('Passed')), await boxOf(statuses.row('Blocked'))]
    await finger('touchStart', { x: from.x + 8, y: from.y + 8 })
    await expect(statuses.row('Passed')).toHaveAttribute('data-sort-lifted')
    for (const part of [0.5, 0.9, 1])
      await finger('touchMove', { x: to.x + 40, y: from.y + (to.y + 4 - from.y) * part })
    await finger('touchEnd', null)
    await touch.detach()
    await expectOrder('Passed', 'Blocked', 'Failed')
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  await test.step('the keyboard moves a status, announces its position and keeps the focus', async () => {
    await statuses.grip('Failed').focus()
    await page.keyboard.press('Space')
    await expect(announced).toHaveText('Picked up Failed, position 4 of 7')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Escape')
    await expect(announced).toHaveText('Failed stays at position 4 of 7')
    for (const key of ['Enter', 'ArrowUp', 'ArrowUp', 'Enter']) await page.keyboard.press(key)
    await expectOrder('Failed', 'Passed', 'Blocked')
    await expect(statuses.grip('Failed')).toBeFocused()
  })

  await statuses.save()
  await statuses.expectSaved()
  await page.reload()
  await expectOrder('Failed', 'Passed', 'Blocked')
})

test('edits survive leaving the page, a crash and the end of the session', async ({ page, context, assay }) => {
  const name = 'Known issue'
  const statuses = resultStatusesPage(page)
  const leave = () => page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link').first().click()

  await test.step('[RESULTS-08] leaving with unsaved edits asks, for a link and for Back', async () => {
    await statuses.open()
    await leave()
    await expect(page).not.toHaveURL(new RegExp(statuses.address))
    const elsewhere = page.url()
    // Like a link of the page: a new load would start another history.
    await page.evaluate((address) => history.pushState(null, '', address), statuses.address)
    await statuses.toggle(name)
    await leave()
    await expect(statuses.dialog).toContainText('Leave with 1 change not saved?')
    await statuses.dialog.getByRole('button', { name: 'Stay' }).click()
    await page.evaluate(() => history.back())
    await expect(statuses.dialog).toBeVisible()
    await expect(page).toHaveURL(new RegExp(`${statuses.address}$`))
    await statuses.dialog.getByRole('button', { name: 'Leave', exact: true }).click()
    await expect(page).toHaveURL(elsewhere)
  })

  await test.step('another tab shows the same edits', async () => {
    await statuses.open()
    const other = resultStatusesPage(await context.newPage())
    await other.open()
    await expect(other.row(name).getByRole('switch')).not.toBeChecked()
    await other.edit(name)
    await other.fill('Aliases', 'typed')
    await expect(statuses.row(name)).toContainText('typed')
  })

  for (const one of context.pages()) await one.close({ runBeforeUnload: false })
  const again = await context.newPage()
  const later = resultStatusesPage(again)
  await later.open()
  await expect(later.bar).toContainText('From your last visit')
  await expect(later.row(name)).toContainText('typed')
  await endSessionsDuring(again, saveResultStatuses, assay)
  await later.save()
  await signInPage(again).signIn(OWNER.username, OWNER.password)
  await expect(later.row(name).getByRole('switch')).not.toBeChecked()
  await later.goOn()
  await later.save()
  await later.expectSaved()
  await expect(later.row(name)).toContainText('typed')
})

test('what another user saves arrives live, is merged, and a conflict is settled', async ({ page, assay }) => {
  const statuses = resultStatusesPage(page)
  await statuses.open()
  const mara = await anotherDevice(assay, 'mara')
  await statuses.edit('Passed')
  await statuses.fill('Colour', '#D93A34')
  await statuses.closeEditor()
  await mara.save(changing('Failed', { aliases: 'by-mara' }))
  await expect(statuses.row('Failed')).toContainText('by-mara')
  await statuses.expectHeld(1)

  const readAgain = await withoutReads(page, () =>
    mara.save(changing('Passed', { colorHex: '#0F9B95', aliases: 'fine' })),
  )
  await statuses.save()
  await expect(statuses.row('Passed')).toContainText('Changed here and by mara')
  await readAgain()
  await expect(statuses.row('Passed')).toContainText('#0F9B95')
  await expect(statuses.saveButton).toHaveAttribute('aria-disabled', 'true')
  await page.getByRole('button', { name: 'a conflict on Passed' }).click()
  await expect(statuses.row('Passed').getByRole('radio').first()).toBeFocused()
  await statuses.settle('Passed', 'Yours', 'Use yours')
  await statuses.save()
  await statuses.expectSaved()
  const stored = (await mara.statuses()).find(({ name }) => name === 'Passed')
  expect(stored).toMatchObject({ colorHex: '#D93A34', aliases: 'fine' })
  await mara.end()
})

test('only the rows in view of five hundred are rendered; an error elsewhere is reached and a moved row keeps the focus', async ({
  page,
  assay,
}) => {
  const mara = await anotherDevice(assay, 'mara')
  await mara.save((all) => [
    ...all,
    ...Array.from({ length: 500 - all.length }, (_, i) => ({
      ...(all[1] as (typeof all)[number]),
      id: null,
      name: `Entry ${all.length + i + 1}`,
      aliases: '',
    })),
  ])
  await mara.end()
  const statuses = resultStatusesPage(page)
  await statuses.open()
  await expect(statuses.row('Failed')).toHaveAttribute('aria-setsize', '500')
  const rendered = await statuses.names()
  expect(rendered.length).toBeLessThan(100)

  await statuses.edit('Failed')
  await statuses.fill('Name', 'ab')
  await statuses.edit('Passed')
  await statuses.list.hover({ position: { x: 300, y: 100 } })
  await page.mouse.wheel(0, 100_000)
  await expect(statuses.row('Entry 500')).toBeInViewport()
  await expect(statuses.row('ab')).toHaveCount(0)
  await statuses.saveButton.click({ force: true })
  await expect(statuses.field('Name')).toBeFocused()
  await expect(statuses.field('Name')).toBeInViewport()
  await statuses.fill('Name', 'Failed')
  await statuses.closeEditor()
  await statuses.grip('Failed').focus()
  await page.keyboard.press('Space')
  for (let step = 0; step < 30; step += 1) await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Space')
  await expect(statuses.row('Failed')).toHaveAttribute('aria-posinset', `${rendered.indexOf('Failed') + 31}`)
  await expect(statuses.grip('Failed')).toBeFocused()
  await expect(statuses.row('Failed')).toBeInViewport()
})
