import path from 'node:path'
import { pageModules } from '../../../scripts/page-links.ts'
import { inProjectHref, paths } from '../../../views/shared/routes.ts'
import { errorPages } from '../pages/error-pages.ts'
import { signInDirectly } from '../support/session.ts'
import { PROJECT_KEY, unattended } from '../support/founding.ts'
import { expect, test } from '../support/test.ts'

test.use({ environment: unattended })

test('[WNAV-16] [MERR-04] [ROUTES-29] [ROUTES-30] [ROUTES-33] shows /404, /500 and the page for unknown addresses, with no error in the console', async ({
  page,
}) => {
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  const errors = errorPages(page)
  await page.goto('/404')
  await errors.expectNotFound()
  await page.goto('/no/such/page')
  await errors.expectNotFound()
  await expect(page).toHaveURL(/\/404$/)
  await page.goto('/500')
  await errors.expectServerError()
  // Each page requests the session, and there is none.
  expect(complaints.filter((text) => !text.includes('401'))).toEqual([])

  await test.step('[SESSION-01] /sso leads to the sign-in, and signed-in users to the application', async () => {
    await page.goto('/sso')
    await expect(page.getByRole('heading', { name: 'Single sign-on is not set up' })).toBeVisible()
    await page.getByRole('link', { name: 'Go to sign in' }).click()
    await expect(page).toHaveURL(/\/signin$/)
    await signInDirectly(page)
    await page.goto('/sso')
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
  })
})

test('[PRODUCT-02] the code of an area is loaded when it is first opened, and once', async ({ page }) => {
  const scripts: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.endsWith('.js')) scripts.push(pathname)
  })
  await signInDirectly(page)
  await page.goto('/projects')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Projects')
  await page.waitForLoadState('networkidle')
  const areas = [
    [paths.launches, 'Launches'],
    [paths.testCases, 'Test cases'],
    [paths.sharedSteps, 'Shared steps'],
    [paths.testRuns, 'Test runs'],
    [paths.exploratorySessions, 'Exploratory sessions'],
    [paths.milestones, 'Milestones'],
    [paths.settings, 'General'],
  ] as const
  const modules = pageModules()
  const loadsOf = (pattern: string) => {
    const { name } = path.parse(modules.get(pattern) ?? '')
    return scripts.filter((script) => script.startsWith(`/assets/${name}-`))
  }
  const open = async ([pattern, title]: (typeof areas)[number]) => {
    await page.evaluate((href) => history.pushState(null, '', href), inProjectHref(pattern, PROJECT_KEY))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  }
  for (const area of areas) {
    expect(loadsOf(area[0])).toEqual([])
    await open(area)
    expect(loadsOf(area[0])).toHaveLength(1)
  }
  for (const area of areas) await open(area)
  for (const [pattern] of areas) expect(loadsOf(pattern)).toHaveLength(1)
})

test('asks for the open project once more at the most, when the live channel has connected', async ({ page }) => {
  await signInDirectly(page)
  const sentRequests: string[] = []
  page.on('request', (request) => sentRequests.push(new URL(request.url()).pathname))
  const times = () => sentRequests.filter((pathname) => pathname === `/api/projects/${PROJECT_KEY}`).length
  await page.goto(inProjectHref(paths.milestones, PROJECT_KEY))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Milestones')
  await expect.poll(times).toBeGreaterThan(0)
  await page.waitForLoadState('networkidle')
  expect(times()).toBeLessThanOrEqual(2)
})
