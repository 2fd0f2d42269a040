import { lockFolder } from '../../../../server/db/folder-lock.ts'

/** Says `ready`; on a line of input tries for the folder once and says what came of it; holds on until killed or told to end. */
const [folder] = process.argv.slice(2)
if (folder === undefined) throw new Error('usage: hold-lock <folder>')

process.stdout.write('ready\n')
process.stdin.once('data', () => {
  try {
    lockFolder(folder)
    process.stdout.write('held\n')
  } catch (error) {
    process.stdout.write(`${error instanceof Error ? error.message : String(error)}\n`)
  }
})
