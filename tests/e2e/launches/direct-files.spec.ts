import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { unzipSync, zipSync } from 'fflate'
import { openTestBucket, type TestBucket } from '../../server/support/s3.ts'
import { testPage } from '../pages/test-page.ts'
import { anAgent } from '../support/agent.ts'
import { film } from '../support/film.ts'
import { unattended } from '../support/founding.ts'
import { signInDirectly } from '../support/session.ts'
import { expect, test } from '../support/test.ts'

test.use({ environment: unattended, serviceWorkers: 'allow' })

let bucket: TestBucket
test.beforeAll(async () => {
  bucket = await openTestBucket()
})
test.afterAll(() => bucket.remove())

const LARGE = 128 * 1024
const TRACE = path.join(import.meta.dirname, '../../server/launches/files/checkout-trace.zip')

/** A PNG of noise, which does not become smaller. */
const noise = async (page: Page) =>
  Uint8Array.from(
    await page.evaluate(async () => {
      const canvas = new OffscreenCanvas(256, 256)
      const pen = canvas.getContext('2d')
      const pixels = new ImageData(256, 256)
      for (let row = 0; row < 256; row += 1)
        crypto.getRandomValues(new Uint8ClampedArray(pixels.data.buffer, row * 1024, 1024))
      pen?.putImageData(pixels, 0, 0)
      return [...new Uint8Array(await (await canvas.convertToBlob()).arrayBuffer())]
    }),
  )

/** Makes a WebM file longer by an element that players skip. */
const padded = (video: Buffer): Buffer =>
  Buffer.concat([video, Buffer.from([0xec, 0x10, 0x02, 0x00, 0x00]), Buffer.alloc(0x020000)])

test('pictures, videos and downloads come from the bucket, and the trace viewer reads through the server', async ({
  page,
  assay,
}) => {
  await assay.restart({ FILES_URL: bucket.url, FILES_PUBLIC_URL: bucket.publicUrl, SECRET_KEY: '00'.repeat(32) })
  await page.goto('/')
  const video = padded(await film(page))
  const launch = await (await anAgent(assay.url)).startLaunch('Checkout')
  const startedAt = Date.now()
  const id = await launch.startTest('pays', { startedAt })
  await launch.screenshot(id, startedAt + 500, await noise(page))
  const random = crypto.getRandomValues(new Uint8Array(LARGE / 2))
  const files = { ...unzipSync(readFileSync(TRACE)), 'resources/one': random, 'resources/other': random.toReversed() }
  await launch.artifact(id, 'trace.zip', Uint8Array.from(zipSync(files)))
  await launch.session({ browserName: 'firefox' }, [id], { startedAt, video })
  await launch.finishTest(id, 'FAILED', 'Error: expected "Paid"')
  await launch.finish()

  const fromBucket = new Set<string>()
  page.on('response', (response) => {
    if (response.url().startsWith(bucket.publicUrl) && response.ok())
      fromBucket.add(response.headers()['content-type'] ?? '')
  })
  await signInDirectly(page)
  await testPage(page).open(launch.id, id)
  await testPage(page).expectVideo({ isReady: true })
  await testPage(page).play()
  await expect.poll(async () => (await testPage(page).video()).hasEnded).toBe(true)
  const picture = page.getByRole('log', { name: 'Log' }).locator('img')
  await expect.poll(() => picture.evaluate(({ naturalWidth }: HTMLImageElement) => naturalWidth)).toBe(256)
  expect([...fromBucket].toSorted()).toEqual(['image/png', 'video/webm'])
  await test.step('a script does not get the redirect that the picture has left in the cache', async () => {
    expect(await picture.evaluate(async ({ src }: HTMLImageElement) => (await fetch(src)).status)).toBe(200)
  })

  await testPage(page).open(launch.id, id, '?tab=trace')
  const viewer = page.frameLocator('iframe[title="Trace trace.zip"]')
  await expect(viewer.getByRole('treeitem').first()).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download' }).click()
  expect((await download).suggestedFilename()).toBe('trace.zip')
  expect(await (await download).failure()).toBeNull()
  expect((await download).url()).toContain(bucket.publicUrl)
})
