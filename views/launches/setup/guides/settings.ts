/** Formats settings for files and shells that agents read, quoting values as each format requires. */
import { NO_TOKEN, type GuideParams } from './guide.ts'

type Entry = readonly [name: string, value: string]

/** Environment variables that agents read. `family`: the agent's name for a launch (protocol 8). */
export const reportingVariables = (
  { origin, projectKey, token, values }: GuideParams,
  family: 'LAUNCH' | 'RUN',
  { takesLaunchName = true }: { takesLaunchName?: boolean } = {},
): Entry[] => [
  ['REPORTING_ENABLED', 'true'],
  ['REPORTING_SERVER_HOSTNAME', origin],
  ['REPORTING_SERVER_ACCESS_TOKEN', token ?? NO_TOKEN],
  ['REPORTING_PROJECT_KEY', projectKey],
  ...(takesLaunchName ? [[`REPORTING_${family}_DISPLAY_NAME`, values.launchName] as const] : []),
  [`REPORTING_${family}_BUILD`, values.build],
  [`REPORTING_${family}_ENVIRONMENT`, values.environment],
]

/** The same as `agent.properties` of the Java agents. */
export const reportingProperties = ({ origin, projectKey, token, values }: GuideParams): Entry[] => [
  ['reporting.enabled', 'true'],
  ['reporting.server.hostname', origin],
  ['reporting.server.access-token', token ?? NO_TOKEN],
  ['reporting.project-key', projectKey],
  ['reporting.run.display-name', values.launchName],
  ['reporting.run.build', values.build],
  ['reporting.run.environment', values.environment],
]

/** The same as `agent.yaml` of the Python agents. A JSON string is a valid YAML string. */
export const reportingYaml = ({ origin, projectKey, token, values }: GuideParams): string =>
  [
    'reporting:',
    '  enabled: true',
    `  project-key: ${JSON.stringify(projectKey)}`,
    '  server:',
    `    hostname: ${JSON.stringify(origin)}`,
    `    access-token: ${JSON.stringify(token ?? NO_TOKEN)}`,
    '  run:',
    `    display-name: ${JSON.stringify(values.launchName)}`,
    `    build: ${JSON.stringify(values.build)}`,
    `    environment: ${JSON.stringify(values.environment)}`,
  ].join('\n')

const lines = (entries: readonly Entry[], line: (name: string, value: string) => string): string =>
  entries.map(([name, value]) => line(name, value)).join('\n')

/** A `.env` file as Node parses it: three kinds of quotation marks, no escapes. */
export const dotenv = (entries: readonly Entry[]): string =>
  lines(entries, (name, value) => {
    const quote = ["'", '"', '`'].find((mark) => !value.includes(mark)) ?? "'"
    return `${name}=${quote}${quote === "'" ? value.replaceAll("'", '’') : value}${quote}`
  })

export const shell = (entries: readonly Entry[]): string =>
  lines(entries, (name, value) => `export ${name}='${value.replaceAll("'", String.raw`'\''`)}'`)

export const powershell = (entries: readonly Entry[]): string =>
  lines(entries, (name, value) => `$env:${name} = '${value.replaceAll("'", "''")}'`)

/** In cmd, `%` cannot be escaped; it is literal unless a variable of that name exists. */
export const cmd = (entries: readonly Entry[]): string =>
  lines(entries, (name, value) => `set "${name}=${value.replaceAll('"', '')}"`)

/** A Java properties file: Latin-1, backslash escapes, leading white space of values removed. */
export const properties = (entries: readonly Entry[]): string =>
  lines(entries, (name, value) => {
    const escaped = value
      .replaceAll('\\', '\\\\')
      .replace(/^ /, '\\ ')
      .replaceAll(/[^\x20-\x7e]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)
    return `${name}=${escaped}`
  })
