import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const SOURCES = [
  'contract',
  'store',
  'services',
  'machines',
  'views',
  'packages',
  'public',
  'scripts',
  'index.html',
  'vite.config.ts',
  'tsconfig.json',
  'package.json',
  'package-lock.json',
]

/**
 * Installs a folder's packages unless they were installed from its current lock file. `isForUse`: without those of development, which take
 * a third of the time.
 */
export const install = async (folder, run, { what = 'packages', isForUse = false } = {}) => {
  const stamp = path.join(folder, 'node_modules/.assay-installed')
  const complete = createHash('sha256')
    .update(readFileSync(path.join(folder, 'package-lock.json')))
    .digest('hex')
  const forUse = `${complete} for use`
  const installed = read(stamp)
  if (installed === complete || (isForUse && installed === forUse)) return
  console.log(`Installing ${what} …`)
  const [command, ...args] = npm()
  const options = ['--no-audit', '--no-fund', '--loglevel=error', ...(isForUse ? ['--omit=dev'] : [])]
  await must(run, command, [...args, 'ci', ...options], { cwd: folder })
  writeFileSync(stamp, isForUse ? forUse : complete)
}

/**
 * Builds the page if it is missing or a source has changed. `isForTests`: without compressed files and source maps, which take most of
 * the time; a complete build serves tests as well. `duringBuild` runs at the same time as a build, and only if there is one.
 */
export const build = async (root, run, { isForTests = false, duringBuild = () => Promise.resolve() } = {}) => {
  const stamp = path.join(root, 'dist/.built-from')
  const sources = fingerprint(root, SOURCES)
  const [complete, forTests] = [`${sources} complete`, `${sources} for tests`]
  const built = existsSync(path.join(root, 'dist/client/index.html')) ? read(stamp) : null
  if (built === complete || (isForTests && built === forTests)) return
  console.log('Building …')
  const vite = path.join(root, 'node_modules/vite/bin/vite.js')
  const options = { env: { ...process.env, ...(isForTests ? { BUILD_FOR_TESTS: '1' } : {}) } }
  await Promise.all([must(run, process.execPath, [vite, 'build', '--logLevel', 'warn'], options), duringBuild()])
  mkdirSync(path.dirname(stamp), { recursive: true })
  writeFileSync(stamp, isForTests ? forTests : complete)
}

/** Returns the command of npm: the npm that runs this script, or else the one in the path. It then runs on this Node, whichever npm started on. */
export const npm = () => {
  const script = process.env.npm_execpath
  return script?.endsWith('npm-cli.js') ? [process.execPath, script] : ['npm']
}

/** Runs a command; exits with its code if it fails. */
export const must = async (run, command, args, options) => {
  const code = await run(command, args, options)
  if (code !== 0) process.exit(code)
}

const read = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : null)

/** Returns a hash that changes when a source, a file or a folder, is added, removed or edited. Uses paths, sizes and times, which is cheap. */
export const fingerprint = (root, sources) => {
  const hash = createHash('sha256')
  const walk = (file) => {
    const stat = statSync(file, { throwIfNoEntry: false })
    if (!stat) return
    if (stat.isDirectory()) {
      for (const name of readdirSync(file).toSorted()) walk(path.join(file, name))
      return
    }
    hash.update(`${path.relative(root, file)} ${stat.size} ${stat.mtimeMs}\n`)
  }
  for (const source of sources) walk(path.join(root, source))
  return hash.digest('hex')
}
