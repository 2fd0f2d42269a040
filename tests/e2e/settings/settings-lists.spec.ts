import { TEXTS } from '../../../contract/texts.ts'
import { AUTOMATION_STATES, entryListPage, OBSERVATION_TYPES, PRIORITIES } from '../pages/entry-list.ts'
import { configurationsPage } from '../pages/settings-configurations.ts'
import { unattended } from '../support/founding.ts'
import { signInDirectly } from '../support/session.ts'
import { expect, test } from '../support/test.ts'

test.use({ environment: unattended })

test.beforeEach(({ page }) => signInDirectly(page))

test('observation types are added, switched off, moved and deleted, and saved as one list', async ({ page }) => {
  const types = entryListPage(page, OBSERVATION_TYPES)
  await types.open()

  await test.step('[OBTYPE-02] [OBTYPE-04] [OBTYPE-15] Discard restores the types that a project begins with', async () => {
    const first = ['Note', 'Bug', 'Risk', 'Question', 'Idea', 'Passed']
    await expect.poll(() => types.names()).toEqual(first)
    await expect(types.row('Bug')).toContainText('#D93A34')
    await types.edit('Idea')
    await types.field('Name').fill('Thought')
    await types.field('Name').press('Enter')
    await types.delete('Bug')
    await types.discard()
    await expect.poll(() => types.names()).toEqual(first)
  })

  await test.step('[OBTYPE-03] [OBTYPE-14] Save stores all types in their order', async () => {
    await types.add()
    await types.field('Name').fill('Security')
    await page.getByRole('button', { name: 'Colour: choose' }).click()
    await page.getByRole('option', { name: 'Orange' }).click()
    await types.closeEditor()
    await types.choose('Security', 'Move up')
    await types.switch('Question').click()
    await types.delete('Risk')
    await types.save()
    await types.expectToast(TEXTS.observationTypesSaved)
    await page.reload()
    await expect(types.row('Security')).toContainText('#E26A1B')
    await expect(types.switch('Question')).not.toBeChecked()
    await expect.poll(() => types.names()).toEqual(['Note', 'Bug', 'Question', 'Idea', 'Security', 'Passed'])
  })
})

const ATTRIBUTES = [
  {
    words: PRIORITIES,
    saved: TEXTS.prioritiesSaved,
    names: ['Critical', 'High', 'Medium', 'Low', 'Trivial'],
    standard: 'Medium',
  },
  {
    words: AUTOMATION_STATES,
    saved: TEXTS.automationStatesSaved,
    names: ['Not automated', 'To be automated', 'Automated', 'Cannot be automated'],
    standard: 'Not automated',
  },
] as const

test('priorities and automation states have icons and one default, and are saved as one list', async ({ page }) => {
  for (const { words, saved, names, standard } of ATTRIBUTES)
    await test.step(words.title, async () => {
      const [first, second] = names
      const entries = entryListPage(page, words)
      await entries.open()
      await expect.poll(() => entries.names()).toEqual(names)
      await expect(entries.row(first).locator('svg').nth(1), '[PRIO-03]').toBeVisible()
      await expect(entries.default(standard), '[PRIO-03]').toBeChecked()

      await test.step('[PRIO-05] [PRIO-06] [PRIO-07] entries are added, moved and renamed', async () => {
        await entries.add()
        await entries.field('Name').fill('Brand new')
        await entries.icon('Star')
        await entries.closeEditor()
        await entries.choose('Brand new', 'Move up')
        await entries.edit(first)
        await entries.field('Name').fill('Renamed')
        await entries.closeEditor()
      })
      await test.step('[PRIO-12] without a default the list is not saved', async () => {
        await entries.delete(standard === first ? 'Renamed' : standard)
        await expect(page.getByText(TEXTS.oneDefault)).toBeVisible()
        await expect(entries.saveButton).toHaveAttribute('aria-disabled', 'true')
        await entries.default(second).click()
        await expect(page.getByText(TEXTS.oneDefault)).toBeHidden()
      })
      await test.step('[PRIO-08] Save stores the whole list', async () => {
        await entries.save()
        await entries.expectToast(saved)
        await page.reload()
        await expect(entries.default(second)).toBeChecked()
        const stored: string[] = names
          .filter((name) => name !== standard)
          .map((name) => (name === first ? 'Renamed' : name))
        await expect.poll(() => entries.names()).toEqual(stored.toSpliced(-1, 0, 'Brand new'))
      })
    })
})

test('configurations are added, renamed and deleted in place, by keyboard', async ({ page }) => {
  const configurations = configurationsPage(page)
  await configurations.open()

  await test.step('[CONFIGS-02] [CONFIGS-04] [ERRORS-07] a group and its options are added to the empty page', async () => {
    await expect(page.getByRole('heading', { name: 'There are no test configurations yet' })).toBeVisible()
    await configurations.addGroup().press('Enter')
    await expect(configurations.newGroup()).toBeFocused()
    await page.keyboard.type('Browsers')
    await page.keyboard.press('Enter')
    await expect(configurations.addOption('Browsers')).toBeFocused()
    await page.keyboard.press('Enter')
    for (const name of ['Chrome', 'Firefox']) {
      await expect(configurations.newOption('Browsers')).toHaveValue('')
      await page.keyboard.type(name)
      await page.keyboard.press('Enter')
      await expect(configurations.options('Browsers').filter({ hasText: name })).toBeVisible()
    }
    await expect(configurations.newOption('Browsers')).toBeFocused()
    await page.keyboard.type('Half a name')
    await page.reload()
    await configurations.expectOptions('Browsers', ['Chrome', 'Firefox'])
    await configurations.addOption('Browsers').click()
    await expect(configurations.newOption('Browsers'), 'typed text survives a reload').toHaveValue('Half a name')
    await page.keyboard.press('Escape')
    await expect(configurations.addOption('Browsers')).toBeFocused()
  })

  await test.step('[CONFIGS-07] [CONFIGS-08] a name is saved by Enter or by leaving it, unless it is wrong', async () => {
    await configurations.rename('option Firefox').click()
    await configurations.nameOf('option Firefox').fill('chrome')
    await page.keyboard.press('Enter')
    await expect(page.getByText('This name is already in use')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(configurations.rename('option Firefox')).toBeFocused()
    await page.keyboard.press('Enter')
    await configurations.nameOf('option Firefox').fill('Safari')
    await page.getByRole('heading', { name: 'Configurations' }).click()
    await configurations.expectOptions('Browsers', ['Chrome', 'Safari'])
    await configurations.rename('group Browsers').click()
    await configurations.nameOf('group Browsers').fill('Engines')
    await page.keyboard.press('Enter')
    await expect(configurations.rename('group Engines')).toBeFocused()
  })

  await test.step('[CONFIGS-07] options and groups are deleted after a question', async () => {
    await configurations.delete('option Chrome').click()
    await configurations.question('Delete option Chrome?').getByRole('button', { name: 'Delete option' }).click()
    await configurations.expectOptions('Engines', ['Safari'])
    await configurations.delete('group Engines').click()
    const question = configurations.question('Delete group Engines?')
    await expect(question).toContainText('Its option is deleted too.')
    await question.getByRole('button', { name: 'Delete group' }).click()
    await expect(page.getByText('Configuration group was successfully deleted')).toBeVisible()
    await expect(configurations.addGroup()).toBeFocused()
  })
})
