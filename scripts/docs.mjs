import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fingerprint, install, must } from './prepare.mjs'
import { referencePages } from './reference.ts'

const SOURCES = [
  'docs/.vitepress/config.ts',
  'docs/.vitepress/theme',
  'docs/guides',
  'docs/manual',
  'docs/operations',
  'docs/package-lock.json',
  ...['architecture', 'contributing', 'glossary', 'index', 'mutation', 'operations', 'reports', 'testing'].map(
    (page) => `docs/${page}.md`,
  ),
  'integrations',
  'packages',
  'contract',
  'server/config.ts',
  'server/worker-config.ts',
  'scripts/reference.ts',
  'CHANGELOG.md',
  'README.md',
  'SECURITY.md',
]

/** Builds the documentation site in `dist/docs` if it is missing or a source has changed, with the pages that are generated from the contract. */
export const buildDocs = async (root, run) => {
  const folder = path.join(root, 'docs')
  const stamp = path.join(root, 'dist/.docs-built-from')
  const sources = fingerprint(root, SOURCES)
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === sources) return
  await install(folder, run, { what: 'the generator of the documentation' })
  console.log('Building the documentation …')
  const generated = path.join(folder, 'reference')
  rmSync(generated, { recursive: true, force: true })
  mkdirSync(generated, { recursive: true })
  for (const [file, page] of Object.entries(await referencePages())) writeFileSync(path.join(generated, file), page)
  await must(run, process.execPath, [path.join(folder, 'node_modules/vitepress/bin/vitepress.js'), 'build', folder])
  writeFileSync(stamp, sources)
}
