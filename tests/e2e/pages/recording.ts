import { expect, type Page } from '@playwright/test'

/** The clock on top of the session whose page is open. */
export const recordingOf = (page: Page) => {
  const bar = page.getByRole('region', { name: 'Recording' })
  const face = bar.getByRole('time')
  const press = (name: string) => bar.getByRole('button', { name, exact: true }).click()
  return {
    bar,
    face,
    /** How much of the time box is left. */
    words: bar.locator('[aria-live]'),
    record: () => press('Record'),
    pause: () => press('Pause'),
    goOn: () => press('Continue'),
    stop: () => press('Stop'),
    expectState: (words: string) => expect(bar.getByText(words, { exact: true })).toBeVisible(),
    expectFace: (figures: string | RegExp, more?: { timeout: number }) => expect(face).toHaveText(figures, more),
  }
}
