import path from 'node:path'
import { expect, test } from 'vitest'
import { atLeast, atMost, median } from './support/figures.ts'
import { launchBrowser, servePageOf } from './support/page.ts'

declare global {
  interface Window {
    measureAppend(count: number, batch: number): Promise<{ ours: number; theirs: number }>
    measureReplay(count: number): Promise<{ replay: number; read: number }>
  }
}

const ROUNDS = 5

test('the local event log against what it is built on', async () => {
  const served = await servePageOf(path.join(import.meta.dirname, 'in-page/local-log.ts'))
  const browser = await launchBrowser()
  try {
    const page = await browser.newPage()
    await page.goto(served.url)
    await page.waitForFunction(() => 'measureReplay' in window)
    await page.evaluate(() => window.measureAppend(2000, 500))
    const appends: Awaited<ReturnType<Window['measureAppend']>>[] = []
    for (let round = 0; round < ROUNDS; round += 1)
      appends.push(await page.evaluate(() => window.measureAppend(20_000, 500)))
    const perSecond = (key: 'ours' | 'theirs') => 20_000 / median(appends.map((one) => one[key]))
    atLeast('local log: append, against bare Dexie', perSecond('ours'), perSecond('theirs'), 0.6, 'events/s')
    const replays: Awaited<ReturnType<Window['measureReplay']>>[] = []
    for (let round = 0; round < ROUNDS; round += 1)
      replays.push(await page.evaluate(() => window.measureReplay(100_000)))
    const of = (key: 'replay' | 'read') => median(replays.map((one) => one[key]))
    atMost('local log: replay of 100,000 events, against reading them', of('replay'), of('read'), 1.3, 's')
    expect(appends.length + replays.length).toBe(2 * ROUNDS)
  } finally {
    await browser.close()
    served.close()
  }
})
