import { expect, type Page } from '@playwright/test'
import { expectToAnswer } from '../support/prerendered.ts'
import { PROJECT_KEY } from '../support/founding.ts'

export const testPage = (page: Page) => ({
  open: async (launchId: number, testId: number, search = '') => {
    await page.goto(`/projects/${PROJECT_KEY}/automation-launches/${launchId}/tests/${testId}${search}`)
    await expectToAnswer(page)
  },
  title: () => page.getByRole('heading', { level: 1 }),
  log: () => page.getByRole('log', { name: 'Log' }),
  /** Messages and pictures of the log from top to bottom; each pattern must follow the previous one. */
  expectLogInOrder: async (patterns: readonly RegExp[]) => {
    const lines = page.getByRole('log', { name: 'Log' }).locator('[data-index]')
    for (const [index, pattern] of patterns.entries()) await expect(lines.nth(index)).toHaveText(pattern)
    await expect(lines).toHaveCount(patterns.length)
  },
  /** Visible steps from top to bottom. */
  steps: () => page.getByRole('tree', { name: 'Steps' }).getByRole('treeitem'),
  step: (name: RegExp) => page.getByRole('tree', { name: 'Steps' }).getByRole('treeitem', { name }),
  tab: (name: string) => page.getByRole('navigation', { name: 'Test', exact: true }).getByRole('link', { name }),
  attempt: (number: number) =>
    page.getByRole('radiogroup', { name: 'Attempt' }).getByText(`Attempt ${number}`, { exact: true }),
  neighbour: (which: 'Previous' | 'Next') => page.getByRole('link', { name: `${which} test` }),
  expectVideo: ({ isReady }: { isReady: boolean }) =>
    expect.poll(() => page.locator('video').evaluate((video: HTMLVideoElement) => video.readyState > 0)).toBe(isReady),
  video: () =>
    page.locator('video').evaluate((video: HTMLVideoElement) => ({ at: video.currentTime, hasEnded: video.ended })),
  play: () => page.locator('video').evaluate((video: HTMLVideoElement) => video.play()),
  about: () => page.getByRole('complementary', { name: 'About this test' }),
  expectToast: (words: string) =>
    expect(page.getByRole('region', { name: 'Notifications' }).getByText(words, { exact: true })).toBeVisible(),
})
