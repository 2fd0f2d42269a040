import { parse } from '@babel/parser'
import { chmodSync, cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import path from 'node:path'
import { buildDocs } from './docs.mjs'
import { build, must, npm } from './prepare.mjs'

/** Packages of dependencies that only few installations need: users of the package install them themselves. */
const OPTIONAL = [
  '@kubernetes/client-node',
  '@opentelemetry/core',
  '@opentelemetry/exporter-trace-otlp-http',
  '@opentelemetry/resources',
  '@opentelemetry/sdk-trace',
]

/**
 * Writes the package that users install: the built page, the documentation, and the server compiled to JavaScript, because Node.js runs no TypeScript below
 * `node_modules`. Its dependencies are the packages that the compiled server imports. `isComplete`: with the optional packages, for images.
 * Resolves with the folder.
 */
export const writePackage = async (root, run, { isComplete = false } = {}) => {
  await build(root, run)
  await buildDocs(root, run)
  console.log('Writing the package …')
  const folder = path.join(root, 'dist/package')
  rmSync(folder, { recursive: true, force: true })
  const tsc = path.join(root, 'node_modules/typescript/bin/tsc')
  await must(run, process.execPath, [tsc, '--project', 'tsconfig.package.json'])

  cpSync(path.join(root, 'server'), path.join(folder, 'server'), {
    recursive: true,
    filter: (file) => !file.endsWith('.ts'),
  })
  cpSync(path.join(root, 'dist/client'), path.join(folder, 'dist/client'), {
    recursive: true,
    filter: (file) => !file.endsWith('.map'),
  })
  cpSync(path.join(root, 'dist/docs'), path.join(folder, 'dist/docs'), { recursive: true })
  for (const file of ['README.md', 'CHANGELOG.md', 'LICENSE']) cpSync(path.join(root, file), path.join(folder, file))
  const manifest = manifestOf(root, importedPackages(folder), isComplete)
  writeFileSync(path.join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  for (const program of Object.values(manifest.bin)) chmodSync(path.join(folder, program), 0o755)

  // For images, which install exactly the tested versions: npm packs no lock file. npm removes what the manifest does not need from the copy.
  cpSync(path.join(root, 'package-lock.json'), path.join(folder, 'package-lock.json'))
  const [command, ...args] = npm()
  const options = ['--package-lock-only', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  await must(run, command, [...args, 'install', ...options], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
  return folder
}

const manifestOf = (root, imported, isComplete) => {
  const sources = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))
  const { version, description, license, type, dependencies, overrides, engines } = sources
  const undeclared = imported.filter((name) => !(name in dependencies))
  if (undeclared.length > 0) throw new Error(`package.json has no dependency ${undeclared.join(', ')}`)
  const isIncluded = (name) => isComplete || !OPTIONAL.includes(name)
  return {
    name: 'assay-server',
    version,
    description,
    license,
    type,
    bin: { 'assay-server': 'server/main.js', 'assay-worker': 'server/worker.js' },
    engines,
    dependencies: Object.fromEntries(imported.filter(isIncluded).map((name) => [name, dependencies[name]])),
    peerDependencies: Object.fromEntries(OPTIONAL.map((name) => [name, `^${dependencies[name]}`])),
    peerDependenciesMeta: Object.fromEntries(OPTIONAL.map((name) => [name, { optional: true }])),
    overrides,
  }
}

/** Returns the names of the packages that compiled modules import, sorted. */
const importedPackages = (folder) => {
  const names = readdirSync(folder, { recursive: true })
    .filter((file) => /^(?:server|contract)[\\/].*\.js$/.test(file))
    .flatMap((file) => specifiersIn(readFileSync(path.join(folder, file), 'utf8')))
    .filter((specifier) => !specifier.startsWith('.') && !isBuiltin(specifier))
    .map((specifier) =>
      specifier
        .split('/')
        .slice(0, specifier.startsWith('@') ? 2 : 1)
        .join('/'),
    )
  return [...new Set(names)].toSorted((one, other) => one.localeCompare(other))
}

const specifiersIn = (source) => {
  const found = []
  const visit = (node) => {
    if (node === null || typeof node !== 'object') return
    // Static imports and exports have a source, as imports at run time do.
    if (node.source?.type === 'StringLiteral') found.push(node.source.value)
    for (const child of Object.values(node)) visit(child)
  }
  visit(parse(source, { sourceType: 'module', attachComment: false }).program)
  return found
}
