import { assign, setup } from 'xstate'
import type { Rerun, RerunOutcome } from './run-values.ts'

/** Cases of the earlier run to include. */
export interface RerunEvent {
  type: 'cases/chosen'
  outcome: RerunOutcome
}

/** Parts of the earlier run that no longer exist, as text (RUNED-14, RUNED-15). */
export const missingIn = (rerun: Rerun): string[] => {
  const { run, missingConfigurations, missingEnvironment, missingMilestone, missingCases } = rerun
  return [
    ...missingConfigurations.map(({ groupName, optionName }) => `${groupName}: ${optionName}`),
    ...(missingEnvironment && run.environment !== null ? [`environment ${run.environment.name}`] : []),
    ...(missingMilestone && run.milestone !== null ? [`milestone ${run.milestone.name}`] : []),
    ...(missingCases > 0 ? [missingCases === 1 ? '1 test case' : `${missingCases} test cases`] : []),
  ]
}

/** Choice of results for a rerun. `warned`: parts of the earlier run no longer exist and are left out. */
export const rerun = setup({
  types: {
    context: {} as { rerun: Rerun; outcome: RerunOutcome },
    events: {} as RerunEvent,
    input: {} as { rerun: Rerun; outcome: RerunOutcome },
  },
  guards: { isWhole: ({ context }) => missingIn(context.rerun).length === 0 },
}).createMachine({
  id: 'rerun',
  context: ({ input }) => input,
  initial: 'deciding',
  on: { 'cases/chosen': { actions: assign(({ event }) => ({ outcome: event.outcome })) } },
  states: {
    deciding: { always: [{ guard: 'isWhole', target: 'whole' }, { target: 'warned' }] },
    whole: {},
    warned: {},
  },
})
