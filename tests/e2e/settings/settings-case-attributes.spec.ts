import { TEXTS } from '../../../contract/texts.ts'
import { AUTOMATION_STATES, entryListPage, PRIORITIES } from '../pages/entry-list.ts'
import { errorPages } from '../pages/error-pages.ts'
import { MEMBERS_PASSWORD, TEAM } from '../support/people.ts'
import { signInDirectly } from '../support/session.ts'
import { unattended } from '../support/founding.ts'
import { expect, test } from '../support/test.ts'

test.use({
  environment: unattended,
  people: TEAM,
})
test.describe.configure({ mode: 'serial' })

const KINDS = [
  {
    rows: '[PRIO-01]',
    words: PRIORITIES,
    key: 'priorities',
    saved: TEXTS.prioritiesSaved,
    names: ['Critical', 'High', 'Medium', 'Low', 'Trivial'],
    standard: 'Medium',
  },
  {
    rows: '[PRIO-02]',
    words: AUTOMATION_STATES,
    key: 'automationStates',
    saved: TEXTS.automationStatesSaved,
    names: ['Not automated', 'To be automated', 'Automated', 'Cannot be automated'],
    standard: 'Not automated',
  },
] as const

test('[PRIO-01] [PRIO-02] [PRIO-13] ADMINISTRATOR and MANAGER open them from the settings; nobody else can', async ({
  page,
}) => {
  await signInDirectly(page, { username: 'mara', password: MEMBERS_PASSWORD })
  await entryListPage(page, PRIORITIES).open()
  await page
    .getByRole('navigation', { name: 'Project settings' })
    .getByRole('link', { name: 'Automation states' })
    .click()
  await expect(entryListPage(page, AUTOMATION_STATES).list).toBeVisible()
  for (const username of ['emil', 'greta', 'rolf']) {
    await page.context().clearCookies()
    await signInDirectly(page, { username, password: MEMBERS_PASSWORD })
    for (const { words } of KINDS) {
      const entries = entryListPage(page, words)
      await page.goto(entries.address)
      await errorPages(page).expectNotFound()
      await expect(entries.list).toBeHidden()
    }
  }
})

for (const { rows, words, key, saved, names, standard } of KINDS)
  test.describe(words.title, () => {
    test.beforeEach(async ({ page }) => {
      await signInDirectly(page)
      await entryListPage(page, words).open()
    })

    test(`${rows} [PRIO-03] [PRIO-04] [PRIO-06] [PRIO-09] [PRIO-12] name, icon and default of each; what is wrong is said at the field; another default is one step`, async ({
      page,
    }) => {
      const entries = entryListPage(page, words)
      await expect.poll(() => entries.names()).toEqual(names)
      for (const name of names) {
        await expect(entries.row(name).locator('svg').nth(1)).toBeVisible()
        await expect(entries.default(name)).toBeChecked({ checked: name === standard })
      }

      await entries.add()
      for (const [name, message] of [
        [names[1].toUpperCase(), TEXTS.nameTaken],
        ['x'.repeat(64), TEXTS.nameLength1To63],
        [' ', TEXTS.required],
      ] as const) {
        await entries.field('Name').fill(name)
        await expect(entries.list.getByText(message)).toBeVisible()
      }
      await expect(entries.saveButton).toHaveAttribute('aria-disabled', 'true')
      await entries.discard()
      await entries.delete(standard)
      await expect(page.getByText(TEXTS.oneDefault)).toBeVisible()
      await entries.default(names[1]).click()
      await expect(page.getByText(TEXTS.oneDefault)).toBeHidden()
      await entries.discard()
      await entries.expectHeld(0)
      await expect.poll(() => entries.names()).toEqual(names)

      const other = names.find((name) => name !== standard) ?? ''
      await entries.default(other).click()
      await entries.expectHeld(1)
      await expect(entries.default(standard)).not.toBeChecked()
      await entries.undo()
      await expect(entries.default(standard)).toBeChecked()
      await expect(entries.default(other)).not.toBeChecked()
      await expect(entries.saveButton).toHaveAttribute('aria-disabled', 'true')
      await entries.discard()
      await entries.expectHeld(0)
    })

    test('entries are added, edited, moved and deleted, and saved as one list', async ({ page }) => {
      const entries = entryListPage(page, words)
      await test.step('[PRIO-05] one is added', async () => {
        await entries.add()
        await entries.field('Name').fill('Brand new')
        await entries.icon('Star')
        await entries.closeEditor()
      })
      await test.step('[PRIO-07] it is moved', async () => {
        await entries.choose('Brand new', 'Move up')
      })
      await test.step('[PRIO-06] one is edited', async () => {
        await entries.edit(names[0])
        await entries.field('Name').fill('Renamed')
        await entries.closeEditor()
      })
      await test.step('[PRIO-12] the default moves, one is deleted', async () => {
        await entries.default(names[1]).click()
        await expect(entries.default('Renamed')).not.toBeChecked()
        await entries.delete(names[2])
      })
      await test.step('[PRIO-08] [PRIO-11] the list is saved whole', async () => {
        const sent = page.waitForRequest((request) => request.method() === 'PUT')
        await entries.save()
        const body = (await sent).postDataJSON() as Record<string, { id: number | null; name: string; icon: string }[]>
        expect(body[key]?.filter(({ id }) => id === null)).toMatchObject([{ name: 'Brand new', icon: 'star' }])
        await entries.expectToast(saved)
      })
      await entries.expectHeld(0)
      await page.reload()
      await expect(entries.list).toBeVisible()
      const [first, second, , ...rest] = names
      expect(first).toBeDefined()
      await expect
        .poll(() => entries.names())
        .toEqual(['Renamed', second, ...rest.slice(0, -1), 'Brand new', ...rest.slice(-1)])
      await expect(entries.default(second)).toBeChecked()
      await expect(entries.list.getByRole('radio', { checked: true })).toHaveCount(1)
    })
  })
