import { useEffect } from 'react'
import type { Actor, ActorRef, AnyActorRef, AnyEventObject, EmittedFrom, EventObject, Snapshot } from 'xstate'
import { useLatest } from './latest.ts'

type EmittedOf<Ref extends AnyActorRef> =
  Ref extends Actor<infer Logic>
    ? EmittedFrom<Logic>
    : Ref extends ActorRef<Snapshot<unknown>, AnyEventObject, infer Emitted>
      ? Emitted
      : never

type Handlers<Emitted extends EventObject> = {
  [Type in Emitted['type']]?: (emitted: Extract<Emitted, { type: Type }>) => unknown
}

/**
 * Handles events that an actor emits while the component is mounted. Handlers are those of the latest render; the set of event types is
 * fixed by the first.
 */
export function useEmitted<Ref extends AnyActorRef>(actor: Ref, handlers: Handlers<EmittedOf<Ref>>) {
  const latest = useLatest<Record<string, ((emitted: never) => unknown) | undefined>>(handlers)
  useEffect(() => {
    const subscriptions = Object.keys(latest()).map((type) =>
      actor.on(type, (emitted: EventObject) => void latest()[type]?.(emitted as never)),
    )
    return () => subscriptions.forEach((subscription) => subscription.unsubscribe())
  }, [actor, latest])
}
