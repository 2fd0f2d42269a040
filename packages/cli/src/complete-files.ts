import { open } from 'node:fs/promises'
import type { ResultFile } from './result-files.ts'

const HEAD_BYTES = 4096
const TAIL_BYTES = 256

/** Returns those of `after` that `before` does not have in the same state: reports of earlier runs stay in their folder. */
export const writtenSince = (before: readonly ResultFile[], after: readonly ResultFile[]): ResultFile[] => {
  const known = new Map(before.map((file) => [file.name, file]))
  return after.filter((file) => !isSame(known.get(file.name), file))
}

export const isSame = (earlier: ResultFile | undefined, file: ResultFile): boolean =>
  earlier !== undefined && earlier.sizeBytes === file.sizeBytes && earlier.modifiedMs === file.modifiedMs

/**
 * Resolves with the files that their writer has completed: XML that ends with the end tag of its root. Others may be continued at any time, or
 * belong together, as the files of Allure do.
 */
export const completeFiles = async (files: readonly ResultFile[]): Promise<ResultFile[]> => {
  const areComplete = await Promise.all(files.map((file) => isComplete(file).catch(() => false)))
  return files.filter((_, index) => areComplete[index])
}

const isComplete = async ({ name, sizeBytes }: ResultFile): Promise<boolean> => {
  if (!/\.xml$/i.test(name)) return false
  const file = await open(name)
  try {
    const read = async (position: number, length: number) => {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position)
      return buffer.toString('utf8', 0, bytesRead)
    }
    const [, root] = /<([a-z_][\w:.-]*)/i.exec(await read(0, HEAD_BYTES)) ?? []
    const end = (await read(Math.max(0, sizeBytes - TAIL_BYTES), TAIL_BYTES)).trimEnd()
    return root !== undefined && end.endsWith(`</${root}>`)
  } finally {
    await file.close()
  }
}
