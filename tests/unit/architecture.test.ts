import { globSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.join(import.meta.dirname, '../..')

/** Files that the linter's configuration applies its rules to. */
const { overrides } = JSON.parse(readFileSync(path.join(root, '.oxlintrc.json'), 'utf8')) as {
  overrides: { files: string[] }[]
}

const foldersOf = (room: string): string[] =>
  readdirSync(path.join(root, room), { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? [entry.name] : [],
  )

/** Folders of a pattern such as `server/{db,http}/**`. */
const listedIn = (room: string): string[] =>
  overrides.flatMap(({ files }) =>
    files.flatMap((file) => new RegExp(`^${room}/\\{(.*)\\}/\\*\\*$`).exec(file)?.[1]?.split(',') ?? []),
  )

/** Pairs of server folders of which the first imports the second, with an example. */
const importsOfServer = (): Map<string, Map<string, string>> => {
  const imports = new Map<string, Map<string, string>>()
  for (const file of globSync('server/*/**/*.ts', { cwd: root })) {
    const from = file.split(path.sep)[1] ?? ''
    for (const [, target = ''] of readFileSync(path.join(root, file), 'utf8').matchAll(/ from '(\.[^']+)'/g)) {
      const [room, to, ...rest] = path.posix.join(path.posix.dirname(file), target).split('/')
      if (room !== 'server' || to === undefined || rest.length === 0 || to === from) continue
      const known = imports.get(from) ?? new Map<string, string>()
      imports.set(from, known.set(to, file))
    }
  }
  return imports
}

test('the linter knows every folder of the server and of the views', () => {
  const infrastructure = listedIn('server')
  const capabilities = listedIn('views')
  const doors = overrides.find(({ files }) => files.includes('server/*/**'))
  const known = JSON.stringify(doors)
  const unknown = foldersOf('server').filter(
    (folder) => !infrastructure.includes(folder) && !known.includes(`${folder}/${folder}`),
  )
  expect(unknown).toEqual([])
  const sharedByViews = ['application', 'boot', 'server-rendering', 'shell', 'shared', 'ui']
  expect(foldersOf('views').filter((folder) => ![...capabilities, ...sharedByViews].includes(folder))).toEqual([])
})

test('capabilities of the server import each other in one direction', () => {
  const infrastructure = new Set(listedIn('server'))
  const imports = importsOfServer()
  const cycles: string[][] = []
  const visit = (folder: string, trail: readonly string[]): void => {
    if (trail.includes(folder)) cycles.push([...trail.slice(trail.indexOf(folder)), folder])
    else for (const to of imports.get(folder)?.keys() ?? []) if (!infrastructure.has(to)) visit(to, [...trail, folder])
  }
  for (const folder of imports.keys()) if (!infrastructure.has(folder)) visit(folder, [])
  expect(cycles).toEqual([])
})

test('every 429 of the server has Retry-After: only `tooMany` of server/http/refusal.ts makes one', () => {
  const others = globSync('server/**/*.ts', { cwd: root }).filter(
    (file) =>
      file !== path.join('server', 'http', 'refusal.ts') &&
      /Refusal\(\s*429|\.(?:status|code)\(429/.test(readFileSync(path.join(root, file), 'utf8')),
  )
  expect(others).toEqual([])
})
