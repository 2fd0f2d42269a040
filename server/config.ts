import path from 'node:path'
import { z } from 'zod'
import { labelsIn, WorkerLabels } from '../contract/launchers/worker-labels.ts'
import { parseBucketUrl } from './files/bucket.ts'
import { parseAllowedAddresses } from './outgoing/allowed-addresses.ts'
import { isInstalled } from './installation.ts'
import { parseInstanceLabels } from './launchers/options/instance-labels.ts'
import { parseDockerHost } from './launchers/engine/docker-host.ts'
import { parseTrustedProxies } from './http/trusted-proxies.ts'
import { parseSecretKeys } from './secrets/keys.ts'

/** The only tenant of a server: prefix of live channel names. */
export const TENANT = 'assay'

const TRACING_PACKAGES = [
  '@opentelemetry/core',
  '@opentelemetry/exporter-trace-otlp-http',
  '@opentelemetry/resources',
  '@opentelemetry/sdk-trace',
]

const text = (about: string) => z.string().meta({ about })
const url = (about: string, protocols: RegExp) => z.url({ protocol: protocols }).meta({ about })
const number = (about: string, fallback: number, min: number, max: number) =>
  z.coerce.number().int().min(min).max(max).default(fallback).meta({ about })

/** Labels of a worker, separated by commas. */
export const workerLabels = (about: string) =>
  text(about)
    .default('')
    .refine((labels) => WorkerLabels.safeParse(labelsIn(labels)).success, 'must be labels with commas between')

/** Settings that servers and workers share. */
export const SHARED = {
  LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'])
    .default('info')
    .meta({ about: 'How much to log' }),
  ALLOW_INTERNAL_ADDRESSES: text(
    'Addresses of internal networks that the server may call where people enter them: true for all, or host names, addresses and ranges with commas between',
  )
    .default('false')
    .refine(
      (addresses) => parseAllowedAddresses(addresses) !== null,
      'must be true, false, or host names, addresses and ranges',
    ),
  DOCKER_HOST: text(
    'Docker Engine API that launchers run containers with, of Docker or Podman: unix:///path, http://host:port or https://host:port; none: no containers (default: the socket of Docker or Podman where there is one)',
  )
    .refine((address) => parseDockerHost(address) !== undefined, 'must be unix:///path, http(s)://host:port, or none')
    .optional(),
  LAUNCHER_NETWORK: text(
    'Network of the containers of launchers (default: bridge, or host while people reach the server only on its own machine)',
  ).optional(),
  LAUNCHER_SERVER_URL: url(
    'Address under which containers of launchers reach the server (default: PUBLIC_URL)',
    /^https?$/,
  ).optional(),
  LAUNCHER_KUBERNETES_NAMESPACE: text(
    'Namespace of a Kubernetes cluster that launchers run in (default: no Kubernetes)',
  )
    .regex(/^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/, 'must be the name of a namespace')
    .refine(
      () => isInstalled('@kubernetes/client-node'),
      'needs a package that is not installed: npm install @kubernetes/client-node@1',
    )
    .optional(),
  LAUNCHER_KUBERNETES_CONFIG: text(
    'File that says how the cluster is reached (default: the service account of the pod that the server runs in)',
  ).optional(),
  LAUNCHER_KUBERNETES_IMAGE: text(
    'Image with a shell and tar that brings files of launches into the cluster and out of it',
  ).default('busybox:1.37'),
  LAUNCHER_PROCESSES: z.enum(['true', 'false']).default('false').meta({
    about:
      'Whether launchers run commands as plain processes, with the rights of the server or worker, where there are no containers; only where the server listens on a loopback address',
  }),
}

