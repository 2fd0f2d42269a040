import path from 'node:path'
import { must } from './prepare.mjs'

/** Runs the server on port 4400, rebuilt and restarted on each change, and the page with hot reload on port 4401. */
export const dev = async (root, run) => {
  const vite = path.join(root, 'node_modules/vite/bin/vite.js')
  await must(run, process.execPath, [vite, 'build', '--ssr', '--logLevel', 'warn'])
  console.log('\n  The page with hot reload: http://127.0.0.1:4401\n')
  const codes = await Promise.all([
    run(process.execPath, [vite, 'build', '--ssr', '--watch', '--logLevel', 'warn']),
    run(process.execPath, ['--enable-source-maps', '--watch', 'dist/server/main.js']),
    run(process.execPath, [vite]),
  ])
  return Math.max(...codes)
}
