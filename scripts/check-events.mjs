import { parse } from '@babel/parser'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** Fails for every event that a machine handles but no product code sends. */
const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')
const EVENT = /^[a-z-]+\/[a-z-]+$/
const COMPARISONS = new Set(['===', '!==', '==', '!='])

const handled = new Map()
const sent = new Set()

const isCompared = (parent, key) =>
  (parent.type === 'BinaryExpression' && COMPARISONS.has(parent.operator)) ||
  (parent.type === 'SwitchCase' && key === 'test')

const visit = (node, parent, key, file) => {
  if (node === null || typeof node !== 'object') return
  if (Array.isArray(node)) {
    for (const one of node) visit(one, parent, key, file)
    return
  }
  if (typeof node.type !== 'string') return
  // Type positions send no events.
  if (
    node.type.startsWith('TS') &&
    !['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression'].includes(node.type)
  )
    return
  if (node.type === 'StringLiteral' && EVENT.test(node.value)) {
    const isKey = parent.type === 'ObjectProperty' && key === 'key'
    if (isKey && file.endsWith('.machine.ts')) handled.set(node.value, [...(handled.get(node.value) ?? []), file])
    else if (!isKey && !isCompared(parent, key)) sent.add(node.value)
  }
  for (const [name, child] of Object.entries(node)) if (name !== 'loc') visit(child, node, name, file)
}

const sources = ['machines', 'views', 'services', 'store'].flatMap((room) =>
  readdirSync(path.join(root, room), { recursive: true })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => path.join(room, name)),
)
for (const file of sources) {
  const { program } = parse(readFileSync(path.join(root, file), 'utf8'), {
    sourceType: 'module',
    plugins: ['typescript', ...(file.endsWith('.tsx') ? ['jsx'] : [])],
  })
  visit(program, null, '', file)
}

const unsent = [...handled].filter(([event]) => !sent.has(event))
for (const [event, files] of unsent)
  console.error(`${event} is handled by ${[...new Set(files)].join(', ')}, and nothing sends it`)
if (unsent.length > 0) process.exit(1)
