import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const SOURCES = [
  'contract',
  'store',
  'services',
  'machines',
  'views',
  'server',
  'public',
  'scripts',
  'index.html',
  'vite.config.ts',
  'tsconfig.json',
  'package.json',
  'package-lock.json',
]

/** Installs a folder's packages unless they were installed from its current lock file. */
export const install = async (folder, run, what = 'packages') => {
  const stamp = path.join(folder, 'node_modules/.assay-installed')
  const wanted = createHash('sha256')
    .update(readFileSync(path.join(folder, 'package-lock.json')))
    .digest('hex')
  if (read(stamp) === wanted) return
  console.log(`Installing ${what} …`)
  await must(run, npm(), ['ci', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: folder })
  writeFileSync(stamp, wanted)
}

/** Builds page and server if one is missing or a source has changed. */
export const build = async (root, run) => {
  const stamp = path.join(root, 'dist/.built-from')
  const wanted = fingerprint(root)
  const isWhole =
    existsSync(path.join(root, 'dist/server/main.js')) && existsSync(path.join(root, 'dist/client/index.html'))
  if (isWhole && read(stamp) === wanted) return
  console.log('Building …')
  const vite = path.join(root, 'node_modules/vite/bin/vite.js')
  await must(run, process.execPath, [vite, 'build', '--logLevel', 'warn'])
  await must(run, process.execPath, [vite, 'build', '--ssr', '--logLevel', 'warn'])
  mkdirSync(path.dirname(stamp), { recursive: true })
  writeFileSync(stamp, wanted)
}

export const npm = () => (process.platform === 'win32' ? 'npm.cmd' : 'npm')

/** Runs a command; exits with its code if it fails. */
export const must = async (run, command, args, options) => {
  const code = await run(command, args, options)
  if (code !== 0) process.exit(code)
}

const read = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : null)

/** Returns a hash that changes when a source is added, removed or edited. Uses paths, sizes and times, which is cheap. */
const fingerprint = (root) => {
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
  for (const source of SOURCES) walk(path.join(root, source))
  return hash.digest('hex')
}
