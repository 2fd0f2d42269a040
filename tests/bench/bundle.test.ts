import { readFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { test } from 'vitest'
import { limit } from './support/figures.ts'

interface Chunk {
  file: string
  imports?: string[]
}

const client = path.join(import.meta.dirname, '../../dist/client')

test('what the launches list loads before it is drawn', () => {
  const manifest = JSON.parse(readFileSync(path.join(client, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>
  const loaded = new Set<string>()
  const load = (name: string) => {
    const chunk = manifest[name]
    if (!chunk || loaded.has(chunk.file)) return
    loaded.add(chunk.file)
    for (const other of chunk.imports ?? []) load(other)
  }
  for (const entry of ['index.html', 'views/launches/list/launches-page.tsx']) load(entry)
  for (const name of Object.keys(manifest)) if (/^_app-.*\.js$/.test(name)) load(name)
  const bytes = [...loaded].map((file) => gzipSync(readFileSync(path.join(client, file)), { level: 9 }).length)
  limit(
    'first-load JavaScript of the launches list, gz',
    bytes.reduce((sum, one) => sum + one, 0) / 1000,
    'kB',
    'at most',
    270,
  )
})
