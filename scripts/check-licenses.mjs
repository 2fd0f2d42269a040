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
  // Its terms are those of single files, which we do not change.
  'MPL-2.0',
  'MIT',
  'MIT-0',
  'Python-2.0',
  'Unlicense',
  // Fonts.
  'OFL-1.1',
])

// The argument is the folder of another lock file.
const root = path.resolve(process.argv[2] ?? path.join(import.meta.dirname, '..'))
const lock = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8'))

/** Returns the license of a package of the lock file. Old packages have a list in their manifest instead, some packages only the text. */
const licenseOf = (place, { license }) => {
  if (license !== undefined) return license
  const [manifest, text] = ['package.json', 'LICENSE'].map((file) => path.join(root, place, file))
  const { licenses = [] } = existsSync(manifest) ? JSON.parse(readFileSync(manifest, 'utf8')) : {}
  if (licenses.length > 0) return licenses.map(({ type }) => type).join(' OR ')
  const isApache = existsSync(text) && /Apache License\s+Version 2\.0/.test(readFileSync(text, 'utf8'))
  return isApache ? 'Apache-2.0' : ''
}

/** A choice of licenses is allowed if one of them is. */
const isAllowed = (license) =>
  license
    .replaceAll(/[()]/g, '')
    .split(' OR ')
    .some((choice) => ALLOWED.has(choice))

// A link leads to a package of this repository.
const shipped = Object.entries(lock.packages).filter(([place, { dev, link }]) => place !== '' && !dev && !link)
const rejected = shipped.flatMap(([place, entry]) => {
  const license = licenseOf(place, entry)
  return isAllowed(license) ? [] : [`${place} ${entry.version}: ${license || 'no license'}`]
})
for (const line of rejected) console.error(line)
console.log(`${rejected.length} rejected licenses in ${shipped.length} production dependencies`)
process.exitCode = rejected.length > 0 ? 1 : 0
