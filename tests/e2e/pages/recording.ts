import { expect, type Page } from '@playwright/test'

/** The timer at the top of the open session. */
export const recordingOf = (page: Page) => {
  const bar = page.getByRole('region', { name: 'Recording' })
  const face = bar.getByRole('time')
  const press = (name: string) => bar.getByRole('button', { name, exact: true }).click()
  return {
    bar,
    face,
    /** Remaining time of the time box. */
    words: bar.locator('[aria-live]'),
    record: () => press('Record'),
    pause: () => press('Pause'),
    goOn: () => press('Continue'),
    stop: () => press('Stop'),
    expectState: (words: string) => expect(bar.getByText(words, { exact: true })).toBeVisible(),
    expectFace: (figures: string | RegExp, more?: { timeout: number }) => expect(face).toHaveText(figures, more),
  }
}
