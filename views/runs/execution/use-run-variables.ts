/** Variables of the run's environment, for the texts of its cases. */
import { useMemo } from 'react'
import { distinctUntilChanged, from, map, merge, skip } from 'rxjs'
import type { EffectiveVariable } from '../../../contract/settings/variables.ts'
import { effectiveVariables } from '../../../services/runs/variables.ts'
import { useMay, useProject, useResource, useApplication } from '../../application/context.tsx'
import { useSettingsChanges } from '../../shared/settings-changes.tsx'
import type { ExecutionRef } from './use-execution.ts'

export type RunVariables = ReadonlyMap<string, EffectiveVariable>

const environmentOf = (execution: ReturnType<ExecutionRef['getSnapshot']>): number | null =>
  execution.context.opened?.run.environment?.id ?? null

/** Null while loading, and while the feature is switched off: references stay as typed. */
export function useRunVariables(execution: ExecutionRef): RunVariables | null {
  const { key } = useProject()
  const may = useMay()
  const { sendKept } = useApplication()
  const changes$ = useSettingsChanges(['variables', 'environments'])
  const { value } = useResource(
    async () =>
      may.isOn('test-case-variables')
        ? await effectiveVariables(sendKept, key, environmentOf(execution.getSnapshot()))
        : null,
    {
      follow: () => merge(changes$, from(execution).pipe(map(environmentOf), distinctUntilChanged(), skip(1))),
    },
  )
  return useMemo(() => value && new Map(value.map((variable) => [variable.key, variable])), [value])
}
