import { setTimeout } from 'node:timers/promises'
import { anAgent } from '../support/agent.ts'
import { launchesPage } from '../pages/launches.ts'
import { signInDirectly } from '../support/session.ts'
import { PROJECT_KEY, unattended } from '../support/founding.ts'
import { expect, test } from '../support/test.ts'

test.use({ environment: unattended, contextOptions: { reducedMotion: 'no-preference' } })

test('leaves the animations of a running launch to the compositor while a page is idle', async ({ page, assay }) => {
  const launch = await (await anAgent(assay.url)).startLaunch('Long')
  await launch.test('adds an item')
  await launch.startTest('lowers the total')
  await signInDirectly(page)
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('Performance.enable')
  const styleCalculations = async () => {
    const { metrics } = await devTools.send('Performance.getMetrics')
    return metrics.find(({ name }) => name === 'RecalcStyleCount')?.value ?? 0
  }
  const expectIdle = async () => {
    await expect.poll(() => page.evaluate(() => document.getAnimations().length)).toBeGreaterThan(0)
    // Running durations and live connections are stopped, animations are not.
    await devTools.send('Emulation.setScriptExecutionDisabled', { value: true })
    const before = await styleCalculations()
    // The measured time: 300 frames. Calculations may be pending when the scripts stop.
    await setTimeout(5000)
    expect((await styleCalculations()) - before).toBeLessThan(12)
    await devTools.send('Emulation.setScriptExecutionDisabled', { value: false })
  }
  await test.step('on the list of launches', async () => {
    await launchesPage(page).open()
    await expect(page.getByText('Long', { exact: true })).toBeVisible()
    await expectIdle()
  })
  await test.step('on the page of the launch', async () => {
    await page.goto(`/projects/${PROJECT_KEY}/automation-launches/${launch.id}`)
    await expect(page.getByRole('heading', { level: 1, name: 'Long' })).toBeVisible()
    await expectIdle()
  })
})
