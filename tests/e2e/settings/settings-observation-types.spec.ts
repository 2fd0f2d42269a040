import { TEXTS } from '../../../contract/texts.ts'
import { entryListPage, OBSERVATION_TYPES } from '../pages/entry-list.ts'
import { errorPages } from '../pages/error-pages.ts'
import { drop } from '../support/dropping.ts'
import { MEMBERS_PASSWORD, TEAM } from '../support/people.ts'
import { expectKept } from '../support/leaving.ts'
import { signInDirectly } from '../support/session.ts'
import { unattended } from '../support/founding.ts'
import { expect, test } from '../support/test.ts'

test.use({
  environment: unattended,
  people: TEAM,
})
test.describe.configure({ mode: 'serial' })

test('[OBTYPE-01] ADMINISTRATOR and MANAGER open it from the settings; nobody else can', async ({ page }) => {
  const types = entryListPage(page, OBSERVATION_TYPES)
  const entry = page
    .getByRole('navigation', { name: 'Project settings' })
    .getByRole('link', { name: 'Observation types' })
  await signInDirectly(page, { username: 'mara', password: MEMBERS_PASSWORD })
  await page.goto(types.address.replace('observation-types', 'test-case-fields/priorities'))
  await entry.click()
  await expect(types.list).toBeVisible()
  for (const username of ['emil', 'greta', 'rolf']) {
    await page.context().clearCookies()
    await signInDirectly(page, { username, password: MEMBERS_PASSWORD })
    await page.goto(types.address)
    await errorPages(page).expectNotFound()
    await expect(types.list).toBeHidden()
  }
})

