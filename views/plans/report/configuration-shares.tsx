import type { PlanReport } from '../../../contract/plans/report.ts'
import { runNameOf } from './run-names.ts'
import { ShareTable } from '../../shared/runs/report/share-table.tsx'

type Configuration = PlanReport['configurations'][number]

interface ConfigurationSharesProps {
  configurations: readonly Configuration[]
  /** Path of a run; undefined for readers who may not open it. */
  hrefOf?: (runId: number) => string
}

/** Progress of each run of a plan. */
export function ConfigurationShares({ configurations, hrefOf }: ConfigurationSharesProps) {
  return (
    <ShareTable
      title="By configuration"
      noun="Test run"
      parts={configurations}
      keyOf={({ runId }) => runId}
      name={runNameOf}
      {...(hrefOf === undefined ? {} : { hrefOf: ({ runId }: Configuration) => hrefOf(runId) })}
    />
  )
}
