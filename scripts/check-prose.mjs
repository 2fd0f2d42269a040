// Finds phrases in comments and test titles that a newcomer has to decode (docs/contributing.md). `npm run check` calls it.
import { parse } from '@babel/parser'
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const ANYWHERE = /\b(?:at once|somebody|anybody|says? so|(?:is|are) said|what is there|anew|told|heard)\b/i
/** A title names its subject first. */
const TITLES = /\b(?:persons?|refuse[sd]?|asked|kept|as it was)\b|^(?:that|which|whose|whom|whoever|nor|and|but|so)\b/i

/** Returns the identifier that a call begins with: `test` for `test.step(…)` and `test.each(…)(…)`. */
const rootOf = (callee) => {
  if (callee.type === 'CallExpression') return rootOf(callee.callee)
  return callee.type === 'MemberExpression' ? rootOf(callee.object) : callee.name
}

const titlesIn = (program) => {
  const titles = []
  const visit = (node) => {
    if (node === null || typeof node !== 'object') return
    if (Array.isArray(node)) {
      node.forEach(visit)
      return
    }
    const [first] =
      node.type === 'CallExpression' && /^(?:test|describe)$/.test(rootOf(node.callee)) ? node.arguments : []
    if (first?.type === 'StringLiteral') titles.push({ text: first.value, line: first.loc.start.line })
    if (first?.type === 'TemplateLiteral')
      titles.push({ text: first.quasis.map(({ value }) => value.raw).join('…'), line: first.loc.start.line })
    for (const [key, child] of Object.entries(node)) if (key !== 'loc' && !key.endsWith('omments')) visit(child)
  }
  visit(program)
  return titles.map(({ text, line }) => ({ text: text.replace(/^(?:\[[A-Z]+-\d+\] *)*/, ''), line, isTitle: true }))
}

/** Returns a line for each phrase of a source. */
const phrasesIn = (file, source) => {
  const isTest = file.startsWith('tests/')
  if (!isTest && !ANYWHERE.test(source)) return []
  const plugins = file.endsWith('x') ? ['typescript', 'jsx'] : ['typescript']
  const { program, comments } = parse(source, { sourceType: 'module', plugins })
  const texts = [
    ...comments.map(({ value, loc }) => ({ text: value.replaceAll(/\s+\*?\s*/g, ' '), line: loc.start.line })),
    ...(isTest ? titlesIn(program) : []),
  ]
  return texts.flatMap(({ text, line, isTitle }) => {
    const [phrase] = ANYWHERE.exec(text) ?? (isTitle ? TITLES.exec(text) : null) ?? []
    return phrase === undefined ? [] : [`${file}:${line} "${phrase}": ${text.trim().slice(0, 100)}`]
  })
}

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')
const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\0')
  .filter((file) =>
    /^(?:contract|machines|services|store|views|server|packages|tests|scripts)\/.*\.(?:tsx?|mjs)$/.test(file),
  )
  .filter((file) => existsSync(path.join(root, file)))

const found = files.flatMap((file) => phrasesIn(file, readFileSync(path.join(root, file), 'utf8')))
for (const line of found) console.error(line)
console.log(`${found.length} phrases to rewrite in ${files.length} files`)
process.exitCode = found.length > 0 ? 1 : 0
