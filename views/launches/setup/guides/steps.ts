/** Steps of a guide and their default values. */
import type { GuideValues } from '../../../../machines/launches/reporting-guide.machine.ts'
import type { Guide, GuideParams, Snippet } from './guide.ts'

export type StepId = 'sample' | 'credentials' | 'driver' | 'run' | 'results'

export interface GuideStep {
  id: StepId
  title: string
}

export const stepsOf = ({ sample, driver }: Guide): GuideStep[] => [
  { id: 'sample', title: sample === null ? 'Clone a sample project' : 'Get a sample project' },
  { id: 'credentials', title: 'Configure credentials and reporting' },
  ...(driver === 'none'
    ? []
    : [
        {
          id: 'driver' as const,
          title: driver === 'webdriver' ? 'Configure Selenium WebDriver' : 'Choose a browser',
        },
      ]),
  { id: 'run', title: 'Run the tests' },
  { id: 'results', title: 'View results' },
]

export const snippetsOf = (guide: Guide, step: StepId, params: GuideParams): Snippet[] => {
  const snippets = {
    sample: guide.prepare,
    credentials: guide.configure,
    driver: guide.chooseDriver,
    run: guide.run,
    results: () => [],
  }[step]
  return snippets(params)
}

/** `address`: the reader's IP address as the server sees it. */
export const defaultValues = ({ defaults }: Guide, address: string): GuideValues => ({
  launchName: 'Demo Launch',
  build: typeof defaults.build === 'string' ? defaults.build : address,
  environment: defaults.environment,
  browser: 'chrome',
  platform: 'linux',
  recordsVideo: true,
  hubUrl: '',
  os: 'windows',
  shell: 'cmd',
})
