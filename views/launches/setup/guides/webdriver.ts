/** Step 3: which browser runs the tests, and where. */
import type { GuideValues } from '../../../../machines/launches/reporting-guide.machine.ts'

export const BROWSERS = [
  { value: 'chrome', label: 'Chrome' },
  { value: 'firefox', label: 'Firefox' },
  { value: 'MicrosoftEdge', label: 'Edge' },
  { value: 'safari', label: 'Safari' },
] as const

export const PLATFORMS = [
  { value: 'linux', label: 'Linux' },
  { value: 'windows', label: 'Windows' },
  { value: 'mac', label: 'macOS' },
] as const

/** As environment variables of the sample projects. */
export const driverVariables = ({ browser, platform, recordsVideo, hubUrl }: GuideValues) =>
  [
    ['BROWSER', browser],
    ['PLATFORM', platform],
    ['RECORD_VIDEO', String(recordsVideo)],
    ...(hubUrl === '' ? [] : [['SELENIUM_HUB_URL', hubUrl] as const]),
  ] as const

/** As properties of the Java sample projects. */
export const driverProperties = ({ browser, platform, recordsVideo, hubUrl }: GuideValues) =>
  [
    ['browser', browser],
    ['platform', platform],
    ['record-video', String(recordsVideo)],
    ...(hubUrl === '' ? [] : [['hub-url', hubUrl] as const]),
  ] as const

/** As JSON of the Python sample projects. */
export const driverJson = ({ browser, platform, recordsVideo, hubUrl }: GuideValues): string =>
  JSON.stringify(
    { BROWSER: browser, PLATFORM: platform, RECORD_VIDEO: recordsVideo, SELENIUM_HUB_URL: hubUrl },
    null,
    2,
  )

export const WITHOUT_HUB =
  'Without a hub the tests open this browser on your own machine. Platform and video are up to a Selenium hub, which also records the video.'
