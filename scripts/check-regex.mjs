// Finds regular expressions with super-linear time, so that no input can block the server or the page. Checks every expression in the
// repository; `npm run check` calls it.
import { parse } from '@babel/parser'
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { analyse } from 'scslre'

const SHIPPED = /^(?:contract|machines|services|store|views|server|packages)\//

const isNode = (value) =>
  typeof value === 'object' && value !== null && typeof value.type === 'string' && 'loc' in value

const nodesOf = (source, isJsx) => {
  const { program } = parse(source, {
    sourceType: 'unambiguous',
    plugins: isJsx ? ['typescript', 'jsx'] : ['typescript'],
    errorRecovery: true,
  })
  const found = []
  const left = [program]
  while (left.length > 0) {
    const node = left.pop()
    found.push(node)
    left.push(...Object.values(node).flat().filter(isNode))
  }
  return found
}

/** Returns why an expression is slow; null if its time is linear. `Trade`, `Self` and `Move` are terms of scslre. */
const slownessOf = (pattern, flags) => {
  const { reports } = analyse({ source: pattern, flags })
  const [first] = reports.toSorted((one, other) => Number(other.exponential) - Number(one.exponential))
  if (first === undefined) return null
  const growth = first.exponential ? 'exponential' : 'at least quadratic'
  if (first.type === 'Move') return `${growth} time: it starts again at each character of a run that does not match`
  return `${growth} time: two repetitions can take the same characters`
}

const isRegExpCall = ({ type, callee }) =>
  (type === 'NewExpression' || type === 'CallExpression') && callee.type === 'Identifier' && callee.name === 'RegExp'

/** Returns a line for each expression in a source that may be slow, or that shipped code builds at run time. */
const slowExpressionsIn = (file, source) =>
  nodesOf(source, file.endsWith('x'))
    .flatMap((node) => {
      const at = `${file}:${node.loc.start.line}:${node.loc.start.column + 1}`
      if (node.type === 'RegExpLiteral') {
        const slowness = slownessOf(node.pattern, node.flags)
        return slowness === null ? [] : [{ node, text: `${at} /${node.pattern}/ takes ${slowness}` }]
      }
      if (!isRegExpCall(node) || !SHIPPED.test(file)) return []
      return [{ node, text: `${at} builds an expression at run time, which cannot be checked: write it as a literal` }]
    })
    .toSorted((one, other) => one.node.start - other.node.start)
    .map(({ text }) => text)

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')

const sourcesOfRepository = () =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.ts', '*.tsx', '*.js', '*.mjs'], {
    cwd: root,
    encoding: 'utf8',
  })
    .split('\n')
    .filter((file) => file !== '' && existsSync(path.join(root, file)))

// Files given as arguments are checked instead of the whole repository.
const named = process.argv.slice(2)
const files = named.length > 0 ? named : sourcesOfRepository()
const slow = files.flatMap((file) => slowExpressionsIn(file, readFileSync(path.resolve(root, file), 'utf8')))
for (const line of slow) console.error(line)
if (slow.length > 0) {
  console.error(`\nRegular expressions that may take too long: ${slow.length}`)
  process.exitCode = 1
}
