import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'

/** Folders of the server that every capability uses: a change there can break each of them. */
const INFRASTRUCTURE = ['access', 'db', 'http', 'live', 'files', 'jobs']

/**
 * Returns what runs the tests that the change since a commit can break: argument lists of vitest, one per run, and arguments of Playwright,
 * null for no browser test. Unit and model tests follow imports. Server and browser tests load the whole server, so the capability decides:
 * its folder in `tests/server` and `tests/e2e`, or all of them for a file that several capabilities use.
 */
export const changedTests = (root, base) => {
  const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean)
  const files = [...git('diff', '--name-only', base), ...git('ls-files', '--others', '--exclude-standard')]
  const server = foldersOf(root, 'tests/server', files, serverCapability)
  const pages = foldersOf(root, 'tests/e2e', files, pageCapability)
  console.log(`${files.length} files changed since ${base}`)
  console.log(`Server tests: ${describe(server)}. Browser tests: ${describe(pages)}.`)
  return {
    vitest: [
      ['--changed', base, '--project', 'unit', '--project', 'model', '--passWithNoTests'],
      ...(server.length === 0
        ? []
        : [['--project', 'server', '--project', 'server-postgres', '--passWithNoTests', ...server]]),
    ],
    playwright: pages.length === 0 ? null : pages,
  }
}

const describe = (folders) => (folders.length === 0 ? 'none' : folders.join(', '))

/** Folders of tests for the changed files; the parent of all of them if one of the files concerns every capability. */
const foldersOf = (root, tests, files, capabilityOf) => {
  const capabilities = new Set(files.map(capabilityOf).filter((name) => name !== null))
  const folders = [...capabilities].map((name) => `${tests}/${name}`)
  return folders.every((folder) => existsSync(path.join(root, folder))) ? folders.sort() : [tests]
}

const EVERY = '*'
const BUILD =
  /^(package-lock\.json|vite\.config\.ts|vitest\.config\.ts|tsconfig\.json|playwright\.config\.ts|scripts\/)/

const serverCapability = (file) => {
  const [room, second = '', third = ''] = file.split('/')
  if (BUILD.test(file)) return EVERY
  if (room === 'tests') return second === 'server' ? (third === 'support' ? EVERY : third) : null
  if (room === 'packages') return second
  if (room === 'contract') return file.endsWith('.ts') && third === '' ? EVERY : second
  if (room === 'server') return third === '' || INFRASTRUCTURE.includes(second) ? EVERY : second
  return null
}

const pageCapability = (file) => {
  const [room, second = '', third = ''] = file.split('/')
  if (BUILD.test(file)) return EVERY
  if (room === 'tests') return second === 'e2e' ? (['support', 'pages'].includes(third) ? EVERY : third) : null
  if (['contract', 'machines', 'services', 'views', 'server'].includes(room)) return third === '' ? EVERY : second
  return ['store', 'public', 'index.html'].includes(room) ? EVERY : null
}
