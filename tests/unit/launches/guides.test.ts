import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import type { GuideValues } from '../../../machines/launches/reporting-guide.machine.ts'
import { guideHref, stepIn, valuesIn } from '../../../views/launches/setup/guide-address.ts'
import { parseGuide, type Guide, type StepId } from '../../../views/launches/setup/guide.ts'
import { GUIDES } from '../../../views/launches/setup/guides.ts'
import { readSample } from '../../../views/launches/setup/sample-archive.ts'
import { defaultValues, NO_TOKEN, partsOf, QUOTES } from '../../../views/launches/setup/snippets.ts'

const address = '10.20.30.40'
const given = { origin: 'https://assay.example', projectKey: 'PAY', token: 'assay_abcdef' }
const shownIn = (guide: Guide, changes: Partial<GuideValues> = {}, steps?: StepId[]): string =>
  guide.steps
    .filter(({ id }) => steps === undefined || steps.includes(id))
    .flatMap((step) => partsOf(step, { ...given, values: { ...defaultValues(guide, address), ...changes } }))
    .flatMap((part) => ('code' in part ? [part.code] : []))
    .join('\n')
/** NUnit's snippets differ with the system and the shell. */
const systemsOf = ({ hasSystems }: Guide): Partial<GuideValues>[] =>
  hasSystems
    ? [{ os: 'linux' }, { os: 'macos' }, { os: 'windows', shell: 'cmd' }, { os: 'windows', shell: 'powershell' }]
    : [{}]
const guideOf = (id: string) => GUIDES.find((guide) => guide.id === id) as Guide

test.each(GUIDES)('$id: the settings name address, project, token and values, and no placeholder is left', (guide) => {
  for (const system of systemsOf(guide)) {
    const settings = shownIn(guide, system, ['credentials'])
    const { launchName, build, environment } = defaultValues(guide, address)
    const named = guide.takesLaunchName ? [launchName] : []
    for (const value of [given.origin, given.projectKey, given.token, build, environment, ...named])
      expect(settings).toContain(value)
    const all = shownIn(guide, system)
    for (const placeholder of [NO_TOKEN, /<[a-z -]{1,40}>/i, /\{[a-z]+\}/i, /your[-_ ]/i, /\bTODO\b|xxx/i, 'undefined'])
      expect(all).not.toMatch(placeholder)
  }
})

test('[GUIDE-15] a changed value replaces the default in the snippets', () => {
  const changes = { launchName: 'Nightly 7', build: '9.9.1', environment: 'STAGE' }
  for (const guide of GUIDES)
    for (const system of systemsOf(guide)) {
      const settings = shownIn(guide, { ...system, ...changes })
      expect(settings).toContain('9.9.1')
      expect(settings).toContain('STAGE')
      expect(settings.includes('Nightly 7')).toBe(guide.takesLaunchName)
      expect(settings).not.toContain('Demo Launch')
    }
})

test('[GUIDE-10] [GUIDE-15] platform, browser, hub and video are in the snippets of the third step', () => {
  for (const guide of GUIDES.filter(({ driver }) => driver === 'webdriver')) {
    const changes = { browser: 'firefox', platform: 'mac', hubUrl: 'http://grid:4444/wd/hub' }
    const on = shownIn(guide, changes, ['driver'])
    for (const value of ['firefox', 'mac', 'http://grid:4444/wd/hub', 'true']) expect(on).toContain(value)
    const off = shownIn(guide, { ...changes, recordsVideo: false }, ['driver'])
    expect(off.replace('false', 'true')).toBe(on)
  }
  expect(shownIn(guideOf('cypress'), { browser: 'firefox' }, ['run'])).toBe('npm test -- --browser firefox')
})

test('[GUIDE-19] [GUIDE-20] [GUIDE-21] [GUIDE-22] [GUIDE-24] values before anything is changed', () => {
  const snapshot = '2.41.2.2431-SNAPSHOT'
  const builds = Object.fromEntries(
    GUIDES.map((guide) => {
      const { launchName, build, environment, recordsVideo } = defaultValues(guide, address)
      expect([launchName, recordsVideo]).toEqual(['Demo Launch', true])
      return [guide.id, `${build} ${environment}`]
    }),
  )
  expect(builds, '[GUIDE-23] Java guides begin with QA, JavaScript and Python guides with LOCAL').toEqual({
    'assay-playwright': '1.0 LOCAL',
    'assay-vitest': '1.0 LOCAL',
    'assay-jest': '1.0 LOCAL',
    'assay-mocha': '1.0 LOCAL',
    'assay-pytest': '1.0 LOCAL',
    'assay-node-test': '1.0 LOCAL',
    carina: `${snapshot} QA`,
    testng: `${snapshot} QA`,
    junit4: `${snapshot} QA`,
    junit5: `${snapshot} QA`,
    cypress: `${snapshot} LOCAL`,
    wdio: `${snapshot} LOCAL`,
    nightwatch: `${snapshot} LOCAL`,
    robot: '1.0 LOCAL',
    pytest: '1.0 LOCAL',
    nunit: `${address} DEMO`,
  })
})

