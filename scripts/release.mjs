import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { writePackage } from './package.mjs'
import { must, npm } from './prepare.mjs'

/**
 * Writes what a release consists of to `dist/release`: the package for npm, the list of all components that it contains or installs
 * (CycloneDX), and the checksums of both.
 */
export const release = async (root, run) => {
  const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))
  const changes = readFileSync(path.join(root, 'CHANGELOG.md'), 'utf8')
  if (!changes.split('\n').includes(`## ${version}`)) throw new Error(`CHANGELOG.md has no section ${version}`)

  const packed = await writePackage(root, run)
  const folder = path.join(root, 'dist/release')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const [command, ...args] = npm()
  await must(run, command, [...args, 'pack', packed, '--pack-destination', folder, '--loglevel=error'])
  // The lock file of the repository has what the page is built from as well, which the package contains and does not install.
  const listing = ['sbom', '--sbom-format=cyclonedx', '--sbom-type=application', '--omit=dev', '--package-lock-only']
  const components = JSON.parse(execFileSync(command, [...args, ...listing], { cwd: root, maxBuffer: 64 * 1024 ** 2 }))
  // npm takes the name of the clone's folder.
  components.metadata.component.name = 'assay'
  writeFileSync(path.join(folder, `assay-server-${version}.cdx.json`), `${JSON.stringify(components, null, 2)}\n`)

  const sums = readdirSync(folder)
    .toSorted()
    .map((name) => {
      const sum = createHash('sha256')
        .update(readFileSync(path.join(folder, name)))
        .digest('hex')
      return `${sum}  ${name}\n`
    })
  writeFileSync(path.join(folder, 'SHA256SUMS'), sums.join(''))
  console.log(`The release is in ${path.relative(process.cwd(), folder)}`)
  return 0
}
