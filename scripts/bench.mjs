import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { findBrowser } from './browser.mjs'

/** Runs the benchmarks one at a time and prints a table: each figure next to its reference from the same run. */
export const bench = async (root, run, args) => {
  // Outside `test-results`, which test runners empty while the benchmarks run.
  const folder = mkdtempSync(path.join(tmpdir(), 'assay-bench-'))
  const figures = path.join(folder, 'figures.jsonl')
  const browser = await findBrowser(root, run)
  const env = { ...process.env, BENCH: figures, ...(browser ? { CHROMIUM_PATH: browser } : {}) }
  const vitest = path.join(root, 'node_modules/vitest/vitest.mjs')
  const code = await run(process.execPath, [vitest, 'run', '--project', 'bench', '--no-file-parallelism', ...args], {
    env,
  })
  if (existsSync(figures))
    print(
      readFileSync(figures, 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    )
  rmSync(folder, { recursive: true })
  return code
}

const print = (rows) => {
  const columns = ['what', 'figure', 'against', 'ratio', 'wanted', 'met']
  const cells = [columns, ...rows.map((row) => columns.map((name) => String(row[name] ?? '')))]
  const widths = columns.map((_, i) => Math.max(...cells.map((row) => row[i].length)))
  console.log(`\n${cells.map((row) => row.map((cell, i) => cell.padEnd(widths[i])).join('  ')).join('\n')}\n`)
}
