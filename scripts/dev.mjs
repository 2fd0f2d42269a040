import path from 'node:path'

/** Runs the server on port 4400, restarted on each change, and the page with hot reload on port 4401. */
export const dev = async (root, run) => {
  const vite = path.join(root, 'node_modules/vite/bin/vite.js')
  console.log('\n  The page with hot reload: http://127.0.0.1:4401\n')
  const codes = await Promise.all([run(process.execPath, ['--watch', 'server/main.ts']), run(process.execPath, [vite])])
  return Math.max(...codes)
}