/** All settings by environment variable. Empty values count as absent. */
const Environment = z.object({
  HOST: text('Address to listen on; 0.0.0.0 for all').default('127.0.0.1'),
  PORT: number('Port to listen on', 4400, 0, 65535),
  DATA_DIR: text('Folder of the embedded database, uploaded files and unsent mail').default('data'),
  DATABASE_URL: url('PostgreSQL to use instead of the embedded database', /^postgres(ql)?$/).optional(),
  DATABASE_REPLICA_URL: url(
    'Read-only copy of the PostgreSQL of DATABASE_URL, by streaming replication, that reports and exports are read from',
    /^postgres(ql)?$/,
  ).optional(),
  DATABASE_CONNECTIONS: number('Connections of one server to PostgreSQL, and as many to the read replica', 10, 2, 500),
  DATABASE_TIMEOUT_SECONDS: number(
    'Time after which PostgreSQL ends a statement, in seconds; 0: never. Migrations and backups have no limit',
    0,
    0,
    86_400,
  ),
  FILES_URL: text(
    'Bucket of an S3-compatible storage for uploaded files, as s3://key:secret@host/bucket?region=eu-west-1, s3+http:// without TLS (default: DATA_DIR/files); several servers on one database need it',
  )
    .refine(
      (url) => parseBucketUrl(url) !== null,
      'must be s3://key:secret@host/bucket, with each part percent-encoded',
    )
    .optional(),
  FILES_PUBLIC_URL: url(
    'Address of the bucket of FILES_URL for browsers and reporters, as https://s3.eu-west-1.amazonaws.com/bucket: large files then go directly (default: all files go through the server)',
    /^https?$/,
  )
    .refine((address) => isPlainAddress(address), 'must have no credentials, query or fragment')
    .transform((address) => withoutSlashes(address))
    .optional(),
  PUBLIC_URL: url(
    'Address under which people and agents reach the server (default: HOST and PORT)',
    /^https?$/,
  ).optional(),
  SECRET_KEY: text(
    'Key that secret values are encrypted with: 32 bytes in hex or base64; older ones may follow, after commas (default: DATA_DIR/secret.key, made when needed)',
  )
    .refine((keys) => parseSecretKeys(keys) !== null, 'must be 32 bytes, as 64 hexadecimal digits or in base64')
    .optional(),
  SMTP_URL: url(
    'Mail server, as smtp://user:password@host:port (default: mails are kept in DATA_DIR/outbox)',
    /^smtps?$/,
  ).optional(),
  MAIL_FROM: text('Sender of mails').default('Assay <assay@localhost>'),
  AI_URL: url(
    'Base address of a language model that suggests test cases, in the protocol of OpenAI, as https://api.openai.com/v1',
    /^https?$/,
  ).optional(),
  AI_MODEL: text('Name of the language model').optional(),
  AI_KEY: text('Key of the language model, where it wants one').optional(),
  AI_CREDITS: z.coerce
    .number()
    .int()
    .min(0)
    .max(10_000_000)
    .optional()
    .meta({ about: 'Suggested test cases per calendar month (default: as many as are asked for)' }),
  TRUST_PROXY: text(
    "Reverse proxies that may name the caller's address in X-Forwarded-For: how many there are (true is one), each at a private address, or their addresses and ranges with commas between",
  )
    .default('false')
    .refine(
      (proxies) => parseTrustedProxies(proxies) !== null,
      'must be a number of proxies, true, false, or addresses',
    ),
  MAX_BODY_MB: number('Largest JSON request, in MB', 32, 1, 1024),
  MAX_UPLOAD_MB: number('Largest artifact or video, in MB', 1024, 1, 10240),
  MAX_SCREENSHOT_MB: number('Largest screenshot, in MB', 20, 1, 1024),
  SESSION_MINUTES: number('How long a browser works without renewing its session, in minutes', 15, 1, 1440),
  SESSION_DAYS: number('How long an unused session can be renewed, in days', 14, 1, 365),
  AGENT_TOKEN_HOURS: number('How long the token lives that an agent gets for an access token, in hours', 72, 1, 8760),
  LAUNCH_SILENCE_MINUTES: number(
    'Silence of its agent after which a launch is ended and its open tests aborted, in minutes',
    120,
    1,
    43200,
  ),
  AUDIT_DAYS: number('How long the audit log is kept, in days; 0: for ever', 0, 0, 36_500),
  EVENT_RETENTION_DAYS: number('How long live events can be replayed, in days', 7, 1, 365),
  SAML_CLOCK_SKEW_SECONDS: number(
    'How far the clocks of identity providers may differ from that of the server, in seconds',
    60,
    0,
    600,
  ),
  GITHUB_URL: url('GitHub to list and read repositories from', /^https?$/).default('https://github.com'),
  GITHUB_CLIENT_ID: text('OAuth application of GitHub, for signing in to it from the Launchers area').optional(),
  GITHUB_CLIENT_SECRET: text('Secret of the OAuth application of GitHub').optional(),
  GITLAB_URL: url('GitLab to list and read repositories from', /^https?$/).default('https://gitlab.com'),
  GITLAB_CLIENT_ID: text('OAuth application of GitLab').optional(),
  GITLAB_CLIENT_SECRET: text('Secret of the OAuth application of GitLab').optional(),
  BITBUCKET_URL: url('Bitbucket to list and read repositories from', /^https?$/).default('https://bitbucket.org'),
  BITBUCKET_CLIENT_ID: text('OAuth consumer of Bitbucket').optional(),
  BITBUCKET_CLIENT_SECRET: text('Secret of the OAuth consumer of Bitbucket').optional(),
  ...SHARED,
  LAUNCHER_CONCURRENCY: number('Launches that this server runs at once; 0 for none', 2, 0, 100),
  ASSAY_WORKER_LABELS: workerLabels('Labels of what this server runs launches with, with commas between, as linux,gpu'),
  LAUNCHER_INSTANCE_LABELS: text(
    'Labels that workers need for instance types, as large=highmem; extra-large=highmem,fast (default: none)',
  )
    .default('')
    .refine((labels) => parseInstanceLabels(labels) !== null, 'must be instance types with labels'),
  SIGN_IN_ATTEMPTS: number(
    'Wrong passwords for one account from one address until the next attempt has to wait, 30 s at first and up to 15 min',
    10,
    1,
    100000,
  ),
  METRICS_TOKEN: text('Token with which Prometheus reads /metrics, at least 20 characters (default: no metrics)')
    .min(20)
    .optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: url(
    'Collector of OpenTelemetry that traces of requests are sent to, over HTTP, as http://collector:4318 (default: no traces); other variables of OpenTelemetry name headers and the service',
    /^https?$/,
  )
    .refine(
      () => TRACING_PACKAGES.every(isInstalled),
      `needs packages that are not installed: npm install ${TRACING_PACKAGES.join(' ')}`,
    )
    .optional(),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number()
    .min(0)
    .max(1)
    .default(1)
    .meta({ about: 'Share of the requests that are traced, unless their sender has decided' }),
  ASSAY_OWNER_USERNAME: text('Unattended set-up of an empty database: the username of its owner').optional(),
  ASSAY_OWNER_EMAIL: z.email().meta({ about: "Unattended set-up: the owner's e-mail" }).optional(),
  ASSAY_OWNER_PASSWORD: text("Unattended set-up: the owner's password").optional(),
  ASSAY_PROJECT_KEY: text('Unattended set-up: key of a first project').optional(),
  ASSAY_ACCESS_TOKEN: text('Unattended set-up: value of an access token of the owner, at least 20 characters')
    .min(20)
    .optional(),
})

