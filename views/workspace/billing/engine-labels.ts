import { headOf, linesOf } from '../../../contract/csv.ts'
import type { EngineBreakdown, EngineRow } from '../../../contract/workspace/engine-utilization.ts'

export const launcherLabel = ({ launcher }: EngineRow): string => launcher?.name ?? 'Deleted launcher'

const inMinutes = (seconds: number): string => (Math.round(seconds / 6) / 10).toString()

export const engineCsv = (by: EngineBreakdown, rows: readonly EngineRow[]): string =>
  headOf([
    'Project',
    ...(by === 'launcher' ? ['Launcher'] : []),
    'Launches',
    'Engine minutes',
    'Median wait, s',
    'Longest wait, s',
  ]) +
  linesOf(
    rows.map((row) => [
      row.project.name,
      ...(by === 'launcher' ? [launcherLabel(row)] : []),
      String(row.launches),
      inMinutes(row.engineSeconds),
      String(Math.round(row.medianWaitSeconds)),
      String(Math.round(row.maxWaitSeconds)),
    ]),
  )
