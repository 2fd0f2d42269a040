import { mkdirSync } from 'node:fs'
import path from 'node:path'
import type { Config } from '../../config.ts'
import { allowedAddressesOf } from '../../outgoing/allowed-addresses.ts'
import { resolveAllowed } from '../../outgoing/resolve-allowed.ts'

/** Repository with its credentials. */
export interface GitTarget {
  url: string
  username: string | null
  password: string | null
  /** A folder of this server: the demo repository, never a user's input. */
  isLocal?: boolean
}

/**
 * Builds the environment of a git command for a target: no prompts, hooks, helpers or settings of the machine; only the target's protocol
 * and the validated addresses; no redirects to others. Credentials are passed in the environment, which the process list does not show.
 * Throws `OutgoingFailure`.
 */
export const gitEnvironment = async (
  target: GitTarget,
  config: Pick<Config, 'DATA_DIR' | 'ALLOW_INTERNAL_ADDRESSES'>,
): Promise<NodeJS.ProcessEnv> => {
  const home = path.join(config.DATA_DIR, 'git')
  mkdirSync(home, { recursive: true, mode: 0o700 })
  const base = {
    PATH: process.env['PATH'] ?? '/usr/bin:/bin',
    HOME: home,
    LC_ALL: 'C',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_TERMINAL_PROMPT: '0',
    GIT_ASKPASS: '/bin/false',
    SSH_ASKPASS: '/bin/false',
    GIT_OPTIONAL_LOCKS: '0',
  }
  const settings: [string, string][] = [
    ['credential.helper', ''],
    ['core.hooksPath', '/dev/null'],
    ['core.fsmonitor', 'false'],
    ['http.followRedirects', 'false'],
    ['http.sslVerify', 'true'],
    ['protocol.version', '2'],
  ]
  if (target.isLocal === true) return { ...base, GIT_ALLOW_PROTOCOL: 'file', ...settingsIn(settings) }
  const { protocol, hostname, port, host } = new URL(target.url)
  const addresses = await resolveAllowed(hostname, allowedAddressesOf(config.ALLOW_INTERNAL_ADDRESSES))
  const scheme = protocol.slice(0, -1)
  if (scheme === 'ssh')
    return {
      ...base,
      GIT_ALLOW_PROTOCOL: 'ssh',
      GIT_SSH_VARIANT: 'ssh',
      GIT_SSH_COMMAND: sshCommand(home, hostname, addresses[0] ?? hostname),
      ...settingsIn(settings),
    }
  const givenPort = port === '' ? (scheme === 'https' ? '443' : '80') : port
  const pinned = addresses.map((address) => (address.includes(':') ? `[${address}]` : address)).join(',')
  settings.push(['http.curloptResolve', `${hostname}:${givenPort}:${pinned}`], ['http.proxy', ''])
  if (target.password !== null) {
    const basic = Buffer.from(`${target.username ?? 'token'}:${target.password}`).toString('base64')
    settings.push([`http.${protocol}//${host}/.extraHeader`, `Authorization: Basic ${basic}`])
  }
  const authorities = process.env['GIT_SSL_CAINFO'] ?? process.env['NODE_EXTRA_CA_CERTS']
  return {
    ...base,
    GIT_ALLOW_PROTOCOL: scheme,
    ...(authorities === undefined ? {} : { GIT_SSL_CAINFO: authorities }),
    ...settingsIn(settings),
  }
}

/** Returns git settings as environment variables. */
const settingsIn = (settings: readonly (readonly [string, string])[]): NodeJS.ProcessEnv => ({
  GIT_CONFIG_COUNT: String(settings.length),
  ...Object.fromEntries(
    settings.flatMap(([key, value], i) => [
      [`GIT_CONFIG_KEY_${i}`, key],
      [`GIT_CONFIG_VALUE_${i}`, value],
    ]),
  ),
})

/** Connects to the validated address, and accepts only host keys in the server's list. */
const sshCommand = (home: string, hostname: string, address: string): string =>
  [
    'ssh',
    '-F /dev/null',
    '-o BatchMode=yes',
    '-o StrictHostKeyChecking=yes',
    `-o UserKnownHostsFile=${quoted(path.join(home, 'known_hosts'))}`,
    `-o HostKeyAlias=${quoted(hostname)}`,
    `-o HostName=${quoted(address)}`,
    '-o IdentitiesOnly=yes',
    `-o IdentityFile=${quoted(path.join(home, 'id'))}`,
    '-o ForwardAgent=no',
    '-o PermitLocalCommand=no',
    '-o ConnectTimeout=15',
  ].join(' ')

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`
