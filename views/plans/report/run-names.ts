import type { PlanReport } from '../../../contract/plans/report.ts'

type Configuration = Pick<PlanReport['configurations'][number], 'runId' | 'title' | 'options'>

/** Name of a plan's run: its options. */
export const runNameOf = ({ title, options }: Configuration): string => options.join(', ') || title

export const runNamesOf = (configurations: readonly Configuration[]): ReadonlyMap<number, string> =>
  new Map(configurations.map((one) => [one.runId, runNameOf(one)]))