export type Config = z.infer<typeof Environment> & { PUBLIC_URL: string; DATA_DIR: string }

/** Invalid environment: one line per invalid value. */
export class ConfigError extends Error {}

/** Drops empty values, which count as absent. */
export const givenIn = (environment: NodeJS.ProcessEnv): Record<string, string | undefined> =>
  Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))

/** Returns a line for each invalid value. */
export const problemsOf = ({ error }: z.ZodSafeParseResult<unknown>): string[] =>
  (error?.issues ?? []).map((issue) => `${issue.path.join('.')}: ${issue.message}`)

/** Reads the environment. Throws `ConfigError` that names every invalid value. */
export const readConfig = (environment: NodeJS.ProcessEnv): Config => {
  const given = givenIn(environment)
  const parsed = Environment.safeParse(given)
  const problems = problemsOf(parsed)
  problems.push(...unattendedProblems(given))
  if (parsed.success && parsed.data.LAUNCHER_PROCESSES === 'true' && !isLoopback(parsed.data.HOST))
    problems.push(
      'LAUNCHER_PROCESSES: only a server that listens on 127.0.0.1, ::1 or localhost may run plain processes',
    )
  if (given['AI_URL'] !== undefined && given['AI_MODEL'] === undefined) problems.push('AI_MODEL: AI_URL needs it')
  if (given['DATABASE_REPLICA_URL'] !== undefined && given['DATABASE_URL'] === undefined)
    problems.push('DATABASE_REPLICA_URL: needs DATABASE_URL, of which it is a copy')
  if (given['FILES_URL'] !== undefined && given['SECRET_KEY'] === undefined)
    problems.push('SECRET_KEY: servers that share FILES_URL need the same key')
  if (parsed.success) problems.push(...publicFilesProblems(parsed.data))
  if (!parsed.success || problems.length > 0) throw new ConfigError(problems.join('\n'))
  const { HOST, PORT } = parsed.data
  const shownHost = HOST === '0.0.0.0' || HOST === '::' ? 'localhost' : HOST
  return {
    ...parsed.data,
    DATA_DIR: path.resolve(parsed.data.DATA_DIR),
    PUBLIC_URL: withoutSlashes(parsed.data.PUBLIC_URL ?? `http://${shownHost}:${PORT}`),
  }
}

