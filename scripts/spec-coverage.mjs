// Lists which rows of the requirements are named by a test, as [LIST-05], and which are not. A row is named where it is proven: in the
// title of a test or step, or in an assertion's message. Each of those names at most five.
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

const TOO_MANY = /(\[[A-Z]+-\d+\] ?){6}/

const named = new Set()
const overfull = []
const walk = (folder) => {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.name === 'node_modules') continue
    const file = path.join(folder, entry.name)
    if (entry.isDirectory()) walk(file)
    else if (/\.(test|spec)\.tsx?$/.test(entry.name)) {
      const text = readFileSync(file, 'utf8')
      for (const [, id] of text.matchAll(NAMED)) named.add(id)
      for (const [i, line] of text.split('\n').entries())
        if (TOO_MANY.test(line)) overfull.push(`${path.relative(root, file)}:${i + 1}`)
    }
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
// Keys of cases, as [DEF-1], are no rows: no capability has their name.
const unknown = [...named].filter((id) => capabilities.has(id.split('-')[0]) && !rows.includes(id))
console.log(`\n${rows.filter((id) => named.has(id)).length} of ${rows.length} rows are named by a test.`)
if (unknown.length > 0) {
  console.error(`Tests name rows that do not exist: ${unknown.join(', ')}`)
  process.exitCode = 1
}
if (overfull.length > 0) {
  console.error(`More than five rows are named at once:\n${overfull.join('\n')}`)
  process.exitCode = 1
}
