// Which rows of the requirements some test names in its title, as [LIST-05], and which none does.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')
const specification = process.env.SPEC_DIR ?? path.join(root, '../shared/spec')
if (!existsSync(specification)) {
  console.log(`There are no requirements at ${specification}; SPEC_DIR names another folder.`)
  process.exit(0)
}

const ROW = /^\|\s*([A-Z]+-\d+)\s*\|/gm
const NAMED = /\[([A-Z]+-\d+)\]/g

const rows = readdirSync(specification)
  .filter((name) => /^requirements-.*\.md$/.test(name))
  .flatMap((name) => [...readFileSync(path.join(specification, name), 'utf8').matchAll(ROW)].map(([, id]) => id))

const named = new Set()
const walk = (folder) => {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.name === 'node_modules') continue
    const file = path.join(folder, entry.name)
    if (entry.isDirectory()) walk(file)
    else if (/\.(test|spec)\.tsx?$/.test(entry.name))
      for (const [, id] of readFileSync(file, 'utf8').matchAll(NAMED)) named.add(id)
  }
}
walk(path.join(root, 'tests'))

const capabilities = new Map()
for (const id of rows) {
  const [capability] = id.split('-')
  capabilities.set(capability, [...(capabilities.get(capability) ?? []), id])
}

for (const [capability, ids] of capabilities) {
  const missing = ids.filter((id) => !named.has(id)).map((id) => id.slice(capability.length + 1))
  const share = `${ids.length - missing.length}/${ids.length}`
  console.log(
    `${capability.padEnd(10)} ${share.padStart(7)}  ${missing.length === 0 ? '' : `none names ${missing.join(' ')}`}`,
  )
}
const unknown = [...named].filter((id) => !rows.includes(id))
console.log(`\n${rows.filter((id) => named.has(id)).length} of ${rows.length} rows are named by a test.`)
if (unknown.length > 0) {
  console.error(`Tests name rows that do not exist: ${unknown.join(', ')}`)
  process.exitCode = 1
}
