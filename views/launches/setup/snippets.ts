/** Fills the code of guides with values, quoted as each language requires. */
import type { GuideValues } from '../../../machines/launches/reporting-guide.machine.ts'
import type { Guide, GuideStep, Template } from './guide.ts'

/** Values that snippets are built from. */
export interface GuideParams {
  /** The server's URL, without a trailing slash. */
  origin: string
  projectKey: string
  /** Null while there is none. */
  token: string | null
  values: GuideValues
}

export type Snippet = Pick<Template, 'label' | 'code' | 'isSettings'>

/** Placeholder for a token that has not been created. */
export const NO_TOKEN = '<access token>'

type Quote = (value: string | boolean) => string

export const QUOTES: Readonly<Record<string, Quote>> = {
  /** A `.env` file as Node parses it: three kinds of quotation marks, no escapes. */
  dotenv: (value) => {
    const text = String(value)
    const quote = ["'", '"', '`'].find((mark) => !text.includes(mark)) ?? "'"
    return `${quote}${quote === "'" ? text.replaceAll("'", '’') : text}${quote}`
  },
  sh: (value) =>
    /^[\w./:@-]+$/.test(String(value)) ? String(value) : `'${String(value).replaceAll("'", String.raw`'\''`)}'`,
  powershell: (value) => `'${String(value).replaceAll("'", "''")}'`,
  /** In cmd, `%` cannot be escaped; it is literal unless a variable of that name exists. */
  bat: (value) => String(value).replaceAll('"', ''),
  /** A Java properties file: Latin-1, backslash escapes, leading white space of values removed. */
  properties: (value) =>
    String(value)
      .replaceAll('\\', '\\\\')
      .replace(/^ /, '\\ ')
      .replaceAll(/[^\x20-\x7e]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`),
  json: (value) => JSON.stringify(value),
  /** JSON is valid YAML. */
  yaml: (value) => JSON.stringify(value),
}

/** Returns the texts and snippets of a step for the reader's system. */
export const partsOf = (
  { parts }: GuideStep,
  { origin, projectKey, token, values }: GuideParams,
): ({ markdown: string } | Snippet)[] => {
  const { os, shell, ...ofFields } = values
  const filled = { ...ofFields, address: origin, projectKey, token: token ?? NO_TOKEN }
  return parts.flatMap((part): ({ markdown: string } | Snippet)[] => {
    if ('markdown' in part) return [part]
    const isShown =
      (part.systems.length === 0 || part.systems.includes(os)) &&
      (part.shells.length === 0 || os !== 'windows' || part.shells.includes(shell))
    return isShown ? [{ ...part, code: fill(part, filled) }] : []
  })
}

const PLACEHOLDER = /\{\{(\w+)(\?)?(?:\|([^}]*))?\}\}/

const fill = ({ code, language }: Template, values: Readonly<Record<string, string | boolean>>): string => {
  const quote = QUOTES[language] ?? String
  return code
    .split('\n')
    .flatMap((line) => {
      const [, name = '', isOptional, fallback = ''] = PLACEHOLDER.exec(line) ?? []
      const value = values[name] === '' ? fallback : (values[name] ?? '')
      if (isOptional !== undefined && value === '') return []
      // A function, because values may contain replacement patterns.
      return [line.replace(PLACEHOLDER, () => quote(value))]
    })
    .join('\n')
}

/** Values before the reader changes any. `callerAddress`: the reader's IP address as the server sees it. */
export const defaultValues = ({ build, environment }: Guide, callerAddress: string): GuideValues => ({
  launchName: 'Demo Launch',
  build: build.replace('{{callerAddress}}', callerAddress),
  environment,
  browser: 'chrome',
  platform: 'linux',
  recordsVideo: true,
  hubUrl: '',
  os: 'windows',
  shell: 'cmd',
})
