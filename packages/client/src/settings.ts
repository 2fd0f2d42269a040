import { readFileSync } from 'node:fs'
import { z } from 'zod/mini'
import { UsageError } from './failures.ts'

const FILE = 'assay.json'
const text = z.string().check(z.trim(), z.minLength(1))

/** Settings of a repository. Unknown names are errors, and so is a token, which must not be committed. */
const SettingsFile = z.strictObject({
  url: z.optional(text),
  project: z.optional(text),
  name: z.optional(text),
  environment: z.optional(text),
  results: z.optional(z.array(text)),
})
export type SettingsFile = z.infer<typeof SettingsFile>

/** Server and project that the commands use. */
export interface Connection {
  /** Without a trailing slash. */
  url: string
  token: string
  projectKey: string
  /** How long calls are repeated, in milliseconds. */
  retryMs: number
  /** Longest wait before a call is repeated. */
  longestWaitMs?: number
}

const RETRY_SECONDS = 60

/** Reads `assay.json` of the working directory; empty without one. Throws `UsageError` if it is invalid. */
export const readSettingsFile = (): SettingsFile => {
  const parsed = SettingsFile.safeParse(jsonOf(settingsText()))
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  if (issue?.code === 'unrecognized_keys') throw new UsageError(`${FILE}: unknown: ${issue.keys.join(', ')}`)
  throw new UsageError(`${FILE}: ${issue?.path.join('.') || 'the content'} is not valid`)
}

const settingsText = (): string => {
  try {
    return readFileSync(FILE, 'utf8')
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return '{}'
    throw new UsageError(`${FILE} cannot be read: ${message}`)
  }
}

const jsonOf = (content: string): unknown => {
  try {
    return JSON.parse(content)
  } catch (error) {
    throw new UsageError(`${FILE} is not JSON: ${(error as Error).message}`)
  }
}

type Env = Readonly<Record<string, string | undefined>>
/** Returns the value of the first variable that is set and not empty. */
const variable = (env: Env, ...names: readonly string[]): string | undefined =>
  names.map((name) => env[name]?.trim()).find(Boolean)

type Flags = { readonly [Name in 'url' | 'token' | 'project' | 'retry-for']?: string | undefined }

/**
 * Returns the address of the server, the token and the project. A flag overrides a variable, and a variable overrides `assay.json`. Throws
 * `UsageError` if one of them is missing.
 */
export const connectionOf = (flags: Flags, env: Env, file: SettingsFile): Connection => {
  const url = flags.url ?? variable(env, 'ASSAY_URL', 'REPORTING_SERVER_HOSTNAME') ?? file.url
  const token = flags.token ?? variable(env, 'ASSAY_TOKEN', 'REPORTING_SERVER_ACCESS_TOKEN')
  const projectKey = flags.project ?? variable(env, 'ASSAY_PROJECT', 'REPORTING_PROJECT_KEY') ?? file.project
  if (!url) throw new UsageError('The address of Assay is missing: set ASSAY_URL')
  if (!token) throw new UsageError('The access token is missing: set ASSAY_TOKEN (Profile → API Access)')
  if (!projectKey) throw new UsageError('The key of the project is missing: set ASSAY_PROJECT')
  if (!/^[\x21-\x7e]+$/.test(token)) throw new UsageError('The access token has characters that no token has')
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new UsageError(`The address of Assay must begin with http:// or https://: ${url}`)
  // Messages and the launch's address contain it.
  if (new URL(url).username !== '') throw new UsageError('The address of Assay must not hold a user name or password')
  return {
    url: url.replace(/\/$/, ''),
    token,
    projectKey,
    retryMs: secondsOf(flags['retry-for'] ?? variable(env, 'ASSAY_RETRY_FOR'), '--retry-for', RETRY_SECONDS) * 1000,
  }
}

/** Returns a number of seconds; `fallback` if it is missing. Throws `UsageError` for other values. */
export const secondsOf = (given: string | undefined, name: string, fallback: number): number => {
  if (given === undefined) return fallback
  if (!/^\d{1,6}$/.test(given)) throw new UsageError(`${name} must be a whole number of seconds: ${given}`)
  return Number(given)
}

/** Returns name, environment and build of the launch as agents are configured with them. */
export const launchVariables = (env: Env) => ({
  name: variable(env, 'REPORTING_LAUNCH_DISPLAY_NAME', 'REPORTING_RUN_DISPLAY_NAME'),
  environment: variable(env, 'REPORTING_LAUNCH_ENVIRONMENT', 'REPORTING_RUN_ENVIRONMENT'),
  build: variable(env, 'REPORTING_LAUNCH_BUILD', 'REPORTING_RUN_BUILD'),
})
