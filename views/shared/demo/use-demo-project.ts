import { useActorRef, useSelector } from '@xstate/react'
import { useState } from 'react'
import { fromPromise } from 'xstate'
import { deleteProject } from '../../../contract/projects/projects.ts'
import { demoProjectMachine } from '../../../machines/projects/demo-project.machine.ts'
import { ApiError, messageOf } from '../../../services/http/api-error.ts'
import { createOutboxService } from '../../../services/outbox/outbox.ts'
import { useApplication, useMay, useSession } from '../../boot/context.tsx'
import { useEmitted } from '../use-emitted.ts'
import { shopParts, type ShopPart } from './make-shop.ts'
import { inShop } from './shop-world.ts'
import { createShopMemory } from './shop-memory.ts'

/** Creates the demo project; `onCreated` receives its key. As the first project of a server it starts immediately. */
export function useDemoProject(onCreated: (key: string) => void, { isFirst = false }: { isFirst?: boolean } = {}) {
  const { send: call, token } = useApplication()
  const { user } = useSession()
  const { isOn } = useMay()
  const [{ machine, memory, parts }] = useState(() => {
    const kept = createShopMemory(user.id)
    // On a server without projects, remembered progress belongs to a deleted project.
    if (isFirst) kept.forget()
    const { sendChunk } = createOutboxService(call, token, (...given) => fetch(...given))
    const made = shopParts({ send: call, sendChunk, memory: kept, userId: user.id, isOn, now: Date.now })
    return { machine: machineOf(made, { memory: kept, call }), memory: kept, parts: made.length }
  })
  const actor = useActorRef(machine, { input: { parts, unfinished: memory.projectKey(), isFirst } })
  const snapshot = useSelector(actor, (state) => state)
  useEmitted(actor, {
    'demo/created': ({ projectKey }) => {
      memory.forget()
      onCreated(projectKey)
    },
  })
  const { made, unfinished, failure } = snapshot.context
  return {
    isPending: snapshot.matches('working') || snapshot.matches('deleting') || snapshot.matches('done'),
    isUnfinished: snapshot.matches('unfinished'),
    /** Key of a project that may be deleted. */
    deletable: snapshot.matches('unfinished') || snapshot.matches('failed') ? unfinished : null,
    made,
    parts,
    problem: snapshot.matches('failed') ? messageOf(failure) : undefined,
    start: () => actor.send({ type: snapshot.matches('offered') ? 'demo/create' : 'demo/continue' }),
    deleteUnfinished: () => actor.send({ type: 'demo/delete' }),
  }
}

const machineOf = (
  parts: readonly ShopPart[],
  { memory, call }: { memory: ReturnType<typeof createShopMemory>; call: ReturnType<typeof useApplication>['send'] },
) =>
  demoProjectMachine.provide({
    actors: {
      makePart: fromPromise<string, { turn: number }>(async ({ input, signal }) => {
        await parts[input.turn]?.make(signal)
        return inShop({ memory }).projectKey
      }),
      deleteProject: fromPromise<unknown>(async () => {
        // Another user may have deleted it meanwhile.
        await call(deleteProject, { params: inShop({ memory }) }).catch((error: unknown) => {
          if (!(error instanceof ApiError) || error.status !== 404) throw error
        })
        memory.forget()
      }),
    },
  })
