/** What differs between a clone of the repository and the published package. */
import { readFileSync } from 'node:fs'
import { findPackageJSON } from 'node:module'
import path from 'node:path'

/** Folder of the clone or of the package. */
export const ROOT = path.resolve(import.meta.dirname, '..')

/** Returns the version of the application. */
export const readVersion = (): string =>
  (JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as { version: string }).version

/** The package has the modules compiled (`scripts/package.mjs`), because Node.js runs no TypeScript below `node_modules`. */
const ENDING = path.extname(import.meta.filename)

/** Returns the URL of a module that is started as a process or a thread. `module`: its path relative to `from`, without its ending. */
export const moduleUrl = (module: string, from: string): URL => new URL(module + ENDING, from)

/** Commands that start the programs, as users type them before options. */
export const COMMANDS =
  ENDING === '.ts'
    ? { server: 'npm start --', worker: 'npm run worker --' }
    : { server: 'assay-server', worker: 'assay-worker' }

/** Returns whether a package is installed: the published package leaves out optional ones. */
export const isInstalled = (name: string): boolean => {
  try {
    return findPackageJSON(name, import.meta.url) !== undefined
  } catch {
    return false
  }
}
