import { describe, expect, test } from 'vitest'
import type { ConfigItem } from '../../../contract/launchers/launch-config.ts'
import type { CapabilityPlatform, TestingExecutor } from '../../../contract/launchers/options.ts'
import {
  choiceIn,
  CYPRESS_PLATFORMS,
  withExecutor,
  withImage,
  withSecond,
  withSystem,
} from '../../../machines/launchers/platform-choice.ts'

const platforms: CapabilityPlatform[] = [
  {
    platformName: 'Windows',
    platformVersion: '11',
    browsers: [
      { name: 'chrome', versions: ['latest', '141'] },
      { name: 'edge', versions: ['latest'] },
    ],
    devices: [],
  },
  {
    platformName: 'macOS',
    platformVersion: '15',
    browsers: [
      { name: 'safari', versions: ['latest'] },
      { name: 'chrome', versions: ['latest'] },
    ],
    devices: [],
  },
  { platformName: 'iOS', platformVersion: '18', browsers: [], devices: ['iPhone 16', 'iPhone 15'] },
]
const items = (values: Record<string, string>): ConfigItem[] =>
  Object.entries(values).map(([name, value]) => ({ name, type: 'STRING', value }))
const valuesOf = (capabilities: readonly ConfigItem[]) =>
  Object.fromEntries(capabilities.map(({ name, value }) => [name, value]))
const windows = items({
  platformName: 'Windows',
  platformVersion: '11',
  browserName: 'chrome',
  browserVersion: '141',
})

describe('[VARS-10] saved capabilities select a system first, then a device or browser', () => {
  test('a browser with its version', () =>
    expect(choiceIn(windows, platforms)).toEqual({
      system: 'Windows 11',
      second: 'browserName',
      name: 'chrome',
      version: '141',
      offered: {
        systems: ['Windows 11', 'macOS 15', 'iOS 18'],
        names: ['chrome', 'edge'],
        versions: ['latest', '141'],
      },
    }))

  test('a device where the system is one of devices', () => {
    const saved = items({ platformName: 'iOS', platformVersion: '18', deviceName: 'iPhone 15', browserName: 'safari' })
    expect(choiceIn(saved, platforms)).toMatchObject({ second: 'deviceName', name: 'iPhone 15' })
  })

  test('keeps a saved selection that the platform does not offer', () =>
    expect(
      choiceIn(items({ platformName: 'Windows', platformVersion: '8', browserName: 'ie' }), platforms),
    ).toMatchObject({ system: 'Windows 8', name: 'ie', offered: { names: [] } }))

  test('another system keeps a browser that it offers, and no other', () => {
    expect(valuesOf(withSystem(windows, platforms, 'macOS 15'))).toEqual({
      platformName: 'macOS',
      platformVersion: '15',
      browserName: 'chrome',
    })
    expect(valuesOf(withSystem(windows, platforms, 'iOS 18'))).toEqual({ platformName: 'iOS', platformVersion: '18' })
    expect(withSystem(windows, platforms, '')).toEqual([])
  })

  test('a browser or device is chosen on the system that is', () => {
    const choice = choiceIn(windows, platforms)
    expect(valuesOf(withSecond(windows, choice, 'edge'))).toEqual({
      platformName: 'Windows',
      platformVersion: '11',
      browserName: 'edge',
    })
    expect(valuesOf(withSecond(windows, choice, ''))).toEqual({ platformName: 'Windows', platformVersion: '11' })
  })
})

test('[CONF-11] [CONF-12] an image of Cypress fixes the engine, and offers its browsers', () => {
  const offered = [{ image: 'cypress/included:15', launchCommand: 'npx cypress run', about: '' }]
  expect(withImage({ dockerImage: 'node:22' }, 'cypress/included:15', offered)).toEqual({
    dockerImage: 'cypress/included:15',
    launchCommand: 'npx cypress run',
    executor: 'ASSAY',
    executorId: null,
    providerCapabilities: [],
  })
  // A selection made since then stays.
  expect(withImage({ dockerImage: 'cypress/included:15' }, 'my/cypress:2', offered)).toEqual({
    dockerImage: 'my/cypress:2',
  })
  expect(CYPRESS_PLATFORMS.map(({ browsers }) => browsers.map(({ name }) => name))).toEqual([
    ['electron', 'chrome', 'firefox', 'edge'],
  ])
})

test('[CONF-20] resets the instance type with the engine', () => {
  const executor = (tool: 'ASSAY_ENGINE' | 'SAUCE_LABS'): TestingExecutor =>
    tool === 'ASSAY_ENGINE'
      ? { tool, executor: 'ASSAY', id: null, name: '', icon: 'engine' }
      : { tool, executor: tool, id: 'sauce-labs', name: '', icon: 'cloud' }
  expect(withExecutor(executor('SAUCE_LABS'))).toMatchObject({ executorId: 'sauce-labs', instanceTypeId: null })
  expect(withExecutor(executor('ASSAY_ENGINE'))).not.toHaveProperty('instanceTypeId')
})
