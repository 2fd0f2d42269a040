import type { GuideValues } from '../../../../machines/launches/reporting-guide.machine.ts'

export const GROUPS = ['Java', 'Javascript', 'Python', 'C#'] as const
export type Group = (typeof GROUPS)[number]

/** Values that snippets are built from. */
export interface GuideParams {
  /** The server's URL, without a trailing slash. */
  origin: string
  projectKey: string
  /** Null while there is none. */
  token: string | null
  values: GuideValues
}

export interface Snippet {
  /** Title of the block: a project file, or what the commands do. */
  label: string
  code: string
  /** Instruction. */
  about?: string
  /** Settings have their own copy message (GUIDE-29). */
  isSettings?: boolean
}

/** A guide for reporting from one framework, with everything that the page shows. */
export interface Guide {
  /** Path segment (NAV-04). */
  id: string
  name: string
  group: Group
  agent: string
  /** `address`: the reader's IP address, which distinguishes builds of several machines (GUIDE-26). */
  defaults: { build: string | { of: 'address' }; environment: string }
  /** False when the agent names launches itself. */
  takesLaunchName: boolean
  /** Fields of step 3: platform, browser and video; browser only; or none (GUIDE-10 to 12, 18). */
  driver: 'webdriver' | 'browser' | 'none'
  /** True when steps depend on the operating system (GUIDE-16). */
  hasSystems: boolean
  /** Files of the sample project by path, and its folder name; null where an existing project is cloned. */
  sample: { folder: string; files: Readonly<Record<string, string>> } | null
  prepare: (params: GuideParams) => Snippet[]
  configure: (params: GuideParams) => Snippet[]
  chooseDriver: (params: GuideParams) => Snippet[]
  run: (params: GuideParams) => Snippet[]
}

/** Placeholder for a token that has not been created. */
export const NO_TOKEN = '<access token>'

export const JAVA_AND_JS_BUILD = '2.41.2.2431-SNAPSHOT'
export const PYTHON_BUILD = '1.0'
