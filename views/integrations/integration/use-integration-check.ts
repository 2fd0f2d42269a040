import { useMachine } from '@xstate/react'
import { useMemo } from 'react'
import { fromPromise } from 'xstate'
import { integrationCheck } from '../../../machines/integrations/integration-check.machine.ts'
import type { FieldValues } from '../../../contract/workspace/integration-kinds.ts'
import type { CheckResult } from '../../../contract/workspace/integrations.ts'
import { useEmitted } from '../../shared/use-emitted.ts'
import { useIntegrationsService } from '../../shared/settings/use-integrations.ts'

/** Checks the connection of an integration. `onFinished`: the stored result may have changed. */
export function useIntegrationCheck(key: string, onFinished: () => void) {
  const service = useIntegrationsService()
  const machine = useMemo(
    () =>
      integrationCheck.provide({
        actors: {
          check: fromPromise<CheckResult, { values: FieldValues }>(({ input, signal }) =>
            service.check(key, input.values, signal),
          ),
        },
      }),
    [key, service],
  )
  const [snapshot, send, actor] = useMachine(machine)
  useEmitted(actor, {
    'check/finished': () => onFinished(),
  })
  return {
    isChecking: snapshot.matches('checking'),
    result: snapshot.context.result,
    failure: snapshot.context.failure,
    start: (values: FieldValues) => send({ type: 'check/start', values }),
    cancel: () => send({ type: 'check/cancel' }),
    valuesChanged: () => send({ type: 'values/changed' }),
  }
}
export type IntegrationCheck = ReturnType<typeof useIntegrationCheck>
