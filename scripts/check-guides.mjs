// Asks the registries for every package that a guide of the product tells users to install. Run it by hand, with a network:
// node scripts/check-guides.mjs. It uses npm, pip, mvn and dotnet, and lists what it could not check without them.
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { REPORTING_AGENTS } from '../views/launches/setup/reporting-agents.ts'

const samples = 'docs/guides/samples'
const files = readdirSync(samples, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map(({ parentPath, name }) => {
    const file = path.join(parentPath, name)
    return { where: file, file: name, content: readFileSync(file, 'utf8') }
  })

/** Packages of the lines and files, as registry, name and version; the version is null for the newest. */
const packages = [
  ...REPORTING_AGENTS.flatMap(({ id, install }) => {
    const where = `agent ${id}`
    // The server offers its own packages.
    if (install.includes('{{address}}')) return []
    const npm = /^npm i -D (\S+)$/.exec(install)?.[1]
    if (npm !== undefined) return [{ where, registry: 'npm', name: npm, version: null }]
    const pip = /^pip install (\S+)$/.exec(install)?.[1]
    if (pip !== undefined) return [{ where, registry: 'pypi', name: pip, version: null }]
    return /^[\w.]+:[\w-]+$/.test(install) ? [{ where, registry: 'maven', name: install, version: null }] : []
  }),
  ...files.flatMap(({ where, file, content }) => {
    if (file === 'package.json') {
      const { dependencies = {}, devDependencies = {} } = JSON.parse(content)
      return Object.entries({ ...dependencies, ...devDependencies }).map(([name, version]) => ({
        where,
        registry: 'npm',
        name,
        version,
      }))
    }
    if (file === 'requirements.txt')
      return content
        .split('\n')
        .filter(Boolean)
        .map((line) => ({ where, registry: 'pypi', name: line.split(/[<>=~!]/)[0], version: null }))
    if (file === 'pom.xml')
      return [
        ...content.matchAll(
          /<groupId>([^<]+)<\/groupId>\s*<artifactId>([^<]+)<\/artifactId>\s*<version>([^<]+)<\/version>\s*(?!<properties>)/g,
        ),
      ]
        .filter(([, group]) => group !== 'assay')
        .map(([, group, artifact, version]) => ({ where, registry: 'maven', name: `${group}:${artifact}`, version }))
    return [...content.matchAll(/<PackageReference Include="([^"]+)" Version="([^"]+)"/g)].map(([, name, version]) => ({
      where,
      registry: 'nuget',
      name,
      version,
    }))
  }),
]

const run = (command, ...given) => execFileSync(command, given, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
const clients = {
  npm: (name, version) => run('npm', 'view', version === null ? name : `${name}@${version}`, 'version').trim() !== '',
  pypi: (name) => run('pip', 'index', 'versions', name) !== '',
  maven: (name, version) =>
    version === null ||
    run('mvn', '-q', '-B', 'dependency:get', '-Dtransitive=false', `-Dartifact=${name}:${version}`) !== null,
  nuget: (name, version) => run('dotnet', 'package', 'search', name, '--exact-match').includes(version),
}

const known = new Map()
const missing = []
const unchecked = []
for (const { where, registry, name, version } of packages) {
  // A package of a repository is in no registry.
  if (registry === 'npm' && name.includes('@github:')) {
    unchecked.push(`${where}: ${name} is a repository`)
    continue
  }
  const key = `${registry} ${name}${version === null ? '' : ` ${version}`}`
  if (!known.has(key))
    try {
      known.set(key, clients[registry](name, version))
    } catch (error) {
      // Only a registry that was reached knows that it has no such package.
      const answer = `${error.stdout ?? ''}${error.stderr ?? ''}`
      const isUnreached = error.code === 'ENOENT' || /NewConnectionError|Unknown host|ENOTFOUND|EAI_AGAIN/.test(answer)
      known.set(key, isUnreached ? null : false)
    }
  if (known.get(key) === null) unchecked.push(`${where}: ${key}, because its client or registry is not available`)
  if (known.get(key) === false) missing.push(`${where}: ${key}`)
}
for (const line of new Set(unchecked)) console.log(`not checked  ${line}`)
for (const line of missing) console.log(`missing      ${line}`)
console.log(`${known.size} packages of the guides, ${missing.length} missing`)
process.exitCode = missing.length > 0 ? 1 : 0
