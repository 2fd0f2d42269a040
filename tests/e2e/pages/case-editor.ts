import { expect, type Locator, type Page } from '@playwright/test'
import { PROJECT_KEY } from '../support/founding.ts'

/** A case in its form, in its preview and on its page. */
export const caseEditor = (page: Page) => {
  const dialog = (name: string) => page.getByRole('dialog', { name })
  const action = (number: number) => page.getByRole('textbox', { name: `Action of step ${number}`, exact: true })
  const expected = (number: number) => page.getByRole('textbox', { name: `Expected result of step ${number}` })
  return {
    dialog,
    action,
    expected,
    open: (caseId: number, search = '') => page.goto(`/projects/${PROJECT_KEY}/test-cases/${caseId}${search}`),
    /** The same text on the clipboard, pasted into a field. */
    paste: async (into: Locator, text: string) => {
      await into.focus()
      await into.evaluate((field, words) => {
        const clipboardData = new DataTransfer()
        clipboardData.setData('text/plain', words)
        field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
      }, text)
    },
    /** A picture on the clipboard, as a screenshot is: named by the browser. */
    pastePicture: async (into: Locator) => {
      await into.focus()
      await into.evaluate(
        (field, bytes) => {
          const clipboardData = new DataTransfer()
          clipboardData.items.add(new File([Uint8Array.from(bytes)], 'image.png', { type: 'image/png' }))
          field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
        },
        [...PIXEL],
      )
    },
    chooseOfStep: async (number: number, what: string) => {
      await page.getByRole('button', { name: `Actions for step ${number}`, exact: true }).click()
      await page.getByRole('menuitem', { name: what, exact: true }).click()
    },
    chooseMore: async (what: string, within: Locator | Page = page) => {
      await within.getByRole('button', { name: 'More actions' }).last().click()
      await page.getByRole('menuitem', { name: what, exact: true }).click()
    },
    /** Steps in reading mode, each as its complete text. */
    expectSteps: (steps: (string | RegExp)[]) =>
      expect(page.getByRole('list', { name: 'Steps' }).last().getByRole('listitem')).toHaveText(steps),
  }
}

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