/** Removes slashes at the end. */
const withoutSlashes = (address: string): string => address.replace(/(?<!\/)\/+$/, '')

/** Returns whether a host name or address is a loopback one. */
export const isLoopback = (host: string): boolean => /^(127(\.\d{1,3}){3}|localhost|\[?::1\]?)$/i.test(host)

/** Returns whether the address has an origin and a path only. */
const isPlainAddress = (address: string): boolean => {
  if (!URL.canParse(address)) return false
  const { username, password, search, hash } = new URL(address)
  return [username, password, search, hash].every((part) => part === '')
}

const publicFilesProblems = ({
  FILES_PUBLIC_URL,
  FILES_URL,
  PUBLIC_URL = '',
}: z.infer<typeof Environment>): string[] => {
  if (FILES_PUBLIC_URL === undefined) return []
  const { origin, protocol } = new URL(FILES_PUBLIC_URL)
  return [
    ...(FILES_URL === undefined ? ['FILES_PUBLIC_URL: it is the address of a bucket, which FILES_URL names'] : []),
    ...(protocol === 'http:' && PUBLIC_URL.startsWith('https:')
      ? ['FILES_PUBLIC_URL: must be https, because pages of an https PUBLIC_URL load nothing else']
      : []),
    ...(URL.canParse(PUBLIC_URL) && new URL(PUBLIC_URL).origin === origin
      ? [
          'FILES_PUBLIC_URL: must be another origin than PUBLIC_URL, so that nothing in a file runs in that of the application',
        ]
      : []),
  ]
}

const unattendedProblems = (given: Record<string, string | undefined>): string[] => {
  const owner = ['ASSAY_OWNER_USERNAME', 'ASSAY_OWNER_EMAIL', 'ASSAY_OWNER_PASSWORD']
  const some = [...owner, 'ASSAY_PROJECT_KEY', 'ASSAY_ACCESS_TOKEN'].some((name) => given[name] !== undefined)
  if (!some) return []
  return owner.filter((name) => given[name] === undefined).map((name) => `${name}: unattended set-up needs it`)
}

/** A setting of `--help` and of the documentation. `fallback` is null where there is none. */
interface Setting {
  name: string
  about: string
  fallback: string | null
}

/** Returns the server's settings in the order in which they are shown. */
export const serverSettings = (): Setting[] => settingsOf(Environment.shape)

/** Returns the output of the server's `--help`. */
export const configHelp = (): string =>
  ['Assay is configured by environment variables:', '', ...serverSettings().map(settingLine), ''].join('\n')

/** Returns the variables of a schema with their defaults. */
export const settingsOf = (shape: Record<string, z.ZodType<string | number | undefined>>): Setting[] =>
  Object.entries(shape).map(([name, schema]) => {
    const fallback = schema.safeParse(undefined)
    const isShown = fallback.success && fallback.data !== undefined
    return { name, about: aboutOf(schema), fallback: isShown ? String(fallback.data) : null }
  })

/** Returns the line of a setting in the output of `--help`. */
export const settingLine = ({ name, about, fallback }: Setting): string =>
  `  ${name.padEnd(26)} ${about}${fallback === null ? '' : ` [${fallback}]`}`

/** Returns the description of a schema, which defaults and optionals wrap. */
const aboutOf = (schema: z.core.$ZodType): string => {
  const about = z.globalRegistry.get(schema)?.about
  if (typeof about === 'string') return about
  const { innerType, in: input } = schema._zod.def as { innerType?: z.core.$ZodType; in?: z.core.$ZodType }
  const inner = innerType ?? input
  return inner ? aboutOf(inner) : ''
}
