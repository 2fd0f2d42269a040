import { TEXTS } from '../../../contract/texts.ts'
import { errorPages } from '../pages/error-pages.ts'
import { resultStatusesPage } from '../pages/result-statuses.ts'
import { drop } from '../support/dropping.ts'
import { unattended } from '../support/founding.ts'
import { expectKept } from '../support/leaving.ts'
import { MEMBERS_PASSWORD, TEAM } from '../support/people.ts'
import { addStatus, aName, anotherDevice, withStored } from '../support/result-statuses.ts'
import { signInDirectly } from '../support/session.ts'
import { expect, test } from '../support/test.ts'

test.use({
  environment: unattended,
  people: TEAM,
})

test.beforeEach(({ page }) => signInDirectly(page))

test('edits are held, discarded, undone and saved', async ({ page }) => {
  await test.step('[RESULTS-03] [RESULTS-06] [RESULTS-28] [RESULTS-29] [RESULTS-30] edits are held until Save, which sends the whole list', async () => {
    const [kept, gone, fresh] = [aName('Kept'), aName('Gone'), aName('Fresh')]
    const statuses = await withStored(page, kept, gone)
    await statuses.edit(kept)
    await statuses.fill('Colour', '#7C5CD6')
    await statuses.closeEditor()
    await statuses.toggle(kept)
    await statuses.delete(gone)
    await addStatus(page, fresh, 'one, two')
    await expect(statuses.row(kept)).toContainText('Edited')
    await expect(statuses.row(gone)).toContainText('Deleted')
    await expect(statuses.row(fresh)).toContainText('Added')
    await statuses.expectHeld(3)
    await expect(statuses.saveButton).toHaveText('Save 3 changes')
    const sent = page.waitForRequest((one) => one.method() === 'PUT')
    await statuses.save()
    const body = (await sent).postDataJSON() as { resultStatuses: Record<string, unknown>[] }
    expect(body.resultStatuses.some((status) => 'isAssignable' in status)).toBe(false)
    await statuses.expectSaved()
    await page.reload()
    await expect(statuses.row(kept)).toContainText('#7C5CD6')
    await expect(statuses.row(kept).getByRole('switch')).not.toBeChecked()
    await expect(statuses.row(fresh)).toContainText('one, two')
    await expect(statuses.row(gone)).toHaveCount(0)
    await expect(statuses.bar).toBeHidden()
  })

  await test.step('[RESULTS-07] Discard brings back what is stored, and can itself be undone', async () => {
    const name = aName('Status')
    const statuses = await withStored(page, name)
    await statuses.delete(name)
    await addStatus(page, 'Of short life')
    await statuses.discard()
    await expect(statuses.bar).toBeHidden()
    await expect(statuses.row('Of short life')).toHaveCount(0)
    await expect(statuses.row(name)).not.toContainText('Deleted')
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await statuses.expectHeld(2)
    await expect(statuses.row(name)).toContainText('Deleted')
    await statuses.restore(name)
    await statuses.expectHeld(1)
    await statuses.discard()
    await expectKept(page)
  })

  await test.step('undo and redo walk the edits, by button and by key, and typing in one field is one step', async () => {
    const name = aName('Walked')
    const statuses = await withStored(page, name)
    await statuses.edit(name)
    await statuses.field('Name').pressSequentially(' on')
    await expect(statuses.undo()).toHaveAccessibleName(`Undo: edit ${name}`)
    await statuses.field('Aliases').pressSequentially('alias')
    await statuses.closeEditor()
    await statuses.toggle(`${name} on`)
    await expect(statuses.undo()).toHaveAccessibleName(`Undo: switch ${name} on off`)
    await statuses.undo().click()
    await expect(statuses.row(`${name} on`).getByRole('switch')).toBeChecked()
    await statuses.edit(`${name} on`)
    await page.keyboard.press('Control+z')
    await expect(statuses.field('Aliases')).toHaveValue('')
    await page.keyboard.press('Control+z')
    await expect(statuses.field('Name')).toHaveValue(name)
    await statuses.expectHeld(0)
    await page.keyboard.press('Control+Shift+z')
    await expect(statuses.field('Name')).toHaveValue(`${name} on`)
    await statuses.redo().click()
    await expect(statuses.field('Aliases')).toHaveValue('alias')
    await statuses.expectHeld(1)
  })
})

