import { useMachine } from '@xstate/react'
import { useMemo } from 'react'
import { fromPromise } from 'xstate'
import { checkIntegration, type CheckResult } from '../../../contract/workspace/integrations.ts'
import { integrationCheck } from '../../../machines/integrations/integration-check.machine.ts'
import type { FieldValues } from '../../../contract/workspace/integration-kinds.ts'
import { useApplication } from '../../application/context.tsx'
import { useEmitted } from '../../shared/use-emitted.ts'

/** Checks the connection of an integration. `onFinished`: the stored result may have changed. */
export function useIntegrationCheck(key: string, onFinished: () => void) {
  const { send } = useApplication()
  const machine = useMemo(
    () =>
      integrationCheck.provide({
        actors: {
          check: fromPromise<CheckResult, { values: FieldValues }>(({ input, signal }) =>
            send(checkIntegration, { params: { integration: key }, body: input.values, signal }),
          ),
        },
      }),
    [key, send],
  )
  const [snapshot, dispatch, actor] = useMachine(machine)
  useEmitted(actor, {
    'check/finished': () => onFinished(),
  })
  return {
    isChecking: snapshot.matches('checking'),
    result: snapshot.context.result,
    failure: snapshot.context.failure,
    start: (values: FieldValues) => dispatch({ type: 'check/start', values }),
    cancel: () => dispatch({ type: 'check/cancel' }),
    valuesChanged: () => dispatch({ type: 'values/changed' }),
  }
}
export type IntegrationCheck = ReturnType<typeof useIntegrationCheck>
