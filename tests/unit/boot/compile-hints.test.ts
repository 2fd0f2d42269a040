import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { build, type Rolldown } from 'vite'
import { compileHints } from '../../../scripts/compile-hints.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'assay-hints-'))
let files: Rolldown.RolldownOutput['output']
beforeAll(async () => {
  writeFileSync(path.join(folder, 'first.js'), "import('./second.js').then(({ second }) => console.log(second))\n")
  writeFileSync(path.join(folder, 'second.js'), "import './second.css'\nexport const second = 2\n")
  writeFileSync(path.join(folder, 'second.css'), 'p { color: red }\n')
  const built = await build({
    root: folder,
    configFile: false,
    logLevel: 'error',
    plugins: [
      compileHints((bundle) =>
        Object.values(bundle).flatMap((one) => (one.type === 'chunk' && one.name === 'first' ? [one] : [])),
      ),
    ],
    build: { write: false, sourcemap: true, rolldownOptions: { input: path.join(folder, 'first.js') } },
  })
  files = (built as Rolldown.RolldownOutput).output
})
afterAll(() => rmSync(folder, { recursive: true }))

const chunk = (name: string) => files.find((one) => one.type === 'chunk' && one.name === name) as Rolldown.OutputChunk
const linesOf = ({ fileName }: Rolldown.OutputChunk): string[] => {
  const map = files.find((one) => one.type === 'asset' && one.fileName === `${fileName}.map`) as Rolldown.OutputAsset
  return (JSON.parse(String(map.source)) as { mappings: string }).mappings.split(';')
}

test('hinted chunks begin with the comment, other chunks do not have it', () => {
  expect(chunk('first').code).toMatch(/^\/\/# allFunctionsCalledOnLoad\n.*__vite__mapDeps/)
  expect(chunk('second').code).not.toContain('allFunctionsCalledOnLoad')
})

test('the source map of a hinted chunk still has the right lines', () => {
  const lines = linesOf(chunk('first'))
  const code = chunk('first').code.split('\n')
  const first = lines.findIndex((line) => line !== '')
  expect(code[first]).toContain('console.log')
  expect(code[first - 1]).toContain('__vite__mapDeps')
})