test('statuses are moved, but untested is not', async ({ page, context }) => {
  await test.step('[RESULTS-09] [RESULTS-10] [RESULTS-11] [RESULTS-12] [RESULTS-13] untested is fixed: first, on, and there', async () => {
    const name = aName('Beside')
    const statuses = await withStored(page, name)
    const untested = statuses.row('Untested')
    await expect(untested.getByRole('switch')).toBeDisabled()
    await expect(statuses.grip('Untested')).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Delete Untested' })).toHaveCount(0)
    const from = await statuses.grip(name).boundingBox()
    const to = await untested.boundingBox()
    if (!from || !to) throw new Error('nothing is drawn')
    await page.mouse.move(from.x + 8, from.y + 8)
    await page.mouse.down()
    await page.mouse.move(to.x + 40, to.y + 20, { steps: 8 })
    await page.mouse.move(to.x + 40, to.y + 3, { steps: 4 })
    await drop(page)
    await expect(statuses.row(name)).toContainText('Moved')
    await expect.poll(async () => (await statuses.names()).slice(0, 2)).toEqual(['Untested', name])
    await statuses.edit('Untested')
    await expect(statuses.field('Name')).toHaveAttribute('readonly')
    await expect(page.getByRole('radiogroup', { name: 'Counts as' })).toHaveCount(0)
    await statuses.closeEditor()
    await statuses.discard()
    await expectKept(page)
  })

  await test.step('a status is moved by mouse, by finger, by keyboard and by its menu', async () => {
    const [one, two, three] = [aName('One'), aName('Two'), aName('Three')]
    const statuses = await withStored(page, one, two, three)
    const last = async () => (await statuses.names()).filter((name) => [one, two, three].includes(name))
    const from = await statuses.grip(three).boundingBox()
    const to = await statuses.row(one).boundingBox()
    if (!from || !to) throw new Error('nothing is drawn')
    await page.mouse.move(from.x + 8, from.y + 8)
    await page.mouse.down()
    await page.mouse.move(to.x + 40, to.y + 5, { steps: 10 })
    await drop(page)
    await expect.poll(last).toEqual([three, one, two])
    await expect(statuses.row(three)).toContainText('Moved')

    // A finger presses and holds; the one that moves at once scrolls the page.
    const touch = await context.newCDPSession(page)
    await touch.send('Emulation.setTouchEmulationEnabled', { enabled: true })
    const finger = (type: 'touchStart' | 'touchMove' | 'touchEnd', at: { x: number; y: number } | null) =>
      touch.send('Input.dispatchTouchEvent', { type, touchPoints: at === null ? [] : [at] })
    const begin = await statuses.grip(two).boundingBox()
    const end = await statuses.row(three).boundingBox()
    if (!begin || !end) throw new Error('nothing is drawn')
    await finger('touchStart', { x: begin.x + 8, y: begin.y + 8 })
    await expect(statuses.row(two)).toHaveAttribute('data-sort-lifted')
    for (const part of [0.5, 0.9, 1])
      await finger('touchMove', { x: end.x + 40, y: begin.y + (end.y + 4 - begin.y) * part })
    await finger('touchEnd', null)
    await touch.detach()
    await expect.poll(last).toEqual([two, three, one])
    await statuses.undo().click()
    await expect.poll(last).toEqual([three, one, two])
    await statuses.grip(one).focus()
    await page.keyboard.press('Space')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Space')
    await expect.poll(last).toEqual([three, two, one])
    await expect(statuses.grip(one)).toBeFocused()
    await statuses.choose(one, 'Move up')
    await expect.poll(last).toEqual([three, one, two])
    await statuses.expectHeld(1)
    await statuses.save()
    await statuses.expectSaved()
    await page.reload()
    await expect.poll(last).toEqual([three, one, two])
  })

  await test.step('[RESULTS-14] [RESULTS-15] success and failure exclude each other, and both say completed', async () => {
    const name = aName('Counted')
    const statuses = await withStored(page, name)
    await statuses.edit(name)
    const counts = page.getByRole('radiogroup', { name: 'Counts as' })
    await counts.getByText('Success').click()
    await expect(page.getByRole('checkbox', { name: 'Completed' })).toBeChecked()
    await counts.getByText('Failure').click()
    await expect(counts.getByRole('radio', { name: 'Success' })).not.toBeChecked()
    await statuses.closeEditor()
    await expect(statuses.row(name)).toContainText('Failure')
    await expect(statuses.row(name)).not.toContainText('Success')
  })
})

