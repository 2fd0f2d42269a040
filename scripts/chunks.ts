import path from 'node:path'
import type { Rolldown } from 'vite'
import { MAIN } from './page-links.ts'
import { LEAN_PAGES } from './size-budget.ts'

/** Packages that only some pages need, by the chunk that they share; all others are part of the base. */
const PACKAGES: [chunk: string, packages: RegExp][] = [
  ['log', /^(?:dexie|superstruct|immer)$/],
  ['rows', /^@tanstack\//],
  ['dragging', /^@dnd-kit\//],
  ['markdown', /^marked$/],
  ['charts', /^uplot$/],
  ['archives', /^fflate$/],
  ['schedules', /^croner$/],
  ['second-factor', /^(?:@simplewebauthn\/.*|uqr)$/],
]
const packageOf = (id: string): string | undefined => {
  const start = id.lastIndexOf('/node_modules/')
  const [scope = '', name = ''] = id.slice(start + '/node_modules/'.length).split('/')
  return start === -1 ? undefined : scope.startsWith('@') ? `${scope}/${name}` : scope
}
const chunkOfPackage = (id: string): string | null => {
  const name = packageOf(id)
  return name === undefined ? null : (PACKAGES.find(([, packages]) => packages.test(name))?.[0] ?? 'base')
}

const ROOT = path.join(import.meta.dirname, '..')
const folderOf = (id: string): string => path.relative(ROOT, path.dirname(id))
const isIn =
  (...folders: string[]) =>
  (id: string): boolean =>
    folders.some((folder) => `${folderOf(id)}/`.startsWith(`${folder}/`))
const isDirectlyIn =
  (...folders: string[]) =>
  (id: string): boolean =>
    folders.includes(folderOf(id))

/** `cases` for contract/cases, machines/cases and services/cases. */
const capabilityOf = (id: string): string | null =>
  /^(?:contract|machines|services)\/(?!outbox$)([^/]+)/.exec(folderOf(id))?.[1] ?? null
/** `outbox-runs` for store/outbox/runs: a page needs the commands of its own capability. */
const outboxOf = (id: string): string | null => {
  const part = /^store\/outbox\/([^/]+)/.exec(folderOf(id))?.[1]
  if (part !== undefined) return `outbox-${part}`
  return isIn('store/outbox', 'machines/outbox', 'views/application/outbox')(id) ? 'outbox' : null
}
/** Kinds of controls that only some pages need, with large code; all others are part of the base. */
const CONTROLS = ['charts', 'code', 'markdown', 'pickers', 'sorting']
/** `ui-pickers` for views/ui/pickers. */
const controlsOf = (id: string): string | null => {
  const part = CONTROLS.find((folder) => isIn(`views/ui/${folder}`)(id))
  return part === undefined ? null : `ui-${part}`
}
/** `common-steps` for views/shared/steps. */
const sharedViewsOf = (id: string): string | null => {
  const part = /^views\/shared\/([^/]+)/.exec(folderOf(id))?.[1]
  return part === undefined ? null : `common-${part}`
}
/** `cases-views` for files directly in views/cases. */
const viewsOf = (id: string): string | null => {
  const capability = /^views\/([^/]+)$/.exec(folderOf(id))?.[1]
  return capability === undefined ? null : `${capability}-views`
}
/** `cases-tree` for views/cases/tree. */
const viewPartOf = (id: string): string | null => {
  const [, capability, part] = /^views\/([^/]+)\/([^/]+)/.exec(folderOf(id)) ?? []
  return capability === undefined ? null : `${capability}-${part}`
}

const isBase = (id: string): boolean =>
  isDirectlyIn('contract', 'views/shared', 'views/shared/page', 'machines/patterns')(id) ||
  isIn('services/http', 'services/live')(id) ||
  (isIn('views/ui')(id) && controlsOf(id) === null)

type Context = Pick<Rolldown.PluginContext, 'getModuleInfo'>

let firstLoad: Set<string> | undefined
/** Returns whether the application, or a page with a small budget, imports the module statically. */
const isInFirstLoad = (id: string, context: Context): boolean => {
  if (firstLoad === undefined) {
    const found = new Set<string>()
    const follow = (module: string) => {
      if (found.has(module)) return
      found.add(module)
      context.getModuleInfo(module)?.importedIds.forEach(follow)
    }
    for (const module of [MAIN, ...LEAN_PAGES]) follow(path.join(ROOT, module))
    firstLoad = found
  }
  return firstLoad.has(id)
}

/** Moves modules that the first load does not need to a chunk of their own. */
const apartFromFirstLoad = (name: string | null, later: string, id: string, context: Context): string | null =>
  name === null || isInFirstLoad(id, context) ? name : later

const isLog = isIn('store/log', 'store/projections', 'store/drafts', 'machines/live', 'views/application/log')

/**
 * Groups of modules that become one file each, from the base to the pages. A group includes its modules' dependencies unless an earlier
 * group has them, so no two chunks import each other. Modules that only one page needs stay with that page.
 */
export const chunkGroups = [
  { name: 'visit', tags: ['$initial' as const] },
  // Rarely changes between releases, so browsers keep it cached.
  { name: 'react', test: /node_modules\/(?:react|react-dom|scheduler)\/|\/views\/boot\/react\.ts$/ },
  { name: 'app', test: isDirectlyIn('views/boot', 'views/shell') },
  {
    debugName: 'packages and base',
    name: (id: string, context: Context) => {
      const name = chunkOfPackage(id)
      if (name === 'base' || isBase(id)) return apartFromFirstLoad('base', 'forms', id, context)
      return name ?? (isLog(id) ? apartFromFirstLoad('log', 'log-later', id, context) : null)
    },
    minShareCount: 2,
  },
  {
    // Separate from the machines: other pages read a capability's contract for its events without using its machines.
    debugName: 'contracts',
    name: (id: string, context: Context) =>
      isIn('contract')(id) && !isInFirstLoad(id, context) ? `${capabilityOf(id)}-contract` : null,
    minShareCount: 2,
  },
  {
    debugName: 'capabilities',
    name: (id: string, context: Context) => {
      const name = capabilityOf(id)
      return apartFromFirstLoad(name, `${name}-later`, id, context)
    },
    minShareCount: 2,
  },
  { debugName: 'outbox', name: outboxOf, minShareCount: 2 },
  { debugName: 'controls', name: controlsOf, minShareCount: 2 },
  {
    // Before the other shared views: the first one of them that uses it would include it.
    debugName: 'filters',
    name: (id: string, context: Context) =>
      isIn('views/shared/filters')(id) && !isInFirstLoad(id, context) ? 'common-filters' : null,
    minShareCount: 2,
  },
  {
    debugName: 'shared views',
    name: (id: string, context: Context) => {
      const name = sharedViewsOf(id)
      return name !== null && isInFirstLoad(id, context) ? 'common' : name
    },
    minShareCount: 2,
  },
  {
    debugName: 'views',
    name: (id: string, context: Context) => {
      const name = viewsOf(id)
      return apartFromFirstLoad(name, `${name}-later`, id, context)
    },
    minShareCount: 2,
  },
  { debugName: 'parts of views', name: viewPartOf, minShareCount: 2 },
].map((group, i, { length }) => ({ ...group, priority: length - i }))

/** Returns the name of a chunk's group: the name of a chunk that several pages share lists all of them. */
const ownName = (name: string) => name.split('~')[0] ?? name
// Every visit loads the names of all chunks: seven characters of a hash are still unique.
export const chunkFileName = ({ name }: { name: string }) => `assets/${ownName(name)}-[hash:7].js`
