import type { PlanReport } from '../../../contract/plans/report.ts'
import { runNameOf } from './run-names.ts'
import { ShareTable } from '../../shared/runs/report/share-table.tsx'

type Configuration = PlanReport['configurations'][number]

interface ConfigurationSharesProps {
  configurations: readonly Configuration[]
  /** Where a run is; undefined for those who may not open it. */
  hrefOf?: (runId: number) => string
}

/** How far each run of a plan is. */
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