test('what is wrong is said, and led to', async ({ page }) => {
  await test.step('every message is at its field, and Save waits until it is resolved', async () => {
    const [taken, name] = [aName('Taken'), aName('Checked')]
    const statuses = await withStored(page, taken, name)
    await statuses.edit(taken)
    await statuses.fill('Aliases', `of-${taken}`)
    await statuses.closeEditor()
    await statuses.save()
    await statuses.expectSaved()
    await statuses.edit(name)
    const messages: [rows: string, field: Parameters<typeof statuses.fill>[0], value: string, message: string][] = [
      ['[RESULTS-16] [RESULTS-21]', 'Name', '', TEXTS.required],
      ['[RESULTS-17] [RESULTS-21]', 'Name', 'ab', TEXTS.nameShort],
      ['[RESULTS-18] [RESULTS-21]', 'Name', 'n'.repeat(64), TEXTS.nameLength63],
      ['[RESULTS-19]', 'Name', 'with, comma', TEXTS.nameComma],
      ['[RESULTS-20] [RESULTS-21]', 'Name', taken.toUpperCase(), TEXTS.nameTaken],
      ['[RESULTS-22]', 'Colour', 'red', TEXTS.colorFormat],
      ['[RESULTS-22]', 'Colour', '#12', TEXTS.colorFormat],
      ['[RESULTS-23]', 'Aliases', 'a'.repeat(2048), TEXTS.aliasesLength],
      ['[RESULTS-24] [RESULTS-26]', 'Aliases', `x, OF-${taken}`, TEXTS.aliasOfOther(`OF-${taken}`, taken)],
      ['[RESULTS-25] [RESULTS-26]', 'Aliases', 'same, Same', TEXTS.aliasTwice('Same')],
    ]
    const right = { Name: name, Colour: '#123', Aliases: 'fine' }
    for (const [rows, field, value, message] of messages)
      await test.step(`${rows} ${message}`, async () => {
        await statuses.fill(field, value)
        await statuses.field(field).blur()
        await expect(statuses.field(field)).toHaveAccessibleDescription(message)
        await expect(statuses.saveButton).toHaveAttribute('aria-disabled', 'true')
        await expect(page.getByText('1 problem to fix before saving')).toBeVisible()
        await statuses.fill(field, right[field])
        await expect(statuses.field(field)).not.toHaveAttribute('aria-invalid')
      })
    await test.step('[RESULTS-27] blank aliases go', async () => {
      await statuses.fill('Aliases', ` , first of ${name},, second of ${name} ,`)
      await statuses.field('Aliases').blur()
      await expect(statuses.field('Aliases')).toHaveValue(`first of ${name},second of ${name}`)
    })
    await test.step('[RESULTS-16] a name is trimmed', async () => {
      await statuses.fill('Name', `  ${name}  `)
      await statuses.field('Name').blur()
      await expect(statuses.field('Name')).toHaveValue(name)
    })
    await statuses.save()
    await statuses.expectSaved()
  })

  await test.step('what keeps a list from being saved is named, and leads to its field', async () => {
    const name = aName('Blank')
    const statuses = await withStored(page, name)
    await statuses.edit(name)
    await statuses.fill('Name', 'ab')
    await statuses.closeEditor()
    await expect(statuses.row('ab')).toContainText(TEXTS.nameShort)
    await page.getByRole('button', { name: 'the name of ab' }).click()
    await expect(statuses.field('Name')).toBeFocused()
    await statuses.closeEditor()
    await expect(page.getByRole('button', { name: 'Edit ab' })).toBeFocused()
    await statuses.saveButton.click({ force: true })
    await expect(statuses.field('Name')).toBeFocused()
  })
})

test('a list that does not load, and people without the page', async ({ page }) => {
  await test.step('a list that does not load says so, and loads again', async () => {
    const statuses = resultStatusesPage(page)
    await page.route('**/result-statuses', (route) => route.abort('connectionfailed'))
    await page.goto(statuses.address)
    await expect(page.getByRole('heading', { name: 'Result statuses did not load' })).toBeVisible()
    await page.unroute('**/result-statuses')
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(statuses.row('Untested')).toBeVisible()
  })

  await test.step('[RESULTS-01] people who may not change the project have no such page', async () => {
    for (const username of ['emil', 'greta', 'rolf']) {
      await page.context().clearCookies()
      await signInDirectly(page, { username, password: MEMBERS_PASSWORD })
      await page.goto(resultStatusesPage(page).address)
      await errorPages(page).expectNotFound()
    }
  })
})

test('of five hundred those in sight are drawn: what is wrong elsewhere is led to, and what is moved keeps the focus', async ({
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
  await expect.poll(async () => (await statuses.names()).length).toBeLessThan(100)

  await statuses.edit('Failed')
  await statuses.fill('Name', 'ab')
  await statuses.closeEditor()
  // Another row is what one was at last.
  await statuses.edit('Passed')
  await statuses.closeEditor()
  await statuses.list.hover({ position: { x: 300, y: 100 } })
  await page.mouse.wheel(0, 100_000)
  await expect(statuses.row('Entry 500')).toBeInViewport()
  await expect(statuses.row('ab')).toHaveCount(0)
  await statuses.saveButton.click({ force: true })
  await expect(statuses.field('Name')).toBeFocused()
  await expect(statuses.field('Name')).toHaveValue('ab')
  await expect(statuses.field('Name')).toBeInViewport()
  await statuses.fill('Name', 'Failed')
  await statuses.closeEditor()

  await statuses.grip('Failed').focus()
  await page.keyboard.press('Space')
  for (let step = 0; step < 60; step += 1) await page.keyboard.press('ArrowDown')
  await expect(page.getByText('Failed, position 63 of 500')).toBeAttached()
  await page.keyboard.press('Space')
  await expect(statuses.row('Failed')).toHaveAttribute('aria-posinset', '63')
  await expect(statuses.grip('Failed')).toBeFocused()
  await expect(statuses.row('Failed')).toBeInViewport()
})
