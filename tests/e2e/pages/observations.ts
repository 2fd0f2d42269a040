import { expect, type Page } from '@playwright/test'

/** The observations of the session whose page is open. */
export const observationsOf = (page: Page) => {
  const list = page.getByRole('region', { name: 'Observations' })
  const rows = list.getByRole('listitem').filter({ has: page.getByRole('button', { name: 'Observation menu' }) })
  const form = page.getByRole('form', { name: 'New observation' })
  const field = form.getByRole('textbox', { name: 'Description' })
  const rowOf = (text: string) => rows.filter({ hasText: text })
  const choose = async (text: string, action: string) => {
    await rowOf(text).getByRole('button', { name: 'Observation menu' }).click()
    await page.getByRole('menuitem', { name: action }).click()
  }
  const edited = page.getByRole('form', { name: 'Edit the observation' })
  const addButton = form.getByRole('button', { name: 'Add' })
  return {
    list,
    rows,
    field,
    addButton,
    row: rowOf,
    choose,
    /** Of the note in the form. */
    types: form.getByRole('radio'),
    elapsed: form.getByRole('button', { name: /^Elapsed time/ }),
    filter: async (field: string, value: string) => {
      await list.getByRole('button', { name: 'Filter', exact: true }).click()
      await page.getByRole('dialog', { name: 'Filters' }).getByRole('button', { name: field, exact: true }).click()
      await page.getByRole('dialog', { name: 'Filters' }).getByRole('option', { name: value }).click()
      await page.keyboard.press('Escape')
    },
    select: (text: string) => rowOf(text).getByRole('checkbox').check({ force: true }),
    link: async (text: string, { issue, improvement }: { issue: string; improvement: string }) => {
      await choose(text, 'Edit')
      await edited.getByRole('button', { name: /^Links/ }).click()
      const links = page.getByRole('dialog', { name: 'Links' })
      await links.getByRole('textbox', { name: 'Issue' }).fill(issue)
      await links.getByRole('textbox', { name: 'Improvement' }).fill(improvement)
      await page.keyboard.press('Escape')
      await edited.getByRole('button', { name: 'Save' }).click()
    },
    /** Drops a picture of 400 by 240 on the note in the form. */
    drop: async (name: string) => {
      await field.evaluate(async (area, called) => {
        const canvas = Object.assign(document.createElement('canvas'), { width: 400, height: 240 })
        canvas.getContext('2d')?.fillRect(40, 40, 200, 100)
        const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve))
        const dataTransfer = new DataTransfer()
        dataTransfer.items.add(new File([blob ?? ''], called, { type: 'image/png' }))
        area.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))
      }, name)
      await expect(form.getByRole('button', { name: `Remove ${name}` })).toBeVisible()
    },
    expectErrorToast: (text: string) =>
      expect(page.getByRole('region', { name: 'Notifications' }).getByText(text, { exact: true })).toBeVisible(),
    empty: list.getByRole('heading', { name: 'No observations yet' }),
    waiting: list.getByText('Not sent yet'),
    write: (text: string) => field.fill(text),
    add: async (text: string) => {
      await field.fill(text)
      await field.press('Control+Enter')
      await expect(field).toHaveValue('')
      await expect(rows.first()).toContainText(text)
    },
    attach: async (name: string, content: string) => {
      await form
        .locator('input[type=file]')
        .setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(content) })
      await expect(form.getByRole('button', { name: `Remove ${name}` })).toBeVisible()
    },
    edit: async (text: string, to: string) => {
      await choose(text, 'Edit')
      await edited.getByRole('textbox', { name: 'Description' }).fill(to)
      await edited.getByRole('button', { name: 'Save' }).click()
      await expect(edited).toBeHidden()
    },
    /** Selects the type with this number by keyboard. */
    retype: async (text: string, digit: number) => {
      await choose(text, 'Edit')
      await edited.getByRole('textbox', { name: 'Description' }).press(`Alt+${digit}`)
      await edited.getByRole('button', { name: 'Save' }).click()
      await expect(edited).toBeHidden()
    },
    /** The newest first. */
    expectTexts: async (texts: string[]) => {
      await expect(rows).toHaveCount(texts.length)
      for (const [i, text] of texts.entries()) await expect(rows.nth(i)).toContainText(text)
    },
  }
}
