/** Reads the guides of `docs/guides`, whose README describes their form. */

export const GROUPS = ['Reporters of Assay', 'Java', 'Javascript', 'Python', 'C#'] as const
type Group = (typeof GROUPS)[number]

const STEPS = {
  'Get a sample project': 'sample',
  'Clone a sample project': 'sample',
  'Add the reporter': 'sample',
  'Configure credentials and reporting': 'credentials',
  'Configure Selenium WebDriver': 'driver',
  'Choose a browser': 'driver',
  'Run the tests': 'run',
  'View results': 'results',
} as const
export type StepId = (typeof STEPS)[keyof typeof STEPS]

/** A block of code with placeholders. */
export interface Template {
  /** Title of the block: a project file, or what the commands do. */
  label: string
  language: string
  code: string
  /** Settings have their own copy message (GUIDE-29). */
  isSettings: boolean
  /** Systems and shells that the block is for; empty for all. */
  systems: readonly string[]
  shells: readonly string[]
}

export interface GuideStep {
  id: StepId
  title: string
  /** In the order of the file. */
  parts: readonly ({ markdown: string } | Template)[]
}

/** A guide for reporting from one framework. */
export interface Guide {
  /** Path segment (NAV-04). */
  id: string
  name: string
  group: Group
  agent: string
  order: number
  /** First values of the fields. `{{callerAddress}}`: the reader's IP address, which distinguishes builds of several machines (GUIDE-26). */
  build: string
  environment: string
  /** Fields of step 3: platform, browser and video; browser only; or none (GUIDE-10 to 12, 18). */
  driver: 'webdriver' | 'browser' | 'none'
  /** Folder of the sample project; null where an existing project is cloned, or is the reader's own. */
  sample: string | null
  steps: readonly GuideStep[]
  /** False when the agent names launches itself. */
  takesLaunchName: boolean
  /** True when steps depend on the operating system (GUIDE-16). */
  hasSystems: boolean
}

/** Throws for a file that is not in the form of a guide. */
export const parseGuide = (id: string, text: string): Guide => {
  const [, head = '', body = ''] = /^---\n(.*?)\n---\n(.*)$/s.exec(text) ?? []
  const fields = new Map(head.split('\n').map((line) => [line.split(':', 1)[0] ?? '', valueOf(line)]))
  const field = (name: string): string => {
    const value = fields.get(name)
    if (value === undefined) throw new Error(`The guide ${id} has no ${name}`)
    return value
  }
  const steps = body
    .split(/^## /m)
    .slice(1)
    .map((section) => parseStep(id, section))
  return {
    id,
    name: field('name'),
    group: oneOf(GROUPS, field('group')),
    agent: field('agent'),
    order: Number(field('order')),
    build: field('build'),
    environment: field('environment'),
    driver: oneOf(['webdriver', 'browser', 'none'], field('driver')),
    sample: fields.get('sample') ?? null,
    steps: [...steps, { id: 'results', title: 'View results', parts: [] }],
    takesLaunchName: body.includes('{{launchName}}'),
    hasSystems: steps.some(({ parts }) => parts.some((part) => 'code' in part && part.systems.length > 0)),
  }
}

const valueOf = (line: string): string =>
  line
    .slice(line.indexOf(':') + 1)
    .trim()
    .replace(/^"(.*)"$/, '$1')

const oneOf = <Known extends string>(known: readonly Known[], value: string): Known => {
  const found = known.find((one) => one === value)
  if (found === undefined) throw new Error(`${value} is none of ${known.join(', ')}`)
  return found
}

const parseStep = (id: string, section: string): GuideStep => {
  const [title = '', ...rest] = section.split('\n')
  const step = (STEPS as Record<string, StepId | undefined>)[title]
  if (step === undefined) throw new Error(`The guide ${id} has an unknown step: ${title}`)
  const parts = rest
    .join('\n')
    // Texts and blocks alternate.
    .split(/^```/m)
    .flatMap((part, index): GuideStep['parts'] => {
      if (index % 2 === 1) return [parseBlock(part)]
      return part.trim() === '' ? [] : [{ markdown: part.trim() }]
    })
  return { id: step, title, parts }
}

const parseBlock = (block: string): Template => {
  const [info = '', ...lines] = block.split('\n')
  return {
    label: / title="([^"]*)"/.exec(info)?.[1] ?? '',
    language: info.split(' ', 1)[0] ?? '',
    code: lines.join('\n').trimEnd(),
    isSettings: / settings\b/.test(info),
    systems: / os=(\S+)/.exec(info)?.[1]?.split(',') ?? [],
    shells: / shell=(\S+)/.exec(info)?.[1]?.split(',') ?? [],
  }
}
