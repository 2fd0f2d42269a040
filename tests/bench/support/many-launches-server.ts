import { signIn, startBenchServer } from './assay.ts'
import { median } from './figures.ts'
import { fillManyLaunches } from './many-launches.ts'

const LAUNCHES = 100_000

/** Starts a server whose project has 100,000 launches, and the data that `fill` writes into its data folder. */
export const startWithManyLaunches = async (fill: (dataDir: string) => Promise<unknown> = () => Promise.resolve()) => {
  const assay = await startBenchServer()
  await assay.stop()
  await fillManyLaunches(assay.dataDir, LAUNCHES)
  await fill(assay.dataDir)
  await assay.restart()
  const headers = { authorization: `Bearer ${await signIn(assay.url)}` }
  return {
    remove: () => assay.remove(),
    /** Resolves with the median duration of a call of the project in ms; the first round warms up. */
    timeOf: async (path: string, rounds: number): Promise<number> => {
      const times: number[] = []
      for (let round = 0; round <= rounds; round += 1) {
        const begun = performance.now()
        const response = await fetch(`${assay.url}/api/projects/DEF${path}`, { headers })
        const text = await response.text()
        if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`)
        if (round > 0) times.push(performance.now() - begun)
      }
      return median(times)
    },
  }
}
