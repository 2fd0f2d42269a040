import { readdirSync } from 'node:fs'
import { hostname } from 'node:os'
import path from 'node:path'
import { FEATURES, PROJECT_ACTIONS, ROLES, roleMay, type ProjectAction } from '../contract/access.ts'
import { CALLS, type Access, type AnyCall } from '../contract/call.ts'
import { RESULT_IMPORT_LIMITS } from '../contract/launches/result-import-limits.ts'
import { LIMITS } from '../contract/limits.ts'
import { FEATURE_LABELS } from '../contract/workspace/feature-labels.ts'
import { PERMISSION_SECTIONS } from '../contract/workspace/permission-labels.ts'
import { serverSettings } from '../server/config.ts'
import { workerSettings } from '../server/worker-config.ts'

const ACTION_LABELS: Record<ProjectAction, string> = {
  'project:read': 'Open the project and read its overview',
  'project:delete': 'Delete the project',
  'project:export': 'Export the project',
  'launches:read': 'Read launches, tests, logs and reports',
  'launches:report': 'Report and import results',
  'launches:write': 'Mark results, link issues, compare, change many tests',
  'launches:manage': 'Review, abort and delete launches',
  'launchers:write': 'Change repositories, launchers and presets, and start launches',
  'settings:read': 'Read what cases, runs and launches refer to',
  'settings:write': 'Change the settings of the project',
  'secrets:reveal': 'Reveal secret values of variables',
  'members:read': 'See the members',
  'members:write': 'Add and change members',
  'cases:read': 'Read test cases and shared steps',
  'cases:write': 'Change test cases, suites and shared steps',
  'exploratory:read': 'Read exploratory sessions',
  'exploratory:write': 'Record exploratory sessions',
  'runs:read': 'Read test runs and plans',
  'runs:write': 'Change test runs and record results, change own plans',
  'plans:manage': 'Change plans of other users',
  'public-links:write': 'Create and revoke public links to what they may change',
  'change-log:read': 'Read the change log of the settings',
  'milestones:read': 'See milestones',
  'milestones:write': 'Change milestones',
}

const LIMIT_LABELS: [label: string, limit: string][] = [
  ['Steps of a test case or of shared steps', count(LIMITS.maxSteps)],
  ['Attachments of a test case', `${count(LIMITS.maxAttachments)}, ${megabytes(LIMITS.attachmentBytes)} each`],
  ['Title of a test case', `${count(LIMITS.caseTitle)} characters`],
  ['Description, condition, action or expected result', `${count(LIMITS.maxCaseText)} characters`],
  ['Suites of a project, and levels of them', `${count(LIMITS.maxSuites)}, ${count(LIMITS.suiteDepth)} levels`],
  ['Requirements of a project', count(LIMITS.maxRequirements)],
  ['States and transitions of a model', `${count(LIMITS.maxModelStates)} and ${count(LIMITS.maxModelTransitions)}`],
  ['Cases of a test run', count(LIMITS.runCases)],
  ['Runs of a test plan', count(LIMITS.planRuns)],
  ['Comment of a result', `${count(LIMITS.resultComment)} characters`],
  ['Files, defects of a result', `${count(LIMITS.resultFiles)}, ${count(LIMITS.resultDefects)}`],
  ['Observations of an exploratory session', count(LIMITS.maxObservations)],
  ['File of an exploratory session', megabytes(LIMITS.exploratoryFileBytes)],
  ['Time box of an exploratory session', `${count(LIMITS.timeBoxMinutes / 60)} hours`],
  ['Tests changed by one bulk action', count(LIMITS.testsAtOnce)],
  ['Labels, links and linked cases that an agent reports for a launch or test', count(LIMITS.reportedEntries)],
  ['Saved filters of a project', count(LIMITS.savedFilters)],
  ['Files of an import', `${count(RESULT_IMPORT_LIMITS.files)}, ${megabytes(RESULT_IMPORT_LIMITS.fileBytes)} each`],
  ['Tests of an import', count(RESULT_IMPORT_LIMITS.tests)],
  [
    'Attachments of an import',
    `${count(RESULT_IMPORT_LIMITS.attachments)}, ${megabytes(RESULT_IMPORT_LIMITS.attachmentsBytes)} in all`,
  ],
  ['Steps of an attempt', count(RESULT_IMPORT_LIMITS.steps)],
]

/** Returns the generated pages of the documentation, as Markdown by file name. */
export const referencePages = async (): Promise<Record<string, string>> => {
  const calls = await callsByCapability()
  return {
    'settings.md': settingsPage(),
    'permissions.md': permissionsPage(),
    'limits.md': pageOf('Limits', 'The server rejects what is larger, and names the field.', [
      table(['what', 'limit'], LIMIT_LABELS),
      'The sizes of requests and uploads are [settings](settings.md). What is read of an imported report is listed with the [formats](../reports.md).',
    ]),
    'api.md': pageOf(
      'API',
      'Every call of the browser is open to tools with an [access token](../manual/administration.md).',
      [
        'The server describes each call with its fields at `/api/docs`, as OpenAPI 3.1. A writing call with an `Idempotency-Key` header is applied once, also when it is repeated. Errors are JSON with `code`, `message`, and `fields` where a field is wrong.',
        list([...calls.keys()].map((name) => `[${titleOf(name)}](api-${name}.md)`)),
      ],
    ),
    ...Object.fromEntries([...calls].map(([name, own]) => [`api-${name}.md`, callsPage(name, own)])),
  }
}

