/** Operating systems, browsers and devices of testing platforms, as documented by them. */
import type { CapabilityPlatform, TestingTool } from '../../../contract/launchers/options.ts'

const NEWEST = ['latest', 'latest-1', 'latest-2']

const desktop = (platformName: string, platformVersion: string | null, ...names: string[]): CapabilityPlatform => ({
  platformName,
  platformVersion,
  browsers: names.map((name) => ({ name, versions: NEWEST })),
  devices: [],
})

const mobile = (platformName: string, platformVersion: string, ...devices: string[]): CapabilityPlatform => ({
  platformName,
  platformVersion,
  browsers: [],
  devices,
})

const WINDOWS = ['chrome', 'firefox', 'edge']
const MAC = ['safari', 'chrome', 'firefox', 'edge']

export const CAPABILITIES: Readonly<Record<TestingTool, readonly CapabilityPlatform[]>> = {
  ASSAY_ENGINE: [desktop('Linux', null, 'chrome', 'firefox', 'edge')],
  BROWSER_STACK: [
    desktop('Windows', '11', ...WINDOWS),
    desktop('Windows', '10', ...WINDOWS),
    desktop('OS X', 'Tahoe', ...MAC),
    desktop('OS X', 'Sequoia', ...MAC),
    desktop('OS X', 'Sonoma', ...MAC),
    mobile('iOS', '18', 'iPhone 16', 'iPhone 16 Pro', 'iPhone 15'),
    mobile('iOS', '17', 'iPhone 15', 'iPhone 14', 'iPad Pro 12.9 2022'),
    mobile('Android', '15.0', 'Google Pixel 9', 'Samsung Galaxy S25'),
    mobile('Android', '14.0', 'Google Pixel 8', 'Samsung Galaxy S24', 'Samsung Galaxy Tab S9'),
  ],
  LAMBDA_TEST: [
    desktop('Windows 11', null, ...WINDOWS),
    desktop('Windows 10', null, ...WINDOWS),
    desktop('macOS Sequoia', null, ...MAC),
    desktop('macOS Sonoma', null, ...MAC),
    desktop('Linux', null, 'chrome', 'firefox'),
    mobile('iOS', '18', 'iPhone 16', 'iPhone 15 Pro'),
    mobile('Android', '15', 'Pixel 9', 'Galaxy S25'),
    mobile('Android', '14', 'Pixel 8', 'Galaxy S24'),
  ],
  ASSAY_DEVICE_FARM: [
    desktop('Linux', null, 'chrome', 'firefox', 'edge'),
    desktop('Windows', null, ...WINDOWS),
    desktop('mac', null, ...MAC),
  ],
  SAUCE_LABS: [
    desktop('Windows 11', null, ...WINDOWS),
    desktop('Windows 10', null, ...WINDOWS),
    desktop('macOS 15', null, ...MAC),
    desktop('macOS 14', null, ...MAC),
    desktop('Linux', null, 'chrome', 'firefox'),
    mobile('iOS', '18', 'iPhone.*', 'iPad.*'),
    mobile('Android', '15', 'Google.*', 'Samsung.*'),
    mobile('Android', '14', 'Google.*', 'Samsung.*'),
  ],
  TESTING_BOT: [
    desktop('WIN11', null, ...WINDOWS),
    desktop('WIN10', null, ...WINDOWS),
    desktop('SEQUOIA', null, ...MAC),
    desktop('SONOMA', null, ...MAC),
    desktop('LINUX', null, 'chrome', 'firefox'),
    mobile('iOS', '18.0', 'iPhone 16', 'iPhone 15'),
    mobile('Android', '15.0', 'Pixel 9', 'Galaxy S25'),
  ],
}
