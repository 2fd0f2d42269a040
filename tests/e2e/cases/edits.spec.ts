/** Unsaved text of forms, with milestones as the example: two users edit one, and one user leaves the form or the page. */
import type { Page } from '@playwright/test'
import { createMilestone } from '../../../contract/settings/milestones.ts'
import { milestonesPage } from '../pages/settings-milestones.ts'
import { unattended } from '../support/founding.ts'
import { holdCalls } from '../support/held-calls.ts'
import { MEMBERS_PASSWORD, TEAM } from '../support/people.ts'
import { signInDirectly } from '../support/session.ts'
import { expect, test } from '../support/test.ts'

test.use({ environment: unattended, people: TEAM })

const dialogOf = (page: Page) => page.getByRole('dialog')
const question = (page: Page) => page.getByRole('alertdialog', { name: 'Discard unsaved changes?' })

test('edits of two users are merged or chosen; what was typed survives Escape and a reload', async ({
  page,
  browser,
  assay,
}) => {
  await signInDirectly(page, { username: 'adam', password: MEMBERS_PASSWORD })
  const mine = milestonesPage(page)
  await mine.open()
  await mine.add().click()
  await mine.type({ name: 'Spring', description: 'First words' })
  await mine.submit('Create milestone')
  await expect(mine.row('Spring')).toBeVisible()
  const other = await browser.newContext({ baseURL: assay.url })
  const theirPage = await other.newPage()
  await signInDirectly(theirPage, { username: 'mara', password: MEMBERS_PASSWORD })
  const theirs = milestonesPage(theirPage)
  await theirs.open()
  const description = dialogOf(page).getByRole('textbox', { name: 'Description' })

  await test.step('other fields merge; of the same field one value is chosen before it is saved', async () => {
    await mine.choose('Spring', 'Edit milestone')
    await theirs.choose('Spring', 'Edit milestone')
    await mine.type({ name: 'Autumn', description: 'My words' })
    await theirs.type({ due: '2999-12-31', description: 'Their words' })
    await theirs.submit('Save milestone')
    await expect(theirs.row('Spring')).toContainText('Their words')
    await other.close()
    await mine.submit('Save milestone')
    const merge = page.getByRole('region', { name: 'Changed meanwhile' })
    await expect(merge).toContainText('Somebody else saved these values. Review and merge')
    await expect(merge).toContainText(/Their words.*My words|My words.*Their words/s)
    await expect(description).toHaveValue('My words')
    await mine.submit('Save milestone')
    await expect(merge).toBeVisible()
    await merge.getByText('Theirs', { exact: true }).first().click()
    await expect(description).toHaveValue('Their words')
    await mine.submit('Save milestone')
    await expect(mine.row('Autumn')).toContainText(/Their words.*Dec 31, 2999|Dec 31, 2999.*Their words/s)
  })
  const title = dialogOf(page).getByRole('textbox', { name: 'Name' })
  const note = page.getByRole('note', { name: 'Recovered draft' })
  await test.step('Escape and a press beside the dialog ask before typed text is discarded', async () => {
    await mine.add().click()
    await expect(title).toBeFocused()
    await title.fill('A long title')
    await page.keyboard.press('Escape')
    await expect(question(page)).toBeVisible()
    // A second Escape without input in between: browsers close the dialog then without asking.
    await page.keyboard.press('Escape')
    await expect(question(page)).toHaveCount(0)
    await expect(title).toHaveValue('A long title')
    await page.mouse.click(5, 5)
    await question(page).getByRole('button', { name: 'Keep editing' }).click()
  })
  await test.step('a reload recovers a draft, which can be discarded', async () => {
    await page.reload()
    await mine.add().click()
    await expect(note).toContainText(/Recovered unsaved changes from/)
    await expect(title).toHaveValue('A long title')
    await note.getByRole('button', { name: 'Discard' }).click()
    await expect(title).toHaveValue('')
    await expect(note).toHaveCount(0)
  })
  await test.step('closing a form during its save leaves no draft once the save succeeds', async () => {
    const calls = await holdCalls(page)
    calls.hold(createMilestone)
    await title.fill('Saved on leaving')
    await mine.submit('Create milestone')
    await calls.expectHeld()
    await page.keyboard.press('Escape')
    await expect(dialogOf(page)).toHaveCount(0)
    await calls.answer()
    await expect(mine.row('Saved on leaving')).toBeVisible()
    await mine.add().click()
    await expect(title).toHaveValue('')
    await expect(note).toHaveCount(0)
  })
})