test('[GUIDE-16] [GUIDE-17] [GUIDE-18] [GUIDE-25] the steps of NUnit differ by system and shell, and it chooses no browser', () => {
  const nunit = guideOf('nunit')
  const variants = systemsOf(nunit).map((system) => shownIn(nunit, system))
  expect(new Set(variants).size).toBe(4)
  expect(variants.map((text) => /^(export|set|\$env:)/m.exec(text)?.[1])).toEqual(['export', 'export', 'set', '$env:'])
  expect(nunit.steps.map(({ id }) => id)).toEqual(['sample', 'credentials', 'run', 'results'])
  expect(GUIDES.filter(({ hasSystems }) => hasSystems)).toEqual([nunit])
})

test('values are quoted as each notation wants it', () => {
  const value = `it's "50%" $HOME \\ ü`
  const quoted = Object.fromEntries(Object.entries(QUOTES).map(([language, quote]) => [language, quote(value)]))
  expect(quoted).toEqual({
    sh: `'it'\\''s "50%" $HOME \\ ü'`,
    powershell: `'it''s "50%" $HOME \\ ü'`,
    bat: `it's 50% $HOME \\ ü`,
    dotenv: `\`it's "50%" $HOME \\ ü\``,
    properties: `it's "50%" $HOME \\\\ \\u00fc`,
    json: `"it's \\"50%\\" $HOME \\\\ ü"`,
    yaml: `"it's \\"50%\\" $HOME \\\\ ü"`,
  })
})

test('without a hub, its line is left out or has the address of a local one', () => {
  const driver = (id: string, hubUrl: string) => shownIn(guideOf(id), { hubUrl }, ['driver'])
  expect(driver('wdio', '')).not.toContain('SELENIUM_HUB_URL')
  expect(driver('wdio', 'http://grid')).toContain("SELENIUM_HUB_URL='http://grid'")
  expect(driver('carina', '')).toContain('selenium_url=http://localhost:4444/wd/hub')
  expect(driver('pytest', '')).toContain('"SELENIUM_HUB_URL": ""')
})

test('every guide has texts or code for each step, a language that is quoted, and the files of its sample', async () => {
  const isEmpty = ({ id, parts }: (typeof GUIDES)[number]['steps'][number]) => id !== 'results' && parts.length === 0
  const steps = GUIDES.flatMap((guide) => guide.steps)
  expect(steps.filter(isEmpty)).toEqual([])
  const languages = steps.flatMap(({ parts }) => parts.flatMap((part) => ('code' in part ? [part.language] : [])))
  expect(languages.filter((language) => !(language in QUOTES))).toEqual([])
  const samples = await Promise.all(GUIDES.flatMap(({ sample }) => (sample === null ? [] : [readSample(sample)])))
  const withoutSample = GUIDES.filter(({ sample }) => sample === null).map(({ id }) => id)
  expect(withoutSample).toEqual([
    'assay-playwright',
    'assay-vitest',
    'assay-jest',
    'assay-mocha',
    'assay-pytest',
    'assay-node-test',
    'carina',
  ])
  expect(samples.filter((sample) => Object.keys(sample).length < 2)).toEqual([])
})

test('a file that is no guide is rejected with the reason', () => {
  expect(() => parseGuide('jest', '---\nname: Jest\n---\n')).toThrow('The guide jest has no group')
  expect(() => parseGuide('jest', '---\nname: Jest\n---\n\n## Relax\n')).toThrow(
    'The guide jest has an unknown step: Relax',
  )
})

test('the samples that run here need the very versions of the agents that the tests install', async () => {
  const installed = JSON.parse(
    readFileSync(path.join(import.meta.dirname, '../../e2e/agents/package.json'), 'utf8'),
  ) as {
    dependencies: Record<string, string>
  }
  for (const folder of ['assay-webdriverio', 'assay-nightwatch']) {
    const requested = JSON.parse((await readSample(folder))[`${folder}/package.json`] ?? '{}') as typeof installed
    expect(installed.dependencies).toMatchObject(requested.dependencies)
  }
})

test('a guide has its open step and the changed values in its address', () => {
  const values: Partial<GuideValues> = { launchName: 'Nightly & more', recordsVideo: false, os: 'linux', hubUrl: '' }
  const href = guideHref('PAY', 'wdio', { step: 'driver', values })
  const search = href.slice(href.indexOf('?'))
  expect(href).toContain('/projects/PAY/automation-launches/getting-started/wdio?step=driver')
  expect(stepIn(search)).toBe('driver')
  expect(valuesIn(search)).toEqual(values)
  expect(valuesIn('?launchName=a%0Ab&os=beos')).toEqual({ launchName: 'a b' })
})
