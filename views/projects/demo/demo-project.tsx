/** Creates a project to try things in: a sample shop. Loaded when somebody asks for it. */
import { useMachine } from '@xstate/react'
import { useEffect, useState } from 'react'
import { fromPromise } from 'xstate'
import { confirmedAction, triedOf } from '../../../machines/patterns/confirmed-action.machine.ts'
import { messageOf } from '../../../services/http/api-error.ts'
import { useApplication } from '../../boot/context.tsx'
import { useLatest } from '../../shared/latest.ts'
import { SHOP_PARTS, shopMaker, type ShopPart } from './make-shop.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { InlineProblem } from '../../ui/inline-problem.tsx'
import { ProgressLine } from '../../ui/progress-line.tsx'

export function DemoProject({ onClose, onCreated }: { onClose: () => void; onCreated: (key: string) => void }) {
  const { send: call } = useApplication()
  const [{ maker, machine }] = useState(() => {
    const made = shopMaker(call)
    return {
      maker: made,
      machine: confirmedAction<ShopPart>(SHOP_PARTS).provide({
        actors: {
          perform: fromPromise<unknown, { item: ShopPart }>(({ input, signal }) => made.make(input.item, signal)),
        },
      }),
    }
  })
  const [snapshot, send] = useMachine(machine)
  const latest = useLatest(onCreated)
  const isDone = snapshot.matches('done')
  useEffect(() => {
    const key = maker.key()
    if (isDone && key !== null) latest()(key)
  }, [isDone, maker, latest])
  const isPending = snapshot.matches('working') || isDone
  const { tried, of } = triedOf(snapshot)
  const failure = snapshot.matches('failed') ? snapshot.context.refused[0]?.error : undefined
  return (
    <Dialog
      title="Create a demo project"
      onClose={onClose}
      closesOnScrim={!isPending}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            isPending={isPending}
            data-autofocus
            onClick={() => send({ type: failure === undefined ? 'action/confirm' : 'action/retry' })}
          >
            Create demo project
          </Button>
        </>
      }
    >
      <p>Explore a sample shop with launches, cases and sessions. You can delete it at any time.</p>
      {isPending && <ProgressLine label="Parts of the project" value={tried} max={of} />}
      <InlineProblem>{failure === undefined ? undefined : messageOf(failure)}</InlineProblem>
    </Dialog>
  )
}
