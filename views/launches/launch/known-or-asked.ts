import { fromPromise, type PromiseActorLogic } from 'xstate'

/**
 * An actor whose answer may be there already: it is then done as it begins, and its page is drawn once, with the question and the
 * answer in it. A promise answers a turn later, when the page has been drawn with the question alone.
 */
export const knownOrAsked = <Output, Input>(
  known: (input: Input) => Output | null,
  ask: Parameters<typeof fromPromise<Output, Input>>[0],
): PromiseActorLogic<Output, Input> => {
  const asked = fromPromise<Output, Input>(ask)
  return {
    ...asked,
    getInitialSnapshot: (scope, input) => {
      const snapshot = asked.getInitialSnapshot(scope, input)
      const output = known(input)
      return output === null ? snapshot : { ...snapshot, status: 'done', output, input: undefined, error: undefined }
    },
  }
}
