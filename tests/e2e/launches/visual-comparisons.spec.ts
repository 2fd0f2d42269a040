import { Buffer } from 'node:buffer'
import type { Page } from '@playwright/test'
import { testPage } from '../pages/test-page.ts'
import { anAgent } from '../support/agent.ts'
import { violationsOf } from '../support/axe.ts'
import { unattended } from '../support/founding.ts'
import { signInDirectly } from '../support/session.ts'
import { expect, test } from '../support/test.ts'

test.use({ environment: unattended })

/** A picture with a square at a distance from the left, drawn by the browser. */
const picture = async (page: Page, x: number, height = 60): Promise<Uint8Array<ArrayBuffer>> => {
  const url = await page.evaluate(
    ([left, tall]) => {
      const canvas = document.createElement('canvas')
      canvas.width = 100
      canvas.height = tall ?? 0
      const pen = canvas.getContext('2d')
      if (pen === null) throw new Error('The browser draws no pictures')
      pen.fillStyle = 'white'
      pen.fillRect(0, 0, 100, tall ?? 0)
      pen.fillStyle = 'black'
      pen.fillRect(left ?? 0, 20, 20, 20)
      return canvas.toDataURL('image/png')
    },
    [x, height],
  )
  return new Uint8Array(Buffer.from(url.slice(url.indexOf(',') + 1), 'base64'))
}

test('images of a failed screenshot assertion are compared by slider, side by side, alternating and by their difference', async ({
  page,
  assay,
}) => {
  const launch = await (await anAgent(assay.url)).startLaunch('Visual')
  const id = await launch.startTest('looks the same')
  await launch.artifact(id, 'home-expected.png', await picture(page, 10))
  await launch.artifact(id, 'home-actual.png', await picture(page, 50, 80))
  await launch.artifact(id, 'cart-1-snap-diff.png', await picture(page, 30))
  await launch.screenshot(id, Date.now())
  await launch.finishTest(id, 'FAILED', 'Error: screenshots differ')
  await launch.finish()
  await signInDirectly(page)
  await testPage(page).open(launch.id, id, '?tab=screenshots')
  const home = page.getByRole('region', { name: 'Comparison home' })
  const mode = (name: string) =>
    home.getByRole('radiogroup', { name: 'View of home' }).getByText(name, { exact: true }).click()
  const image = (name: string) => home.getByRole('img', { name })
  await test.step('the slider moves by keys, and images of different sizes have one scale', async () => {
    await expect(home).toContainText('The sizes differ: 100 × 60 expected, 100 × 80 actual.')
    const slider = home.getByRole('slider', { name: 'Expected part of home' })
    await slider.focus()
    await page.keyboard.press('End')
    await expect(slider).toHaveAttribute('aria-valuetext', '100 % expected')
    await expect(image('Expected: home')).toHaveCSS('clip-path', 'inset(0px 0% 0px 0px)')
    const [expected, actual] = [await image('Expected: home').boundingBox(), await image('Actual: home').boundingBox()]
    expect([expected?.width, expected?.height, actual?.width, actual?.height]).toEqual([100, 60, 100, 80])
    expect(await violationsOf(page)).toEqual([])
  })
  await test.step('the images are side by side', async () => {
    await mode('Side by side')
    await expect(home.getByRole('img')).toHaveCount(2)
    await expect(home.locator('figcaption')).toHaveText(['Expected', 'Actual'])
  })
  await test.step('the images alternate, but with reduced motion the user chooses one', async () => {
    await mode('Blink')
    const choices = home.getByRole('radiogroup', { name: 'Image of home' })
    await expect(choices.getByRole('radio')).toHaveCount(2)
    await expect(image('Actual: home')).toBeHidden()
    await choices.getByText('Actual').click()
    await expect(image('Actual: home')).toBeVisible()
  })
  await test.step('without a reported difference, the browser computes it', async () => {
    await mode('Difference')
    await expect(image('Difference: home')).toBeVisible()
    await home.getByRole('button', { name: 'Actual size' }).click()
    await expect(home.getByRole('button', { name: 'Fit' })).toBeVisible()
  })
  await test.step('a composite of jest-image-snapshot is shown as it is, and other screenshots follow', async () => {
    const cart = page.getByRole('region', { name: 'Comparison cart-1-snap' })
    await expect(cart.getByRole('img', { name: 'Difference: cart-1-snap' })).toBeVisible()
    await expect(cart.getByRole('radiogroup')).toBeHidden()
    await expect(page.getByRole('main').getByRole('img', { name: /^Screenshot at / })).toHaveCount(1)
  })
})
