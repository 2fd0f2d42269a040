// Fails for a production dependency whose license may not be shipped with an Apache-2.0 product. `npm run check` calls it.
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

const ALLOWED = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'MIT',
  'MIT-0',
  'Python-2.0',
  'Unlicense',
  // Fonts.
  'OFL-1.1',
])

// The argument is the folder of another lock file.
const root = path.resolve(process.argv[2] ?? path.join(import.meta.dirname, '..'))
const read = (file) => JSON.parse(readFileSync(path.join(root, file), 'utf8'))

/** Returns the license of a package of the lock file. Old packages have a list in their manifest instead. */
const licenseOf = (place, { license }) => {
  if (license !== undefined) return license
  const manifest = `${place}/package.json`
  const { licenses = [] } = existsSync(path.join(root, manifest)) ? read(manifest) : {}
  return licenses.map(({ type }) => type).join(' OR ')
}

/** A choice of licenses is allowed if one of them is. */
const isAllowed = (license) =>
  license
    .replaceAll(/[()]/g, '')
    .split(' OR ')
    .some((choice) => ALLOWED.has(choice))

// A link leads to a package of this repository.
const shipped = Object.entries(read('package-lock.json').packages).filter(
  ([place, { dev, link }]) => place !== '' && !dev && !link,
)
const rejected = shipped.flatMap(([place, entry]) => {
  const license = licenseOf(place, entry)
  return isAllowed(license) ? [] : [`${place} ${entry.version}: ${license || 'no license'}`]
})
for (const line of rejected) console.error(line)
console.log(`${rejected.length} rejected licenses in ${shipped.length} production dependencies`)
process.exitCode = rejected.length > 0 ? 1 : 0
