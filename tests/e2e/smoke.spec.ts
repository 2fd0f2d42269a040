import { errorPages } from './pages/error-pages.ts'
import { unattended } from './support/founding.ts'
import { expect, test } from './support/test.ts'

test.use({ environment: unattended })

test('the built server tells that it is well', async ({ request }) => {
  const answer = await request.get('/api/health')
  expect(answer.status()).toBe(200)
  expect(await answer.json()).toMatchObject({ status: 'ok', database: 'pglite' })
})

test('[WNAV-16] [ROUTES-29] [ROUTES-30] [ROUTES-33] /404, /500 and unknown addresses show their pages', async ({
  page,
}) => {
  const errors = errorPages(page)
  await page.goto('/404')
  await errors.expectNotFound()
  await page.goto('/no/such/page')
  await errors.expectNotFound()
  await page.goto('/500')
  await errors.expectServerError()
})

test('the page runs under its own security policy without a complaint', async ({ page }) => {
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  await page.goto('/404')
  await errorPages(page).expectNotFound()
  expect(complaints.filter((text) => !text.includes('401'))).toEqual([])
})
