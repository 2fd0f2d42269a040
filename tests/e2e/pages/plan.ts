import type { Page } from '@playwright/test'

export const planPage = (page: Page) => {
  const toggle = (feature: string) => page.getByRole('switch', { name: feature, exact: true })
  return {
    open: () => page.goto('/settings/billing/plan'),
    toggle,
    question: () => page.getByRole('alertdialog'),
    switchOff: async (feature: string) => {
      await toggle(feature).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Switch off' }).click()
    },
  }
}
