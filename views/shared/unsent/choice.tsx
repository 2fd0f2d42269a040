/** A button that resolves a rejected command, with the reason when it fails. */
import { useConfirmedAction } from '../forms/confirmed-action.ts'
import { Button } from '../../ui/controls/button.tsx'
import { InlineProblem } from '../../ui/forms/inline-problem.tsx'

interface ChoiceProps {
  act: () => Promise<unknown>
  isDanger?: boolean
  children: string
}

export function Choice({ act, isDanger = false, children }: ChoiceProps) {
  const { confirm, isPending, failure } = useConfirmedAction(act, () => undefined)
  return (
    <>
      <Button size="sm" variant={isDanger ? 'danger' : 'secondary'} isPending={isPending} onClick={confirm}>
        {children}
      </Button>
      <InlineProblem>{failure}</InlineProblem>
    </>
  )
}
