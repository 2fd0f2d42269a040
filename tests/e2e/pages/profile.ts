import type { Page } from '@playwright/test'

interface File {
  name: string
  mimeType: string
  buffer: Buffer
}

export const profilePage = (page: Page) => ({
  open: (tab?: 'api-access' | 'password') => page.goto(tab === undefined ? '/profile' : `/profile?tab=${tab}`),
  tabs: () => page.getByRole('navigation', { name: 'Profile' }).getByRole('link'),
  photo: {
    choose: (file: File) => page.locator('input[type=file]').setInputFiles(file),
    use: () => page.getByRole('button', { name: 'Use as photo' }).click(),
    shown: () => page.getByRole('main').locator('img[src^="/api/files/photos/"]'),
    remove: async () => {
      await page.getByRole('button', { name: 'Remove photo' }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Remove photo' }).click()
    },
  },
  menuPhoto: () => page.getByRole('button', { name: /, your account$/ }).locator('img'),
  token: (name: string) => page.getByRole('table', { name: 'Access tokens' }).getByRole('row', { name }),
  /** `lastDay` as mm/dd/yyyy; without it the token never expires. */
  createToken: async (name: string, lastDay?: string) => {
    await page.getByRole('button', { name: 'New token' }).click()
    await page.getByLabel('Name', { exact: true }).fill(name)
    if (lastDay !== undefined) {
      await page.getByText('Expires on a date').click()
      await page.getByRole('spinbutton', { name: /month/i }).click()
      await page.keyboard.type(lastDay.replaceAll('/', ''))
    }
    await page.getByRole('button', { name: 'Create token' }).click()
  },
  changePassword: async (oldPassword: string, newPassword: string, again = newPassword) => {
    await page.getByLabel('Old password').fill(oldPassword)
    await page.getByLabel('New password', { exact: true }).fill(newPassword)
    await page.getByLabel('New password again').fill(again)
    await page.getByRole('button', { name: 'Change password' }).click()
  },
})
