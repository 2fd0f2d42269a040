import type { GuideValues } from '../../../../machines/launches/reporting-guide.machine.ts'

export const GROUPS = ['Java', 'Javascript', 'Python', 'C#'] as const
export type Group = (typeof GROUPS)[number]

/** What the snippets of a guide are made of. */
export interface GuideParams {
  /** The server's address, without a slash at its end. */
  origin: string
  projectKey: string
  /** Null while there is none to show. */
  token: string | null
  values: GuideValues
}

export interface Snippet {
  /** Names the block: a file of the project, or what the commands do. */
  label: string
  code: string
  /** What to do with it. */
  about?: string
  /** Settings are copied with words of their own (GUIDE-29). */
  isSettings?: boolean
}

/** A guide to reporting from one framework. Everything that the page shows of it stands here. */
export interface Guide {
  /** Stands in its address (NAV-04). */
  id: string
  name: string
  group: Group
  agent: string
  /** `address`: the reader's own, which tells builds of several machines apart (GUIDE-26). */
  defaults: { build: string | { of: 'address' }; environment: string }
  /** False where the agent names launches itself. */
  takesLaunchName: boolean
  /** What step 3 offers: platform, browser and video, a browser alone, or nothing (GUIDE-10 to 12, 18). */
  driver: 'webdriver' | 'browser' | 'none'
  /** True where the steps differ with the operating system (GUIDE-16). */
  hasSystems: boolean
  /** Files of the sample project, by path, and the name of its folder; null where an existing project is cloned. */
  sample: { folder: string; files: Readonly<Record<string, string>> } | null
  prepare: (params: GuideParams) => Snippet[]
  configure: (params: GuideParams) => Snippet[]
  chooseDriver: (params: GuideParams) => Snippet[]
  run: (params: GuideParams) => Snippet[]
}

/** Stands in snippets for a token that was not created yet. */
export const NO_TOKEN = '<access token>'

export const JAVA_AND_JS_BUILD = '2.41.2.2431-SNAPSHOT'
export const PYTHON_BUILD = '1.0'
