import { expect, type Locator, type Page } from '@playwright/test'
import { drop } from '../support/dropping.ts'
import { choose } from '../support/choose.ts'

/** Test case fields of a project: the list by tab, held until Save, and the dialog of one field. */
export const testCaseFields = (page: Page) => {
  const address = (projectKey: string) => `/projects/${projectKey}/test-case-fields`
  const tab = (name: string) => page.getByRole('list', { name, exact: true })
  const row = (name: string) => page.locator('[data-sort-id]').filter({ has: page.getByText(name, { exact: true }) })
  const dialog = () => page.getByRole('dialog')
  const save = () => dialog().getByRole('button', { name: /^(Create|Save) field$/ })
  const option = (place: number) => dialog().getByLabel(`Name of option ${place}`, { exact: true })
  const aim = async (target: Locator) => {
    const box = await target.boundingBox()
    if (box === null) throw new Error('nothing to aim at')
    return box
  }
  return {
    open: (projectKey = 'SHOP', search = '') => page.goto(`${address(projectKey)}${search}`),
    tab,
    row,
    /** Names of a tab's fields in their order. */
    names: (name: string) =>
      tab(name)
        .getByRole('listitem')
        .evaluateAll((rows) => rows.map((one) => one.getAttribute('aria-label') ?? '')),
    toggle: (name: string) => page.getByRole('switch', { name: `${name} is on`, exact: true }),
    grip: (name: string) => page.getByRole('button', { name: `Reorder ${name}`, exact: true }),
    /** Onto the lower half of another field's row: behind it. */
    drag: async (grip: Locator, onto: Locator) => {
      const from = await aim(grip)
      const to = await aim(onto)
      await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2)
      await page.mouse.down()
      await page.mouse.move(from.x + from.width / 2 + 10, from.y + from.height / 2, { steps: 3 })
      await page.mouse.move(to.x + 60, to.y + to.height - 4, { steps: 12 })
      await drop(page)
    },
    menu: async (name: string, item: string) => {
      await page.getByRole('button', { name: `Actions for ${name}`, exact: true }).click()
      await page.getByRole('menuitem', { name: item }).click()
    },
    saveChanges: () => page.getByRole('button', { name: /^Save \d+ changes?$/ }),
    newField: () => page.getByRole('link', { name: 'Field', exact: true }),
    edit: (name: string) => page.getByRole('link', { name: `Edit ${name}`, exact: true }),

    dialog,
    save,
    field: (label: string) => dialog().getByLabel(label, { exact: true }),
    chooseType: (label: string) => choose(dialog().getByLabel('Type', { exact: true }), label),
    choose: (words: string) => dialog().getByText(words, { exact: true }).click(),
    addOption: () => dialog().getByRole('button', { name: 'Add option' }),
    option,
    optionNames: async () => {
      const inputs = await dialog()
        .getByLabel(/^Name of option \d+$/)
        .all()
      return Promise.all(inputs.map((input) => input.inputValue()))
    },
    /** Of the options' radios or checkboxes. */
    defaults: () => dialog().getByLabel('Default', { exact: true }),
    expectSaid: (text: string) => expect(page.getByText(text, { exact: true })).toBeVisible(),
  }
}
