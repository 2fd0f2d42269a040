import { useActorRef, useSelector } from '@xstate/react'
import { leaveQuestion } from '../../../machines/patterns/leave-question.machine.ts'
import { Dialog, type DialogProps } from '../../ui/overlays/dialog.tsx'
import { DiscardQuestion } from './editor-dialog.tsx'
import { useEmitted } from '../use-emitted.ts'

/** A dialog that confirms before Escape or the close button discards entered data. An outside press then does nothing. */
export function AskingDialog({ isDirty, onClose, ...dialog }: DialogProps & { isDirty: boolean }) {
  const question = useActorRef(leaveQuestion)
  const isAsked = useSelector(question, (snapshot) => snapshot.matches('asking'))
  useEmitted(question, {
    left: onClose,
  })
  const leave = () => question.send({ type: 'leave/wanted', isDirty })
  return (
    <>
      <Dialog {...dialog} closesOnScrim={!isDirty && dialog.closesOnScrim !== false} onClose={leave} />
      <DiscardQuestion
        of={{
          isAsked,
          stay: () => question.send({ type: 'leave/stay' }),
          cancel: () => question.send({ type: 'leave/confirmed' }),
        }}
      />
    </>
  )
}
