import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type { AxeResults, RunOptions } from 'axe-core'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Every rule of the guidelines and of good practice, on every element. */
const EVERY_RULE: RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa', 'best-practice'],
  resultTypes: ['violations'],
}
/**
 * An announcement stays for a while, and may outlive its subject. A tooltip opens outside the landmarks when focus returns to its button,
 * and axe reports the box that holds only the tooltip.
 */
const OUTSIDE_LANDMARKS = [
  '[data-live-announcer]',
  '[role="tooltip"]',
  '[data-overlay-container]:has([role="tooltip"])',
]
const CONTRAST: RunOptions = { runOnly: { type: 'rule', values: ['color-contrast'] }, resultTypes: ['violations'] }

declare global {
  interface Window {
    axe?: { run: (context: { exclude: string[] }, options: RunOptions) => Promise<AxeResults> }
  }
}

const run = async (page: Page, options: RunOptions, theme: 'light' | 'dark'): Promise<string[]> => {
  // Without motion, no colour is measured during a transition.
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
  // A preview is pale until its figures are those of the form.
  await page.locator('[data-old]').first().waitFor({ state: 'detached' })
  if (!(await page.evaluate(() => window.axe !== undefined))) await page.evaluate(source)
  const violations = await page.evaluate(
    async ({ exclude, given }) => (await window.axe?.run({ exclude }, given))?.violations ?? [],
    { exclude: OUTSIDE_LANDMARKS, given: options },
  )
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, html, failureSummary }) =>
      [`${id} in ${theme}: ${target.join(' ')}`, html.slice(0, 300), failureSummary].join('\n'),
    ),
  )
}

/** Violations of all rules in the light theme, then of contrast in the dark theme, without a reload. */
export const violationsOf = async (page: Page): Promise<string[]> => [
  ...(await run(page, EVERY_RULE, 'light')),
  ...(await run(page, CONTRAST, 'dark')),
]