const pageOf = (title: string, about: string, parts: string[]): string =>
  [`# ${title}`, about, ...parts, ''].join('\n\n')

const settingsPage = (): string => {
  const rows = (settings: ReturnType<typeof serverSettings>) =>
    settings.map(({ name, about, fallback }) => [
      code(name),
      about,
      // The name of this machine is that of nobody who reads the page.
      fallback === hostname() ? 'the host name' : fallback ? code(fallback) : '',
    ])
  const shared = new Set(serverSettings().map(({ name }) => name))
  return pageOf(
    'Settings',
    'Environment variables configure the server and the worker. An empty value counts as none.',
    [
      '## Server',
      table(['variable', 'for', 'default'], rows(serverSettings())),
      '## Worker',
      'A worker also reads `LOG_LEVEL`, `DATA_DIR`, `DOCKER_HOST`, `ALLOW_INTERNAL_ADDRESSES` and `LAUNCHER_…`, as the server does.',
      table(['variable', 'for', 'default'], rows(workerSettings().filter(({ name }) => !shared.has(name)))),
    ],
  )
}

const permissionsPage = (): string =>
  pageOf(
    'Permissions',
    'A role permits actions in a project. A group permits actions in the workspace, and can give a role in every project.',
    [
      '## Roles',
      table(
        ['action', ...ROLES.map((role) => role.toLowerCase())],
        (Object.keys(PROJECT_ACTIONS) as ProjectAction[]).map((action) => [
          ACTION_LABELS[action],
          ...ROLES.map((role) => (roleMay(role, action) ? 'yes' : '')),
        ]),
      ),
      '## Permissions of groups',
      ...PERMISSION_SECTIONS.flatMap(({ section, permissions }) => [
        `**${section}**`,
        list(permissions.map(({ label }) => label)),
      ]),
      '## Features',
      'A super admin switches them off for the whole workspace under Settings → Plan and features.',
      table(
        ['feature', 'without it, nobody has'],
        FEATURES.map((feature) => [FEATURE_LABELS[feature].name, FEATURE_LABELS[feature].gates]),
      ),
    ],
  )

const callsPage = (capability: string, calls: readonly AnyCall[]): string =>
  pageOf(`API: ${titleOf(capability)}`, `Calls of ${titleOf(capability).toLowerCase()}, with who may make them.`, [
    table(
      ['call', 'does', 'who'],
      calls.map(({ method, path: address, summary, access, reports }) => [
        code(`${method} ${address}`),
        summary,
        whoMay(access) + (reports === true ? '; a token that reports' : ''),
      ]),
    ),
  ])

const whoMay = (access: Access): string => {
  if (access === 'anyone') return 'anyone'
  if (access === 'signed-in') return 'any user'
  if (access === 'writer') return 'any user who is not read-only'
  if ('public' in access) return 'a visitor of a public link'
  if ('workspace' in access) return [access.workspace, ...(access.or ?? [])].map(code).join(' or ')
  const roles = ROLES.filter((role) => roleMay(role, access.project))
  return roles.length === ROLES.length ? 'any member' : roles.map((role) => role.toLowerCase()).join(', ')
}

/** Loads the modules of each folder of the contract. Resolves with the calls that they define, by the folder's name. */
const callsByCapability = async (): Promise<Map<string, AnyCall[]>> => {
  const contract = path.join(import.meta.dirname, '../contract')
  const owned = new Map<string, AnyCall[]>()
  const folders = readdirSync(contract, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  const known = new Map<string, string>()
  for (const { name } of folders.toSorted((one, other) => one.name.localeCompare(other.name)))
    for (const file of readdirSync(path.join(contract, name), { recursive: true, encoding: 'utf8' }))
      if (file.endsWith('.ts'))
        for (const value of Object.values((await import(path.join(contract, name, file))) as Record<string, unknown>))
          if (isCall(value)) known.set(value.name, name)
  for (const call of CALLS) {
    const capability = known.get(call.name) ?? 'workspace'
    owned.set(capability, [...(owned.get(capability) ?? []), call])
  }
  return new Map([...owned].toSorted(([one], [other]) => one.localeCompare(other)))
}

const isCall = (value: unknown): value is AnyCall =>
  typeof value === 'object' && value !== null && CALLS.includes(value as AnyCall)

function count(number: number): string {
  return number.toLocaleString('en-US')
}
function megabytes(bytes: number): string {
  return `${count(bytes / 1024 / 1024)} MB`
}
const code = (text: string): string => `\`${text}\``
const titleOf = (capability: string): string =>
  capability.charAt(0).toUpperCase() + capability.slice(1).replaceAll('-', ' ')
const list = (entries: readonly string[]): string => entries.map((entry) => `- ${entry}`).join('\n')
const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows]
    .map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`)
    .join('\n')
