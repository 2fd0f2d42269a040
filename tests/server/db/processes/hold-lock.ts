import { lockFolder } from '../../../../server/db/folder-lock.ts'

/**
 * Says `ready`; given a moment in epoch ms, it tries from then on for each folder in turn and answers, as JSON, with what came of each:
 * `held` or the rejection. Holds on until killed.
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
  while (Date.now() < start); // spins, so that all contenders set off within the same millisecond
  process.stdout.write(`${JSON.stringify(folders.map((folder) => attempt(folder)))}\n`)
})