test.describe('as the owner', () => {
  test.beforeEach(async ({ page }) => {
    await signInDirectly(page)
    await entryListPage(page, OBSERVATION_TYPES).open()
  })

  test('types are changed, held and saved', async ({ page }) => {
    await test.step('[OBTYPE-02] [OBTYPE-15] what a project begins with: names, colours, all on', async () => {
      const types = entryListPage(page, OBSERVATION_TYPES)
      await expect.poll(() => types.names()).toEqual(['Note', 'Bug', 'Risk', 'Question', 'Idea', 'Passed'])
      await expect(types.row('Bug')).toContainText('#D93A34')
      await expect(types.switch('Bug')).toBeChecked()
    })

    await test.step('[OBTYPE-03] [OBTYPE-04] every change is held, and Discard restores what is stored', async () => {
      const types = entryListPage(page, OBSERVATION_TYPES)
      await types.add()
      await types.field('Name').fill('Security')
      await types.expectHeld(1)
      await types.closeEditor()
      await types.delete('Bug')
      await expect(types.row('Bug')).toContainText('Deleted')
      await types.switch('Risk').click()
      await types.edit('Idea')
      await types.field('Name').fill('Thought')
      await types.field('Colour').fill('#0a0')
      await types.field('Name').press('Enter')
      await types.choose('Note', 'Move down')
      await types.expectHeld(5)
      await types.discard()
      await types.expectHeld(0)
      await expect.poll(() => types.names()).toEqual(['Note', 'Bug', 'Risk', 'Question', 'Idea', 'Passed'])
      await expectKept(page)
      await page.reload()
      await expect(types.list).toBeVisible()
      await expect.poll(() => types.names()).toEqual(['Note', 'Bug', 'Risk', 'Question', 'Idea', 'Passed'])
    })

    await test.step('what is wrong is said at the field, and nothing is saved', async () => {
      const types = entryListPage(page, OBSERVATION_TYPES)
      await types.add()
      for (const [row, name, message] of [
        ['[OBTYPE-06]', 'ab', TEXTS.nameShort],
        ['[OBTYPE-07]', 'x'.repeat(64), TEXTS.nameLength63],
        ['[OBTYPE-08]', 'one, two', TEXTS.nameComma],
        ['[OBTYPE-09]', ' bUG ', TEXTS.nameTaken],
        ['[OBTYPE-05]', '   ', TEXTS.required],
      ] as const)
        await test.step(`${row} ${message}`, async () => {
          await types.field('Name').fill(name)
          await expect(types.list.getByText(message)).toBeVisible()
        })
      await types.field('Name').fill('Security')
      await expect(types.list.getByText(TEXTS.required)).toBeHidden()
      await test.step('[OBTYPE-10] a colour that is none', async () => {
        await types.field('Colour').fill('#12')
        await expect(types.list.getByText(TEXTS.colorFormat)).toBeVisible()
        await expect(types.saveButton).toHaveAttribute('aria-disabled', 'true')
      })
      await types.field('Colour').fill('#000')
      await expect(types.list.getByText('White text, 21.0 : 1')).toBeVisible()
      await types.discard()
    })

    await test.step('[OBTYPE-11] the last type that is on', async () => {
      const types = entryListPage(page, OBSERVATION_TYPES)
      for (const name of ['Note', 'Bug', 'Risk', 'Question', 'Idea']) await types.switch(name).click()
      await expect(page.getByText(TEXTS.lastObservationType)).toBeHidden()
      await types.switch('Passed').click()
      await expect(page.getByText(TEXTS.lastObservationType)).toBeVisible()
      await types.switch('Passed').click()
      await expect(page.getByText(TEXTS.lastObservationType)).toBeHidden()
      await types.delete('Passed')
      await expect(page.getByText(TEXTS.lastObservationType)).toBeVisible()
      await expect(types.saveButton).toHaveAttribute('aria-disabled', 'true')
      await types.restore('Passed')
      await types.discard()
    })

    await test.step('[OBTYPE-03] [OBTYPE-13] [OBTYPE-14] a save sends the whole list in its order, and stays after a reload', async () => {
      const types = entryListPage(page, OBSERVATION_TYPES)
      await types.add()
      await types.field('Name').fill('Security')
      await page.getByRole('button', { name: 'Colour: choose' }).click()
      await page.getByRole('option', { name: 'Orange' }).click()
      await types.closeEditor()
      await types.choose('Security', 'Move up')
      await types.delete('Risk')
      const sent = page.waitForRequest(
        (request) => request.method() === 'PUT' && request.url().includes('observation-types'),
      )
      await types.save()
      const body = (await sent).postDataJSON() as {
        items: { id: number | null; name: string; relativePosition: number }[]
      }
      expect(body.items.map(({ name }) => name)).toEqual(['Note', 'Bug', 'Question', 'Idea', 'Security', 'Passed'])
      expect(body.items.filter(({ id }) => id === null).map(({ name }) => name)).toEqual(['Security'])
      expect(body.items.map(({ relativePosition }) => relativePosition)).toEqual([0, 1, 2, 3, 4, 5])
      await types.expectToast(TEXTS.observationTypesSaved)
      await types.expectHeld(0)
      await page.reload()
      await expect(types.row('Security')).toContainText('#E26A1B')
      await expect.poll(() => types.names()).toEqual(['Note', 'Bug', 'Question', 'Idea', 'Security', 'Passed'])
    })

    await test.step('the order changes by mouse, and by keyboard with what happens said', async () => {
      const types = entryListPage(page, OBSERVATION_TYPES)
      const said = page.locator('[aria-live="assertive"]', { hasText: /position \d of 6/ })
      const [note, bug, ...rest] = await types.names()
      await types.grip('Bug').focus()
      await page.keyboard.press('Space')
      await expect(said).toHaveText('Picked up Bug, position 2 of 6')
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('ArrowDown')
      await expect(said).toHaveText('Bug, position 4 of 6')
      await page.keyboard.press('Escape')
      await expect(said).toHaveText('Bug stays at position 2 of 6')
      await types.expectHeld(0)
      await page.keyboard.press('Enter')
      await page.keyboard.press('ArrowUp')
      await page.keyboard.press('Enter')
      await expect(said).toHaveText('Bug moved to position 1 of 6')
      await expect(types.grip('Bug')).toBeFocused()
      await expect.poll(() => types.names()).toEqual([bug, note, ...rest])

      const from = await types.grip('Passed').boundingBox()
      const to = await types.row('Note').boundingBox()
      if (from === null || to === null) throw new Error('the rows are not drawn')
      await page.mouse.move(from.x + 8, from.y + 8)
      await page.mouse.down()
      await page.mouse.move(from.x + 8, from.y - 20, { steps: 3 })
      await page.mouse.move(from.x + 8, to.y + 4, { steps: 5 })
      await expect(said).toHaveText('Passed, position 2 of 6')
      await drop(page)
      await expect.poll(() => types.names()).toEqual([bug, 'Passed', note, ...rest.slice(0, -1)])
      await types.expectHeld(2)
      await types.discard()
    })
  })

  test('by finger, without the server, and with others', async ({ page, browser, assay }) => {
    await test.step('the order changes by a finger that presses and holds', async () => {
      const phone = await browser.newContext({
        baseURL: assay.url,
        hasTouch: true,
        isMobile: true,
        viewport: { width: 390, height: 844 },
      })
      const page = await phone.newPage()
      await signInDirectly(page)
      const types = entryListPage(page, OBSERVATION_TYPES)
      await types.open()
      const before = await types.names()
      const [first = '', second = ''] = before
      const from = await types.grip(first).boundingBox()
      const to = await types.row(second).boundingBox()
      if (from === null || to === null) throw new Error('the rows are not drawn')
      const finger = await phone.newCDPSession(page)
      const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', y: number) =>
        finger.send('Input.dispatchTouchEvent', {
          type,
          touchPoints: type === 'touchEnd' ? [] : [{ x: from.x + from.width / 2, y }],
        })
      const said = page.locator('[aria-live="assertive"]', { hasText: /position \d of 6/ })
      await touch('touchStart', from.y + from.height / 2)
      await expect(said).toHaveText(`Picked up ${first}, position 1 of 6`)
      await touch('touchMove', from.y + from.height)
      await touch('touchMove', to.y + to.height - 4)
      await expect(said).toHaveText(`${first}, position 2 of 6`)
      await touch('touchEnd', 0)
      await expect.poll(() => types.names()).toEqual([second, first, ...before.slice(2)])
      await types.expectHeld(1)
      await types.discard()
      await phone.close()
    })

    await test.step('a list that does not load says so, and Retry loads it', async () => {
      const types = entryListPage(page, OBSERVATION_TYPES)
      await page.route('**/api/projects/*/observation-types', (route) => route.abort())
      await page.reload()
      await types.expectFailed()
      await page.unroute('**/api/projects/*/observation-types')
      await page.getByRole('button', { name: 'Retry' }).click()
      await expect(types.list).toBeVisible()
    })

    await test.step('two people save: what does not collide is merged, what does is chosen', async () => {
      const mine = entryListPage(page, OBSERVATION_TYPES)
      const other = await browser.newContext({ baseURL: assay.url })
      const theirPage = await other.newPage()
      await signInDirectly(theirPage, { username: 'mara', password: MEMBERS_PASSWORD })
      const theirs = entryListPage(theirPage, OBSERVATION_TYPES)
      await theirs.open()
      await mine.edit('Note')
      await mine.field('Name').fill('Comment')
      await mine.closeEditor()
      await mine.switch('Question').click()
      await theirs.edit('Note')
      await theirs.field('Name').fill('Remark')
      await theirs.closeEditor()
      await theirs.switch('Idea').click()
      await theirs.save()
      await theirs.expectToast(TEXTS.observationTypesSaved)

      // They are heard at once, without a save of ours.
      const conflict = mine.row('Comment')
      await expect(conflict).toContainText('Conflict')
      await expect(conflict).toContainText('Remark')
      await conflict.getByRole('button', { name: 'Use yours' }).click()
      await mine.save()
      await mine.expectToast(TEXTS.observationTypesSaved)
      await page.reload()
      await expect(mine.row('Comment')).toBeVisible()
      await expect(mine.switch('Question')).not.toBeChecked()
      await expect(mine.switch('Idea')).not.toBeChecked()
      await other.close()
    })
  })
})
