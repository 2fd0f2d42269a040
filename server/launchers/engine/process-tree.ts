import { readdir, readFile } from 'node:fs/promises'

/** Variable in the environment of all processes of a run. */
export const ATTEMPT_VARIABLE = 'ASSAY_ATTEMPT'
export const INSTALLATION_VARIABLE = 'ASSAY_INSTALLATION'

interface Marked {
  pid: number
  lease: string
}

/**
 * Resolves with the processes of this installation's runs, including those that left their process group. Reads `/proc`, so that the result
 * is empty except on Linux.
 */
export const markedProcesses = async (installation: string): Promise<Marked[]> => {
  const names = await readdir('/proc').catch((): string[] => [])
  const found = await Promise.all(
    names
      .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
      .map(async (name) => {
        const environment = await readFile(`/proc/${name}/environ`, 'utf8').catch(() => '')
        const values = new Map(environment.split('\0').map((one): [string, string] => splitAt(one)))
        const lease = values.get(ATTEMPT_VARIABLE)
        return lease !== undefined && values.get(INSTALLATION_VARIABLE) === installation
          ? [{ pid: Number(name), lease }]
          : []
      }),
  )
  return found.flat()
}

const splitAt = (text: string): [string, string] => {
  const at = text.indexOf('=')
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)]
}

const ROUNDS = 20

/** Kills all processes of a run. Repeats until none is left, because they may start others meanwhile. */
export const killMarked = async (installation: string, lease: string): Promise<void> => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const left = (await markedProcesses(installation)).filter((one) => one.lease === lease)
    if (left.length === 0) return
    for (const { pid } of left) kill(pid)
  }
}

/** A negative id means a process group. */
export const kill = (pid: number): void => {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // The process has already ended.
  }
}
