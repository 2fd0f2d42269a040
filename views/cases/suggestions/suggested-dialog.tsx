/** Shows a suggested case in full. */
import type { SuggestedCase } from '../../../contract/cases/suggestions.ts'
import { StepsView } from '../../shared/steps/steps-view.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { Markdown } from '../../ui/markdown/markdown.tsx'
import { useIsOn } from '../../shared/cases/vocabulary.tsx'
import styles from './suggestions.module.css'

interface SuggestedDialogProps {
  suggestion: SuggestedCase
  onAccept: () => void
  onReject: () => void
  onClose: () => void
}

export function SuggestedDialog({ suggestion, onAccept, onReject, onClose }: SuggestedDialogProps) {
  const { title, description, preConditions, postConditions, steps } = suggestion
  const then = (act: () => void) => () => {
    onClose()
    act()
  }
  const isOn = useIsOn()
  const texts = [
    ...(isOn('DESCRIPTION') ? [['Description', description] as const] : []),
    ...(isOn('PRE_CONDITIONS') ? [['Pre-conditions', preConditions] as const] : []),
  ]
  return (
    <Dialog
      title={title}
      width="medium"
      onClose={onClose}
      footer={
        <>
          <Button onClick={then(onReject)}>Reject</Button>
          <Button variant="primary" onClick={then(onAccept)} data-autofocus>
            Accept
          </Button>
        </>
      }
    >
      <div className={styles.whole}>
        {texts.map(([label, text]) => text !== '' && <Part key={label} {...{ label, text }} />)}
        {isOn('STEPS') && steps.length > 0 && (
          <section>
            <h3>Steps</h3>
            <StepsView steps={steps} />
          </section>
        )}
        {isOn('POST_CONDITIONS') && postConditions !== '' && <Part label="Post-conditions" text={postConditions} />}
      </div>
    </Dialog>
  )
}

function Part({ label, text }: { label: string; text: string }) {
  return (
    <section>
      <h3>{label}</h3>
      <Markdown>{text}</Markdown>
    </section>
  )
}
