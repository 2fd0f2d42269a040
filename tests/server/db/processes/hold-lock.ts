import { lockFolder } from '../../../../server/db/folder-lock.ts'

/**
 * Prints `ready`; given a moment in epoch ms, it tries from then on for each folder in turn and prints the results as JSON: `held` or the
 * rejection. Runs until killed.
 */
const folders = process.argv.slice(2)

const attempt = (folder: string): string => {
  try {
    lockFolder(folder)
    return 'held'
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

process.stdout.write('ready\n')
process.stdin.once('data', (moment: Buffer) => {
  const start = Number(moment.toString())
  while (Date.now() < start); // spins, so that all contenders start within the same millisecond
  process.stdout.write(`${JSON.stringify(folders.map((folder) => attempt(folder)))}\n`)
})
