/** Two people edit one thing, and one person leaves an editor with unsaved text. */
import type { Page } from '@playwright/test'
import { createMilestone } from '../../../contract/settings/milestones.ts'
import { milestonesPage } from '../pages/settings-milestones.ts'
import { unattended } from '../support/founding.ts'
import { holdCalls } from '../support/held-calls.ts'
import { MEMBERS_PASSWORD, TEAM } from '../support/people.ts'
import { signInDirectly } from '../support/session.ts'
import { expect, test } from '../support/test.ts'

test.describe.configure({ mode: 'serial' })
test.use({ environment: unattended, people: TEAM })

const dialogOf = (page: Page) => page.getByRole('dialog')
const question = (page: Page) => page.getByRole('alertdialog', { name: 'Discard unsaved changes?' })

test('two people edit one milestone: different fields merge, the same field is chosen', async ({
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

  await mine.choose('Spring', 'Edit milestone')
  await theirs.choose('Spring', 'Edit milestone')
  await theirs.type({ due: '2999-12-31' })
  await theirs.submit('Save milestone')
  await theirs.expectToast('Milestone was successfully updated')
  await mine.type({ description: 'My words' })
  await mine.submit('Save milestone')
  await mine.expectToast('Milestone was successfully updated')
  await expect(mine.row('Spring')).toContainText('My words')
  await expect(mine.row('Spring')).toContainText('Dec 31, 2999')

  await mine.choose('Spring', 'Edit milestone')
  await theirPage.reload()
  await theirs.choose('Spring', 'Edit milestone')
  await mine.type({ name: 'Autumn', description: 'Other words' })
  await theirs.type({ description: 'Their words' })
  await theirs.submit('Save milestone')
  await expect(theirs.row('Spring')).toContainText('Their words')
  await mine.submit('Save milestone')
  const merge = page.getByRole('region', { name: 'Changed meanwhile' })
  await expect(merge).toContainText('Somebody else saved these values. Review and merge')
  await expect(merge).toContainText('Their words')
  await expect(merge).toContainText('Other words')
  await expect(dialogOf(page).getByLabel('Name')).toHaveValue('Autumn')
  await expect(dialogOf(page).getByRole('textbox', { name: 'Description' })).toHaveValue('Other words')
  // Nothing is saved before one of the two is chosen.
  await mine.submit('Save milestone')
  await expect(merge).toBeVisible()
  await merge.getByText('Theirs', { exact: true }).first().click()
  await expect(dialogOf(page).getByRole('textbox', { name: 'Description' })).toHaveValue('Their words')
  await mine.submit('Save milestone')
  await expect(mine.row('Autumn')).toContainText('Their words')
  await other.close()
})

test('Escape asks before it discards; a recovered draft says so and can be discarded', async ({ page }) => {
  await signInDirectly(page, { username: 'adam', password: MEMBERS_PASSWORD })
  const milestones = milestonesPage(page)
  await milestones.open()
  await milestones.add().click()
  const title = dialogOf(page).getByRole('textbox', { name: 'Name' })
  await expect(title).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialogOf(page)).toHaveCount(0)

  await milestones.add().click()
  await title.fill('A long title')
  await page.keyboard.press('Escape')
  await expect(question(page)).toBeVisible()
  // Twice without input between: browsers close the dialog then without asking.
  await page.keyboard.press('Escape')
  await expect(question(page)).toHaveCount(0)
  await expect(title).toHaveValue('A long title')
  await page.mouse.click(5, 5)
  await expect(question(page)).toBeVisible()
  await question(page).getByRole('button', { name: 'Keep editing' }).click()
  await expect(title).toHaveValue('A long title')

  await page.reload()
  await milestones.add().click()
  const note = page.getByRole('note', { name: 'Recovered draft' })
  await expect(note).toContainText(/Recovered unsaved changes from/)
  await expect(title).toHaveValue('A long title')
  await note.getByRole('button', { name: 'Discard' }).click()
  await expect(title).toHaveValue('')
  await expect(note).toHaveCount(0)
  await title.fill('Again')
  await page.keyboard.press('Escape')
  await question(page).getByRole('button', { name: 'Discard changes' }).click()
  await expect(dialogOf(page)).toHaveCount(0)
  await milestones.add().click()
  await expect(title).toHaveValue('')
  await expect(note).toHaveCount(0)
})

test('closing a form during its save leaves no draft once the save succeeds', async ({ page }) => {
  await signInDirectly(page, { username: 'adam', password: MEMBERS_PASSWORD })
  const milestones = milestonesPage(page)
  await milestones.open()
  const calls = await holdCalls(page)
  calls.hold(createMilestone)
  await milestones.add().click()
  const title = dialogOf(page).getByRole('textbox', { name: 'Name' })
  await title.fill('Saved on leaving')
  await milestones.submit('Create milestone')
  await calls.expectHeld()
  await page.keyboard.press('Escape')
  await expect(dialogOf(page)).toHaveCount(0)
  await calls.answer()
  await expect(milestones.row('Saved on leaving')).toBeVisible()
  await page.reload()
  await milestones.add().click()
  await expect(title).toHaveValue('')
  await expect(page.getByRole('note', { name: 'Recovered draft' })).toHaveCount(0)
})
