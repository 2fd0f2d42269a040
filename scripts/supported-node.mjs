import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import { npm } from './prepare.mjs'

/** Node 22.18 and newer run TypeScript without an option. */
export const isSupported = Boolean(process.features.typescript)

/**
 * Resolves with the folder of the program `node`; the first call installs it from npm's registry. Resolves with null if the registry cannot be
 * reached, or has no Node for this machine.
 */
export const installNode = async (root, run) => {
  const version = readFileSync(path.join(root, '.node-version'), 'utf8').trim()
  const name = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`
  const folder = path.join(root, '.cache', `node-${version}`)
  const programs = path.join(folder, 'node_modules', name, 'bin')
  if (existsSync(programs)) return programs
  console.log(`Installing Node.js ${version} in .cache: Assay needs 22.18 or newer, and this is ${process.version} …`)
  // Renamed when it is complete, so that an interrupted installation is repeated.
  const draft = `${folder}.${process.pid}`
  mkdirSync(draft, { recursive: true })
  const [command, ...args] = npm()
  const options = ['--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--prefix', draft]
  const retries = ['--fetch-retries=1', '--fetch-retry-mintimeout=1000', '--fetch-retry-maxtimeout=1000']
  const quiet = { cwd: draft, stdio: 'ignore' }
  await run(command, [...args, 'install', ...options, ...retries, `${name}@${version}`], quiet)
  // It does not run on every system: some Linux distributions have another C library.
  const installed = path.join(draft, 'node_modules', name, 'bin/node')
  const code = await run(installed, ['--version'], quiet).catch(() => 1)
  if (code === 0 && !existsSync(folder)) renameSync(draft, folder)
  rmSync(draft, { recursive: true, force: true })
  return existsSync(programs) ? programs : null
}
