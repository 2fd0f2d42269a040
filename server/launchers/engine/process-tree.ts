import { readdir, readFile } from 'node:fs/promises'

/** Stands in the environment of everything that a run starts. */
export const ATTEMPT_VARIABLE = 'ASSAY_ATTEMPT'
export const INSTALLATION_VARIABLE = 'ASSAY_INSTALLATION'

interface Marked {
  pid: number
  lease: string
}

/** Processes of runs of this installation, those that left their group included. Only Linux can tell: elsewhere there are none. */
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

/** Kills all processes of a run. Some may start others meanwhile: it looks again until there are none. */
export const killMarked = async (installation: string, lease: string): Promise<void> => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const left = (await markedProcesses(installation)).filter((one) => one.lease === lease)
    if (left.length === 0) return
    for (const { pid } of left) kill(pid)
  }
}

/** A negative id means a group. */
export const kill = (pid: number): void => {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended meanwhile.
  }
}
