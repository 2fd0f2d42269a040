/** Default actors of machines, for work that the view provides. Each fails with its name when the view does not. */
import { fromCallback, fromPromise, type EventObject, type NonReducibleUnknown } from 'xstate'

export const unprovided = <Output, Input = NonReducibleUnknown>(name: string) =>
  fromPromise<Output, Input>(() => Promise.reject(new Error(`${name} is not provided`)))

export const unprovidedCallback = <
  Event extends EventObject = EventObject,
  Input = NonReducibleUnknown,
  Sent extends EventObject = EventObject,
>(
  name: string,
) =>
  fromCallback<Event, Input, Sent>(() => {
    throw new Error(`${name} is not provided`)
  })
